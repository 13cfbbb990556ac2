"""What a run tells of itself: as text, as data, and as HTML in a notebook."""

import html


def _time(us):
    for least, unit in ((1e6, "s"), (1e3, "ms"), (1, "µs")):
        if us >= least:
            return f"{us / least:.3g} {unit}"
    return f"{us * 1e3:.3g} ns"


def _bytes(count):
    for least, unit in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if count >= least:
            return f"{count / least:.3g} {unit}"
    return f"{count} B"


def _table(head, rows):
    """Cells are texts; those of columns whose head begins with > stand at the right."""
    def cells(row, tag):
        sides = ["right" if name.startswith(">") else "left" for name in head]
        return "".join(f'<{tag} style="text-align: {side}">{html.escape(str(cell))}</{tag}>'
                       for side, cell in zip(sides, row))
    lines = [f"<tr>{cells([name.lstrip('>') for name in head], 'th')}</tr>"]
    lines += [f"<tr>{cells(row, 'td')}</tr>" for row in rows]
    return "<table>" + "".join(lines) + "</table>"


def _tensor_row(tensor):
    return (tensor["name"], f"[{', '.join(tensor['ranks'])}]", " × ".join(map(str, tensor["shape"])), tensor["format"],
            tensor["occupancy"], f"{tensor['density']:.3%}", _bytes(tensor["bytes"]), tensor["source"] or tensor["role"])


class Report:
    """What `teaalc run` reports: `str(report)`, `.json` (a dict, times in microseconds), and tables in a notebook."""

    def __init__(self, text, data):
        self.text, self.json = text, data

    def __str__(self):
        return self.text

    __repr__ = __str__

    def _repr_html_(self):
        data = self.json
        title = f"{data['spec']} on {data['device']['name']}, {data['value_type']}"
        parts = [f"<p><b>{html.escape(title)}</b></p>",
                 f"<pre>{html.escape(chr(10).join(data['expressions']))}</pre>",
                 _table(["tensor", "ranks", ">shape", "format", ">non-zeros", ">density", ">bytes", "from"],
                        map(_tensor_row, data["tensors"])),
                 _table([">time", "step"], [(_time(step["us"]), step["text"]) for step in data["steps"]])]
        if data["kernel"]:
            kernel, floor = data["kernel"], data["floor"]
            parts.append(f"<p>kernel time {_time(kernel['us'])} (median of {kernel['runs']} runs): "
                         f"{floor['gb_per_s']:.3g} GB/s of the {_bytes(floor['bytes'])} that must move</p>")
        if data["device"]["kind"] == "cpu":
            parts.append("<p>emulation: compare counts, not these times</p>")
        said = "".join(f"<li>{html.escape(line)}</li>" for line in [*data["findings"], *data["notes"]])
        parts.append(f"<ul>{said}</ul>" if said else "")
        return "".join(parts)
