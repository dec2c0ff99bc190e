"""A weighted set packing: which talks to hear when each fills some hours and one can only sit in one at a time.

One variable for each talk; no hour is in two chosen talks, and what they are worth together is the most.
"""

import rookery as rk

TALKS = {
    "logic": ({9, 10}, 5),
    "chess": ({10, 11}, 6),
    "graphs": ({11, 12}, 5),
    "search": ({9}, 2),
    "bounds": ({12, 13, 14}, 7),
    "symmetry": ({13}, 3),
    "coffee": ({14, 15}, 4),
    "keynote": ({9, 12, 15}, 9),
}
NAMES = list(TALKS)
HOURS = sorted(set().union(*(hours for hours, _ in TALKS.values())))


def model() -> rk.Model:
    """At most one talk an hour, and the largest sum of what they are worth."""
    at_once = [rk.AtMost(1, [v for v, name in enumerate(NAMES) if hour in TALKS[name][0]]) for hour in HOURS]
    worth = tuple(value for _, value in TALKS.values())
    return rk.Model(len(NAMES), at_once, rk.Maximize(range(len(NAMES)), worth), name=NAMES.__getitem__)


if __name__ == "__main__":
    for backend in rk.list_backends():
        answer = rk.solve_model(model(), backend, want="all")
        programmes = " or ".join(" + ".join(names) for names in answer.names())
        print(f"{backend}: worth {answer.objective}: {programmes}, {answer.run.times.total:.3f} s")
