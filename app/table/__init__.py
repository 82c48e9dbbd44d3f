"""Playing: prompt, log, inspector, dice and odds, turn track, curtain, replay bar."""
