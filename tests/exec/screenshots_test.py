"""Pictures of our pages at three widths in both themes, by headless Chromium: arguments are teaalc, the repository, and a folder
in which the pictures stay as evidence. A page that is blank, or that says something in the console, fails. Without Chromium the
test is skipped (77); Debian's package is called chromium.
"""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

TEAALC, ROOT, KEPT = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
MATRIX = "# shape 5 4\n1 1 1\n1 2 2\n1 4 3\n2 3 4\n4 1 5\n4 4 6\n5 2 7\n"
WIDTHS = (500, 900, 1440)


def unfiltered(kind, line, before, pixel):
    """A line of a PNG, from what stands in the file and the line above it."""
    out = bytearray(line)
    for i, byte in enumerate(line):
        left, up, corner = (out[i - pixel] if i >= pixel else 0), before[i], (before[i - pixel] if i >= pixel else 0)
        nearest = min((left, up, corner), key=lambda x: abs(left + up - corner - x))
        out[i] = (byte + (0, left, up, (left + up) // 2, nearest)[kind]) & 255
    return out


def pixels(path):
    """Width, height and the lines of a PNG of 8 bits a channel, as Chromium writes it."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, stream = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6), (depth, colour)
            pixel = 3 if colour == 2 else 4
        if kind == b"IDAT":
            stream += body
        at += size + 12
    raw, lines, before = zlib.decompress(stream), [], bytes(width * pixel)
    for y in range(height):
        start = y * (width * pixel + 1)
        before = unfiltered(raw[start], raw[start + 1:start + 1 + width * pixel], before, pixel)
        lines.append([bytes(before[x:x + 3]) for x in range(0, len(before), pixel)])
    return width, height, lines


def ground(lines):
    """The colour that most of a picture has, how much of it has another one, and how many there are."""
    counts = {}
    for line in lines:
        for pixel in line:
            counts[pixel] = counts.get(pixel, 0) + 1
    most = max(counts, key=counts.get)
    return most, 1 - counts[most] / sum(counts.values()), len(counts)


@unittest.skipUnless(CHROMIUM, "no chromium")
class Screenshots(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        KEPT.mkdir(parents=True, exist_ok=True)

    def shot(self, page, name, width, dark):
        """The picture of a page, and what it has said in the console."""
        picture = KEPT / f"{name}-{width}-{'dark' if dark else 'light'}.png"
        picture.unlink(missing_ok=True)
        options = ["--blink-settings=preferredColorScheme=0"] if dark else []
        done = subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr",
             f"--user-data-dir={self.folder.name}/profile", f"--window-size={width},600", *options,
             f"--screenshot={picture}", f"file://{page}"], capture_output=True, text=True, timeout=240, check=False)
        self.assertTrue(picture.exists(), done.stderr[-2000:])
        return picture, re.findall(r"INFO:CONSOLE.*", done.stderr)

    def seen(self, page, name):
        for width in WIDTHS:
            for dark in (False, True):
                with self.subTest(page=name, width=width, dark=dark):
                    picture, said = self.shot(page, name, width, dark)
                    self.assertEqual(said, [])
                    wide, _, lines = pixels(picture)
                    self.assertEqual(wide, width)
                    paper, drawn, colours = ground(lines)
                    self.assertGreater(drawn, 0.01, "the page is blank")
                    self.assertGreater(colours, 8)
                    self.assertEqual(sum(paper) < 3 * 128, dark, paper)

    def test_explain(self):
        (Path(self.folder.name) / "a.tns").write_text(MATRIX, encoding="utf-8")
        page = os.path.join(self.folder.name, "explain.html")
        subprocess.run([TEAALC, "explain", str(ROOT / "specs/spmv_thread_mapped.yaml"), "-D", "NUM_THREADS=2", "A=a.tns", "B=dense:",
                        "--orders=all", f"--html={page}"], cwd=self.folder.name, check=True, capture_output=True)
        self.seen(page, "explain")

    def test_lessons(self):
        page = os.path.join(self.folder.name, "lessons.html")
        subprocess.run([sys.executable, str(ROOT / "scripts/lessons_page.py"), f"--teaalc={TEAALC}", "-o", page], check=True)
        self.seen(page, "lessons")

    # What these tests look for is there to be found.
    def test_blank_and_noisy_pages_fail(self):
        page = os.path.join(self.folder.name, "wrong.html")
        Path(page).write_text("<!doctype html><title>x</title><script>console.error('lost')</script>", encoding="utf-8")
        picture, said = self.shot(page, "wrong", 500, False)
        self.assertEqual(len(said), 1)
        self.assertIn("lost", said[0])
        self.assertEqual(ground(pixels(picture)[2])[1], 0)
        picture.unlink()


if __name__ == "__main__":
    if not CHROMIUM:
        print("skipped: no chromium")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
