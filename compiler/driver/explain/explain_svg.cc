#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <map>
#include <set>

#include "compiler/driver/explain/explain.h"
#include "compiler/driver/explain/lanes.h"

// Lanes over slots as a picture for papers. Lengths are in px.
namespace teaal::driver {
namespace {

using interpret::Counts;
using interpret::Work;
using runtime::report::count_text;

constexpr size_t most_columns = 420, most_rows = 32;
constexpr double margin = 16, labels = 52, drawn_width = 840, shares = 44;
constexpr double width = 2 * margin + labels + drawn_width + shares;
constexpr double row_height = 14, bar_height = 12, line_height = 18, warp_gap = 5, panel_gap = 20;

// What a lane does in a slot; where it computes, also which rank moved (a number among those of all
// mappings), and how far inside of its mapping's loops that is.
struct Mark {
  Work work = Work::Done;
  int rank = -1, depth = 0;
  auto operator<=>(const Mark&) const = default;
};

// Colours are those of the page in its light theme: of ranks Tol's high-contrast scheme and some
// that go with it, of other kinds of work greys, which a pattern tells apart. The further inside a
// rank stands, the lower its bar, and wide bars bear its name.
struct Look {
  Work work;
  const char* color;
  const char* pattern;  // a path over 6 x 6; empty: filled
  const char* words;
};
constexpr std::array looks = {
    Look{Work::Compute, "#33404d", "", "computes"},
    Look{Work::Open, "#65717e", "M-1 1l2 -2M0 6l6 -6M5 7l2 -2", "opens a fiber"},
    Look{Work::Probe, "#5d6974", "M1.5 1.5h1.5v1.5h-1.5zM4.5 4.5h1.5v1.5h-1.5z", "searches"},
    Look{Work::Combine, "#3b3f46", "M3 0v6M0 3h6", "adds partial sums"},
    Look{Work::Stage, "#6d5f4b", "M0 1.5h6M0 4.5h6", "copies to shared memory"},
    Look{Work::Vain, "#111111", "M0 0l6 6M0 6l6 -6", "in vain"},
    Look{Work::Masked, "#b0b0b0", "M0 3h6", "waits for its warp"},
    Look{Work::Wait, "#b0b0b0", "M3 0v3", "waits: barrier, next kernel"}};
constexpr std::array rank_colors = {"#004488", "#bb5566", "#8a6a00",
                                    "#22552f", "#8833dd", "#55606a"};

const char* rank_color(int rank) {
  return rank_colors.at(std::min(static_cast<size_t>(rank), rank_colors.size() - 1));
}

double height_of(const Mark& mark) {
  if (interpret::is_idle(mark.work)) return bar_height / 2;
  return mark.rank < 0 ? bar_height : bar_height * (1 - std::min(0.16 * mark.depth, 0.64));
}

std::string escaped(const std::string& text) {
  static const std::map<char, const char*> entities = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
  std::string out;
  for (char c : text)
    if (auto entity = entities.find(c); entity != entities.end())
      out += entity->second;
    else if (static_cast<unsigned char>(c) >= ' ')
      out += c;
  return out;
}

std::string words(double x, double y, const std::string& text, const char* style = "") {
  return fmt::format("<text x=\"{:g}\" y=\"{:g}\"{}>{}</text>\n", x, y, style, escaped(text));
}

std::string fill_of(const Mark& mark) {
  if (mark.rank >= 0) return rank_color(mark.rank);
  return fmt::format("url(#w{})", static_cast<int>(mark.work));
}

std::string pattern_of(const Look& look) {
  std::string out = fmt::format(
      "<pattern id=\"w{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect "
      "width=\"6\" height=\"6\" fill=\"{}\"/>",
      static_cast<int>(look.work), *look.pattern ? "#ffffff" : look.color);
  if (*look.pattern)
    out += fmt::format("<path d=\"{0}\" stroke=\"{1}\" fill=\"{1}\" stroke-width=\"1.3\"/>",
                       look.pattern, look.color);
  return out + "</pattern>\n";
}

// The lanes of a panel, each with its name.
struct Row {
  std::string label;
  size_t warp = 0;
  std::vector<Mark> slots;
};

struct Panel {
  std::string title;
  std::vector<Row> rows;
  size_t slots = 0;
};

using Ranks = std::vector<std::string>;

// Of all mappings, each once, as the page numbers them.
Ranks ranks_of(const std::vector<Mapping>& mappings) {
  Ranks out;
  for (const Mapping& m : mappings)
    for (const std::string& rank : m.moved.ranks)
      if (std::ranges::find(out, rank) == out.end()) out.push_back(rank);
  return out;
}

std::vector<Mark> marks_of(const std::vector<Work>& lane) {
  std::vector<Mark> out;
  for (Work work : lane) out.push_back({work});
  return out;
}

// Of each lane, what it does in each slot; where it is known, with the rank that moved.
std::vector<std::vector<Mark>> marks_of(const Mapping& m, const Ranks& ranks) {
  std::vector<std::vector<Mark>> out;
  for (const std::vector<Work>& lane : lanes_of(m.counts)) out.push_back(marks_of(lane));
  const auto lanes = static_cast<size_t>(m.counts.machine.lanes);
  for (size_t i = 0; i < m.moved.of.size(); ++i) {
    const int8_t moved = m.moved.of[i];
    if (moved < 0) continue;
    const auto depth = static_cast<uint8_t>(moved);
    const interpret::Slot& slot = m.counts.trace.slots[i / lanes];
    Mark& mark =
        out[static_cast<size_t>(slot.warp) * lanes + i % lanes][static_cast<size_t>(slot.time)];
    mark.rank = static_cast<int>(std::ranges::find(ranks, m.moved.ranks[depth]) - ranks.begin());
    mark.depth = depth;
  }
  return out;
}

Panel panel_of(const Mapping& m, const Ranks& ranks) {
  const Counts& c = m.counts;
  Panel out{fmt::format("{}: {}, {} slots, {:.0f} % at work", m.name, m.loops, count_text(c.slots),
                        c.at_work() * 100),
            {}};
  const auto lanes = static_cast<size_t>(c.machine.lanes);
  if (is_drawn(c)) {
    const auto all = marks_of(m, ranks);
    const auto chosen = chosen_lanes(c, most_rows);
    for (size_t lane : chosen)
      out.rows.push_back(
          {fmt::format("w{}.{}", lane / lanes, lane % lanes), lane / lanes, all[lane]});
    if (chosen.size() < all.size())
      out.title += fmt::format("; {} lanes of {}, of the busiest warps", chosen.size(),
                               count_text(c.machine.width()));
  } else {
    const auto all = lanes_of_longest(c);
    for (size_t lane = 0; lane < all.size(); ++lane)
      out.rows.push_back({fmt::format("lane {}", lane), 0, marks_of(all[lane])});
    out.title += fmt::format("; the longest warp: {} of block {} of {}", c.longest.warp,
                             c.longest.block, c.longest.kernel);
  }
  for (const Row& row : out.rows) out.slots = std::max(out.slots, row.slots.size());
  return out;
}

// All panels share one scale.
struct Scale {
  size_t slots = 1;  // of the longest panel
  size_t columns() const { return std::min(slots, most_columns); }
  double column() const { return drawn_width / static_cast<double>(columns()); }
  size_t columns_of(size_t of) const {
    return slots <= most_columns ? of : std::max<size_t>(1, of * most_columns / slots);
  }
  // Whether slots are drawn apart.
  bool apart() const { return slots <= most_columns && column() >= 5; }
};

// A lane in stretches of slots, each as what fills most of it.
std::vector<Mark> stretches(const std::vector<Mark>& lane, size_t columns) {
  std::vector<Work> work;
  for (const Mark& mark : lane) work.push_back(mark.work);
  std::vector<Mark> out = marks_of(condensed(work, columns));
  columns = out.size();
  for (size_t c = 0; c < columns; ++c) {
    std::map<Mark, size_t> of;
    for (size_t s = c * lane.size() / columns; s < (c + 1) * lane.size() / columns; ++s)
      if (lane[s].work == out[c].work) ++of[lane[s]];
    if (!of.empty())
      out[c] = std::ranges::max_element(of, {}, [](const auto& one) { return one.second; })->first;
  }
  return out;
}

// A path for bars that look alike.
class Bars {
 public:
  Bars(const Scale& scale, const Ranks& ranks) : scale_(scale), ranks_(ranks) {}

  void add(const std::vector<Mark>& slots, double y) {
    const std::vector<Mark> shown = stretches(slots, scale_.columns_of(slots.size()));
    for (size_t from = 0; from < shown.size();) {
      size_t to = from + 1;
      while (!scale_.apart() && to < shown.size() && shown[to] == shown[from]) ++to;
      bar(shown[from], from, to, y);
      from = to;
    }
  }
  std::string text() const {
    std::string out;
    for (const auto& [mark, path] : paths_)
      out += fmt::format("<path fill=\"{}\" stroke=\"{}\" stroke-width=\"0.4\" d=\"{}\"/>\n",
                         fill_of(mark), color_of(mark), path);
    return out + names_;
  }

 private:
  static const char* color_of(const Mark& mark) {
    if (mark.rank >= 0) return rank_color(mark.rank);
    return std::ranges::find(looks, mark.work, &Look::work)->color;
  }

  void bar(const Mark& mark, size_t from, size_t to, double y) {
    if (mark.work == Work::Done) return;
    constexpr double wide_enough = 10;  // for a letter
    const double gap = scale_.apart() ? 0.8 : 0;
    const double x = margin + labels + static_cast<double>(from) * scale_.column();
    const double wide = static_cast<double>(to - from) * scale_.column() - gap;
    const double high = height_of(mark);
    const bool idle = interpret::is_idle(mark.work);
    const double top = y + (idle ? (bar_height - high) / 2 : bar_height - high);
    paths_[mark] += fmt::format("M{:.5g} {:.5g}h{:.4g}v{:g}h-{:.4g}z", x, top, wide, high, wide);
    if (mark.rank >= 0 && scale_.apart() && wide >= wide_enough)
      names_ += words(
          x + wide / 2, y + bar_height - 2, ranks_[static_cast<size_t>(mark.rank)].substr(0, 1),
          " text-anchor=\"middle\" font-size=\"9\" font-weight=\"bold\" fill=\"#ffffff\"");
  }

  const Scale& scale_;
  const Ranks& ranks_;
  std::map<Mark, std::string> paths_;
  std::string names_;
};

// 1, 2 or 5 times a power of ten, so that about eight ticks stand on the axis.
int64_t tick_step(size_t slots) {
  const double about = static_cast<double>(slots) / 8;
  const double power = std::pow(10, std::floor(std::log10(std::max(about, 1.0))));
  for (int times : {1, 2, 5})
    if (about <= times * power) return static_cast<int64_t>(times * power);
  return static_cast<int64_t>(10 * power);
}

std::string axis(const Scale& scale, double y) {
  std::string out;
  const double each = drawn_width / static_cast<double>(scale.slots);
  for (int64_t slot = 0; slot <= static_cast<int64_t>(scale.slots);
       slot += tick_step(scale.slots)) {
    const double x = margin + labels + static_cast<double>(slot) * each;
    out += fmt::format("<path d=\"M{:.5g} {:g}v4\" stroke=\"#1a1a1a\"/>", x, y);
    out += words(x, y + 15, count_text(slot), " text-anchor=\"middle\"");
  }
  return out + words(margin, y + 15, "slot");
}

double share_of(const std::vector<Mark>& slots) {
  const auto working =
      std::ranges::count_if(slots, [](const Mark& m) { return !interpret::is_idle(m.work); });
  return slots.empty() ? 0 : static_cast<double>(working) / static_cast<double>(slots.size());
}

std::string drawn(const Panel& panel, const Scale& scale, const Ranks& ranks, double& y) {
  std::string out = words(margin, y + 12, panel.title, " font-weight=\"bold\"");
  y += line_height;
  Bars bars(scale, ranks);
  for (size_t r = 0; r < panel.rows.size(); ++r) {
    const Row& row = panel.rows[r];
    if (r > 0 && panel.rows[r - 1].warp != row.warp) y += warp_gap;
    bars.add(row.slots, y);
    out += words(margin, y + 10, row.label);
    out += words(width - margin, y + 10, fmt::format("{:.0f} %", share_of(row.slots) * 100),
                 " text-anchor=\"end\"");
    y += row_height;
  }
  out += bars.text() + axis(scale, y + 2);
  y += line_height + panel_gap;
  return out;
}

struct Entry {
  Mark mark;
  const char* color;
  std::string words;
};

// What is drawn: ranks that moved in front, with their bars as low as they stand furthest inside.
std::vector<Entry> entries_of(const std::vector<Panel>& panels, const Ranks& ranks) {
  std::map<int, int> depths;
  std::set<Work> kinds;
  for (const Panel& panel : panels)
    for (const Row& row : panel.rows)
      for (const Mark& mark : row.slots) {
        if (mark.rank < 0) kinds.insert(mark.work);
        if (mark.rank >= 0) depths[mark.rank] = std::max(depths[mark.rank], mark.depth);
      }
  std::vector<Entry> out;
  for (const auto& [rank, depth] : depths)
    out.push_back({{Work::Compute, rank, depth},
                   rank_color(rank),
                   fmt::format("computes, {} moved", ranks[static_cast<size_t>(rank)])});
  for (const Look& look : looks)
    if (kinds.contains(look.work)) out.push_back({{look.work}, look.color, look.words});
  return out;
}

std::string patterns(const std::vector<Entry>& entries) {
  std::string out = "<defs>\n";
  for (const Entry& entry : entries)
    if (entry.mark.rank < 0)
      out += pattern_of(*std::ranges::find(looks, entry.mark.work, &Look::work));
  return out + "</defs>\n";
}

std::string legend(const std::vector<Entry>& entries, double& y) {
  std::string out;
  double x = margin;
  for (const Entry& entry : entries) {
    const double wide = 24 + 6.2 * static_cast<double>(entry.words.size()) + 14;
    if (x + wide > width - margin) x = margin, y += line_height;
    const double high = interpret::is_idle(entry.mark.work) ? bar_height : height_of(entry.mark);
    out += fmt::format(
        "<rect x=\"{:g}\" y=\"{:g}\" width=\"18\" height=\"{:g}\" fill=\"{}\" "
        "stroke=\"{}\"/>",
        x, y + bar_height - high, high, fill_of(entry.mark), entry.color);
    out += words(x + 24, y + 10, entry.words);
    x += wide;
  }
  y += line_height;
  return out;
}

}  // namespace

std::string to_svg(const Explanation& e) {
  std::vector<Panel> panels;
  Scale scale;
  const Ranks ranks = ranks_of(e.mappings);
  for (const Mapping& m : e.mappings) {
    panels.push_back(panel_of(m, ranks));
    scale.slots = std::max(scale.slots, panels.back().slots);
  }
  const std::string title = fmt::format("{}", fmt::join(e.expressions, "; "));
  const std::string about = fmt::format(
      "{}{}{} warps x {} lanes; a slot is one turn of one warp that waits for a load",
      fmt::join(e.inputs, ", "), e.inputs.empty() ? "" : "; ", e.machine.warps, e.machine.lanes);
  double y = margin;
  std::string body = words(margin, y + 14, title, " font-size=\"15\" font-weight=\"bold\"");
  y += 22;
  body += words(margin, y + 12, about);
  y += line_height;
  if (scale.slots > most_columns) {
    body += words(margin, y + 12,
                  fmt::format("A column is {:.1f} slots, drawn as what fills most of it.",
                              static_cast<double>(scale.slots) / most_columns));
    y += line_height;
  }
  y += 6;
  std::string described;
  for (const Panel& panel : panels) {
    body += drawn(panel, scale, ranks, y);
    described += panel.title + ". ";
  }
  const std::vector<Entry> entries = entries_of(panels, ranks);
  body += legend(entries, y);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 "
      "{0:g} {1:g}\" role=\"img\" aria-labelledby=\"t d\" font-family=\"sans-serif\" "
      "font-size=\"11\" fill=\"#1a1a1a\">\n<title id=\"t\">{2}</title>\n<desc id=\"d\">{3}</desc>\n"
      "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"#ffffff\"/>\n{4}{5}</svg>\n",
      width, y + margin, escaped(title), escaped(described), patterns(entries), body);
}

}  // namespace teaal::driver
