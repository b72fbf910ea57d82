"""SVG images as PNG, with the fonts of the site."""

import struct
import zlib

from casino.rasterizer import png_of


def image(content: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" viewBox="0 0 60 40">{content}</svg>'


def parts(png: bytes) -> dict[bytes, bytes]:
    """Return the content of the parts of a PNG by their kind."""
    found, at = dict[bytes, bytes](), 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind = png[at + 4 : at + 8]
        found[kind] = found.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += length + 12
    return found


def test_an_image_keeps_its_size() -> None:
    assert struct.unpack(">II", parts(png_of(image("")))[b"IHDR"][:8]) == (60, 40)


def test_shapes_are_drawn_in_their_colors() -> None:
    pixels = zlib.decompress(parts(png_of(image('<path d="M0 0H60V40H0Z" fill="#1d5943"/>')))[b"IDAT"])
    assert pixels[1:4] == bytes.fromhex("1d5943")


def test_both_fonts_are_there() -> None:
    def text(family: str) -> bytes:
        return png_of(image(f'<text x="4" y="30" font-family="{family}" font-size="24">Ag</text>'))

    assert len({text("Newsreader"), text("Figtree"), text("Unknown"), png_of(image(""))}) >= 3
    assert text("Newsreader") != text("Figtree") != png_of(image(""))
