"""What every room builds on: whole numbers, bounded files, legible texts, plug-ins, deadlines."""
