"""The platforms on which Kiu is played: each keeps the Chat protocol and brings its people's commands to the desk."""
