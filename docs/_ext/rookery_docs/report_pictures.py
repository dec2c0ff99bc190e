"""The pictures that explain a report: a cactus plot and PAR-2, from measured runs."""

from collections.abc import Iterator, Sequence
from math import inf, log10

from rookery_docs.comparison import Lines, Run, lines
from rookery_docs.examples import DOCS
from rookery_docs.markdown import write

FOLDER = DOCS / "how-to" / "pictures"
INK = "#2b2118"
COLOURS = {"backtracking": "#1f62ad", "cpsat": "#c25a12", "sat": "#23845f", "python-constraint": "#8b46a6"}
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 360, 70, 50, 20
LEAST, MOST = 0.01, 20.0
ROW, BAR = 46, 420


def make() -> None:
    """Draw both."""
    found = {name: runs for name, runs in lines().items() if set(COLOURS) <= set(runs)}
    write(FOLDER / "cactus.svg", draw_cactus(found))
    write(FOLDER / "par2.svg", draw_par2(found))


def draw_cactus(found: Lines) -> str:
    """How many questions each answers within a time."""
    parts = [*_axes(len(found))]
    for at, (name, colour) in enumerate(COLOURS.items()):
        parts.append(_curve([runs[name].seconds for runs in found.values()], len(found), colour))
        parts.append(_text(LEFT + 14, TOP + 18 + 20 * at, name, colour, "start"))
    return _svg(WIDTH, HEIGHT, "a cactus plot", parts)


def _axes(most: int) -> Iterator[str]:
    for seconds in (0.01, 0.1, 1.0, 10.0):
        y = _up(seconds)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - 20}" stroke="#d8cfc4"/>'
        yield _text(LEFT - 8, y, f"{seconds:g} s", INK, "end")
    for count in range(0, most + 1, 5):
        yield _text(_across(count, most), HEIGHT - BOTTOM + 18, str(count), INK, "middle")
    yield _text((LEFT + WIDTH) / 2, HEIGHT - 12, "questions answered, the quick ones first", INK, "middle")


def _curve(seconds: Sequence[float], most: int, colour: str) -> str:
    answered = sorted(each for each in seconds if each < inf)
    points = " ".join(f"{_across(at, most):.1f},{_up(each):.1f}" for at, each in enumerate(answered, start=1))
    style = f'fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"'
    return f'<polyline points="{points}" {style}/>'


def _across(count: int, most: int) -> float:
    return LEFT + (WIDTH - 20 - LEFT) * count / most


def _up(seconds: float) -> float:
    share = log10(max(seconds, LEAST) / LEAST) / log10(MOST / LEAST)
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share


def draw_par2(found: Lines) -> str:
    """PAR-2 of each as a bar: what answered runs took, and twice the limit for each of the others."""
    scores = {name: _par2([runs[name] for runs in found.values()]) for name in COLOURS}
    longest = max(sum(each) for each in scores.values())
    parts = [part for at, (name, score) in enumerate(scores.items()) for part in _bar(at, name, score, longest)]
    return _svg(WIDTH, ROW * len(scores) + 10, "PAR-2", parts)


def _par2(runs: Sequence[Run]) -> tuple[float, float]:
    """The seconds of answered runs and the penalties of the others, each shared among all runs."""
    answered = sum(run.seconds for run in runs if run.seconds < inf)
    penalty = sum(2 * run.limit for run in runs if run.seconds == inf)
    return answered / len(runs), penalty / len(runs)


def _bar(at: int, name: str, score: tuple[float, float], longest: float) -> Iterator[str]:
    y, x = at * ROW + 24, 8.0
    yield _text(x, y - 10, f"{name}: {sum(score):.2f} s", INK, "start")
    colour = COLOURS[name]
    for seconds, opacity in zip(score, (1.0, 0.35), strict=True):
        width = BAR * seconds / longest
        yield f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="14" fill="{colour}" fill-opacity="{opacity}"/>'
        x += width


def _text(x: float, y: float, text: str, colour: str, anchor: str) -> str:
    style = f'font-family="sans-serif" font-size="14" text-anchor="{anchor}" fill="{colour}"'
    return f'<text x="{x:.1f}" y="{y + 5:.1f}" {style}>{text}</text>'


def _svg(width: float, height: float, words: str, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    ground = f'<rect width="{width:g}" height="{height:g}" fill="#fdfaf5"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    return f"{head}<title>{words}</title>{ground}{''.join(parts)}</svg>"
