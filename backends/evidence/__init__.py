"""Evidence for answers: certificates, explanations, and checks of placements."""
