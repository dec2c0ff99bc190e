"""Rookery: place chess pieces and guard boards with them; one declaration, several solvers, every solution refereed.

>>> import rookery as rk
>>> print(rk.solve(rk.placement(rk.QUEEN, rk.Board(4), count=4)).solutions[0])
.Q..
...Q
Q...
..Q.

`__init__.pyi` lists the public names. Each is imported when it is first used.
"""

import lazy_loader

__version__ = "0.3.0"
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
