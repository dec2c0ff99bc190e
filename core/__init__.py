"""What all other packages build on: deadlines, files, words, errors, plug-ins and kernels."""
