"""What several families of problems share: who attacks whom, the layout of variables, auxiliary variables."""
