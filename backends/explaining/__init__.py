"""Why a question is answered as it is: what contradicts, what stops one better, what a placement breaks."""
