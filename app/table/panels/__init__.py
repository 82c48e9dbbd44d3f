"""What lies around the board and only shows: pieces, log, army, dice, displays, tracks, tray, fight, curtain, cards."""
