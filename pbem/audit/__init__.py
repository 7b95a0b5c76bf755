"""What a finished log tells beyond its verdict: were the dice fair, who was lucky, is every secret accounted for."""
