"""What makes an answer wrong: each method raises `WrongAnswer` with one sentence."""

from rookery.backends.contract import End, Solution, WrongAnswer
from rookery.models import Minimize, Model, Problem


class Referee:
    """Checks the solutions and the claims of one run."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._seen: set[Solution] = set()

    @property
    def distinct(self) -> int:
        """The number of different solutions."""
        return len(self._seen)

    def require_known(self, chosen: Solution, model: Model) -> None:
        """Raise if a solution has variables that the model lacks."""
        if chosen and not ({*map(type, chosen)} == {int} and 0 <= min(chosen) <= max(chosen) < model.variables):
            strange = [v for v in chosen if type(v) is not int or not 0 <= v < model.variables]
            named = ", ".join(map(repr, strange))
            raise WrongAnswer(f"a solution names a variable that the model does not have: {named}")

    def require_numbers(self, bound: object, count: object) -> None:
        """Raise unless a bound and a count are whole numbers or None, and the count is not below 0."""
        for name, value in (("bound", bound), ("count", count)):
            if value is not None and (not isinstance(value, int) or (name == "count" and value < 0)):
                raise WrongAnswer(f"a {name} of {value!r}; expected a whole number or None")

    def require_valid(self, chosen: Solution, model: Model) -> None:
        """Raise unless the rules of chess and the model's constraints and objective accept a solution."""
        placement = self._problem.read(chosen)
        if faults := self._problem.faults(placement):
            raise WrongAnswer(f"the referee of chess refuses a placement: {faults[0]}", placement)
        if broken := model.violated(chosen):
            raise WrongAnswer(f"the referee of the model refuses a placement: it breaks {broken[0]}", placement)
        claimed, counted = self._problem.model.value(chosen), self._problem.objective(placement)
        if None not in (claimed, counted) and claimed != counted:  # a question about optima alone has lost its goal
            raise WrongAnswer(f"the referee of chess counts an objective of {counted}, the model {claimed}", placement)

    def require_new(self, chosen: Solution) -> None:
        """Raise if a solution was given before."""
        if chosen in self._seen:
            raise WrongAnswer("a placement was given twice", self._problem.read(chosen))
        self._seen.add(chosen)

    def require_better(self, chosen: Solution, best: Solution | None) -> None:
        """Raise unless `chosen` beats `best`."""
        if best is None:
            return
        model = self._problem.model
        value, before = model.value(chosen), model.value(best)
        if value is None or before is None or not model.better(value, than=before):
            raise WrongAnswer(f"an objective of {value} after {before} is no better", self._problem.read(chosen))

    def require_not_surpassed(self, best: Solution, given: Solution | None, end: End) -> None:
        """Raise if a proven optimum is worse than the best known solution; `given` is None for "no solution"."""
        known, claimed = (None if each is None else self._problem.model.value(each) for each in (best, given))
        if end.proven and claimed != known:
            what = "no solution" if given is None else f"an optimum of {claimed}"
            raise WrongAnswer(f"{what} where one of {known} is known", self._problem.read(best))

    def require_within_bound(self, best: int | None, end: End) -> None:
        """Raise if the best value is beyond the bound, or is proven and differs from the bound."""
        bound, model = end.bound, self._problem.model
        if best is None or bound is None or best == bound:
            return
        if end.proven or model.better(best, than=bound):
            side = "lower" if isinstance(model.goal, Minimize) else "upper"
            what = "optimum" if end.proven else "objective"
            raise WrongAnswer(f"an {what} of {best} with a proven {side} bound of {bound}")

    def require_optimal(self, chosen: Solution, optimum: int | None) -> None:
        """Raise unless an optimal solution reaches the proven optimum."""
        value = self._problem.model.value(chosen)
        if optimum is not None and value != optimum:
            shown = self._problem.read(chosen)
            raise WrongAnswer(f"an objective of {value} after a proven optimum of {optimum}", shown)

    def require_reached(self, optimum: int, count: int, end: End) -> None:
        """Raise if a complete list or count has no solution that reaches the optimum."""
        if end.proven and count == 0:
            raise WrongAnswer(f"a proven optimum of {optimum} that no solution reaches")
