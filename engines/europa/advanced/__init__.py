"""[16.1.draw] [16.7.losses] [16.8] [16.9.declare] [16.11] [16.13] Event cards played, politics, winter quarters."""
