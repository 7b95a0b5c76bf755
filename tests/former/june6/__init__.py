"""The player of June 6 until version 0.3: units have places worth having, divisions no aims."""
