"""Campaigns of random inputs; scripts/campaign is the door."""
