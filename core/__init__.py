"""The basement: deadlines, files, words, errors, plug-ins and kernels; it imports nothing of ours."""
