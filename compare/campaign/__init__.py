"""The plan of a campaign: problems, backends, seeds and limits."""
