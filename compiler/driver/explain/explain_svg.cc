#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

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

// Colours are Tol's high-contrast scheme and two that go with it; a pattern says the same.
struct Look {
  Work work;
  const char* color;
  const char* mark;  // a path over 6 x 6; empty: filled
  const char* words;
};
constexpr std::array looks = {
    Look{Work::Compute, "#004488", "", "computes"},
    Look{Work::Open, "#bb5566", "M-1 1l2 -2M0 6l6 -6M5 7l2 -2", "opens a fiber"},
    Look{Work::Probe, "#997700", "M1.5 1.5h1.5v1.5h-1.5zM4.5 4.5h1.5v1.5h-1.5z", "searches"},
    Look{Work::Combine, "#117755", "M3 0v6M0 3h6", "adds partial sums"},
    Look{Work::Stage, "#66489c", "M0 1.5h6M0 4.5h6", "copies to shared memory"},
    Look{Work::Vain, "#111111", "M0 0l6 6M0 6l6 -6", "in vain"},
    Look{Work::Masked, "#b0b0b0", "M0 3h6", "waits for its warp"},
    Look{Work::Wait, "#b0b0b0", "M3 0v3", "waits: barrier, next kernel"}};

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

std::string id_of(const Look& look) { return fmt::format("w{}", static_cast<int>(look.work)); }

std::string patterns() {
  std::string out = "<defs>\n";
  for (const Look& look : looks) {
    const std::string ground = *look.mark ? "#ffffff" : look.color;
    out += fmt::format(
        "<pattern id=\"{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect "
        "width=\"6\" height=\"6\" fill=\"{}\"/>",
        id_of(look), ground);
    if (*look.mark)
      out += fmt::format("<path d=\"{0}\" stroke=\"{1}\" fill=\"{1}\" stroke-width=\"1.3\"/>",
                         look.mark, look.color);
    out += "</pattern>\n";
  }
  return out + "</defs>\n";
}

// The lanes of a panel, each with its name.
struct Row {
  std::string label;
  size_t warp = 0;
  std::vector<Work> slots;
};

struct Panel {
  std::string title;
  std::vector<Row> rows;
  size_t slots = 0;
};

Panel panel_of(const Mapping& m) {
  const Counts& c = m.counts;
  Panel out{fmt::format("{}: {}, {} slots, {:.0f} % at work", m.name, m.loops, count_text(c.slots),
                        c.at_work() * 100),
            {}};
  const auto lanes = static_cast<size_t>(c.machine.lanes);
  if (is_drawn(c)) {
    const auto all = lanes_of(c);
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
      out.rows.push_back({fmt::format("lane {}", lane), 0, all[lane]});
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

// A path a kind of work, each of many bars.
class Bars {
 public:
  explicit Bars(const Scale& scale) : scale_(scale) {}

  void add(const std::vector<Work>& slots, double y) {
    const std::vector<Work> shown = condensed(slots, scale_.columns_of(slots.size()));
    for (size_t from = 0; from < shown.size();) {
      size_t to = from + 1;
      while (!scale_.apart() && to < shown.size() && shown[to] == shown[from]) ++to;
      bar(shown[from], from, to, y);
      from = to;
    }
  }
  std::string text() const {
    std::string out;
    for (const Look& look : looks)
      if (auto path = paths_.find(look.work); path != paths_.end())
        out +=
            fmt::format("<path fill=\"url(#{})\" stroke=\"{}\" stroke-width=\"0.4\" d=\"{}\"/>\n",
                        id_of(look), look.color, path->second);
    return out;
  }

 private:
  void bar(Work work, size_t from, size_t to, double y) {
    if (work == Work::Done) return;
    const double gap = scale_.apart() ? 0.8 : 0;
    const double x = margin + labels + static_cast<double>(from) * scale_.column();
    const double wide = static_cast<double>(to - from) * scale_.column() - gap;
    const bool idle = interpret::is_idle(work);
    const double high = idle ? bar_height / 2 : bar_height;
    paths_[work] += fmt::format("M{:.5g} {:.5g}h{:.4g}v{:g}h-{:.4g}z", x,
                                y + (bar_height - high) / 2, wide, high, wide);
  }

  const Scale& scale_;
  std::map<Work, std::string> paths_;
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

double share_of(const std::vector<Work>& slots) {
  const auto working = std::ranges::count_if(slots, [](Work w) { return !interpret::is_idle(w); });
  return slots.empty() ? 0 : static_cast<double>(working) / static_cast<double>(slots.size());
}

std::string drawn(const Panel& panel, const Scale& scale, double& y) {
  std::string out = words(margin, y + 12, panel.title, " font-weight=\"bold\"");
  y += line_height;
  Bars bars(scale);
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

std::string legend(double& y) {
  std::string out;
  double x = margin;
  for (const Look& look : looks) {
    const double wide = 24 + 6.2 * static_cast<double>(std::string_view(look.words).size()) + 14;
    if (x + wide > width - margin) x = margin, y += line_height;
    out += fmt::format(
        "<rect x=\"{:g}\" y=\"{:g}\" width=\"18\" height=\"12\" fill=\"url(#{})\" stroke=\"{}\"/>",
        x, y, id_of(look), look.color);
    out += words(x + 24, y + 10, look.words);
    x += wide;
  }
  y += line_height;
  return out;
}

}  // namespace

std::string to_svg(const Explanation& e) {
  std::vector<Panel> panels;
  Scale scale;
  for (const Mapping& m : e.mappings) {
    panels.push_back(panel_of(m));
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
    body += drawn(panel, scale, y);
    described += panel.title + ". ";
  }
  body += legend(y);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 "
      "{0:g} {1:g}\" role=\"img\" aria-labelledby=\"t d\" font-family=\"sans-serif\" "
      "font-size=\"11\" fill=\"#1a1a1a\">\n<title id=\"t\">{2}</title>\n<desc id=\"d\">{3}</desc>\n"
      "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"#ffffff\"/>\n{4}{5}</svg>\n",
      width, y + margin, escaped(title), escaped(described), patterns(), body);
}

}  // namespace teaal::driver
