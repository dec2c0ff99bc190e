"""The common code of several families of problems: attacks, the layout of variables, auxiliary variables."""
