"""Checks before an answer leaves the toolkit: both referees, no duplicates, ever better, honest bounds."""

from rookery.backends.contract import End, Solution, WrongAnswer
from rookery.models import Minimize, Model, Problem


class Checker:
    """Checks the solutions of one run; each method raises `WrongAnswer` with what is wrong."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._seen: set[Solution] = set()

    @property
    def distinct(self) -> int:
        """The number of different solutions."""
        return len(self._seen)

    def require_known(self, chosen: Solution, model: Model) -> None:
        """Refuse a solution of variables that the model does not have."""
        if chosen and not 0 <= min(chosen) <= max(chosen) < model.variables:
            raise WrongAnswer(f"a solution names a variable that the model does not have: {sorted(chosen)}")

    def require_valid(self, chosen: Solution, model: Model) -> None:
        """Put a solution to both referees: the model's constraints and objective, and the rules of chess."""
        placement = self._problem.read(chosen)
        if faults := self._problem.faults(placement):
            raise WrongAnswer(f"the referee of chess refuses a placement: {faults[0]}", placement)
        if broken := model.violated(chosen):
            raise WrongAnswer(f"the referee of the model refuses a placement: it breaks {broken[0]}", placement)
        claimed, counted = self._problem.model.value(chosen), self._problem.objective(placement)
        if None not in (claimed, counted) and claimed != counted:  # a question about optima alone has lost its goal
            raise WrongAnswer(f"the referee of chess counts an objective of {counted}, the model {claimed}", placement)

    def require_new(self, chosen: Solution) -> None:
        """Refuse a solution that was given before."""
        if chosen in self._seen:
            raise WrongAnswer("a placement was given twice", self._problem.read(chosen))
        self._seen.add(chosen)

    def require_better(self, chosen: Solution, best: Solution | None) -> None:
        """Refuse a step of an optimisation that is no better than the one before."""
        if best is None:
            return
        model = self._problem.model
        value, before = model.value(chosen), model.value(best)
        if value is None or before is None or not model.better(value, than=before):
            raise WrongAnswer(f"an objective of {value} after {before} is no better", self._problem.read(chosen))

    def require_not_surpassed(self, best: Solution, given: Solution | None, outcome: End) -> None:
        """Refuse a proven optimum that is worse than the best that is known; `given` is None for "no solution"."""
        known, claimed = (None if each is None else self._problem.model.value(each) for each in (best, given))
        if outcome.proven and claimed != known:
            what = "no solution" if given is None else f"an optimum of {claimed}"
            raise WrongAnswer(f"{what} where one of {known} is known", self._problem.read(best))

    def require_within_bound(self, best: int | None, outcome: End) -> None:
        """Refuse a best value beyond the bound that comes with it, and a proven one that is not the bound."""
        bound, model = outcome.bound, self._problem.model
        if best is None or bound is None or best == bound:
            return
        if outcome.proven or model.better(best, than=bound):
            least = isinstance(model.goal, Minimize)
            what = "optimum" if outcome.proven else "objective"
            raise WrongAnswer(f"an {what} of {best} with a proven {'lower' if least else 'upper'} bound of {bound}")

    def require_optimal(self, chosen: Solution, optimum: int | None) -> None:
        """Refuse an optimal solution that is better than the optimum that was proven."""
        value = self._problem.model.value(chosen)
        if optimum is not None and value != optimum:
            raise WrongAnswer(
                f"an objective of {value} after a proven optimum of {optimum}", self._problem.read(chosen)
            )

    def require_reached(self, optimum: int, count: int, outcome: End) -> None:
        """Refuse an optimum that was found once but that no solution of a complete list or count reaches."""
        if outcome.proven and count == 0:
            raise WrongAnswer(f"a proven optimum of {optimum} that no solution reaches")
