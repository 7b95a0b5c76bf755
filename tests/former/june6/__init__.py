"""The player of June 6 without tasks: units have places worth having, divisions no aims; all else is as today."""
