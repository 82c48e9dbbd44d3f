"""[4.0] [5] Initiative, Orders Commands, Orders markers, Overall Commanders."""
