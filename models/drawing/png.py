"""Pictures as PNG, through the optional renderer resvg."""

from rookery.models.base.distribution import install_extra
from rookery.models.errors import BadInput

ZOOM = 2.0  # pixels for each unit of the drawing: 80 a square


def png(svg: str, zoom: float = ZOOM) -> bytes:
    """An SVG picture as PNG on white ground; raises `BadInput` where resvg-py is not installed."""
    try:
        import resvg_py
    except ImportError:
        raise BadInput(f"a picture as PNG needs resvg-py: {install_extra('png')}; SVG needs nothing") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, background="white"))
