// Drawings of timelines: one column per thread, one box per event, an arrow from each write to its
// reads.
//
// All coordinates are whole numbers and text has a fixed width, as in buffer_svg.cpp.
// Tested by tests/cli/ring_pictures_test.cpp.
#include "cli/timeline_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/markdown_html.hpp"

namespace ringcheck {

namespace {

// Pixels.
constexpr int kMargin = 16, kTop = 66, kLetter = 7, kLine = 15, kPad = 6;
constexpr int kIndent = 26, kGap = 70, kBetween = 8;
constexpr std::size_t kNote = 46;  ///< letters of a line of a note

constexpr const char* kStyle =
    "<style>\n"
    "text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;"
    "fill:#1f2328}\n"
    ".title{font-weight:bold;font-size:13px}.note{fill:#59636e;font-style:italic}\n"
    ".thread{font-weight:bold}.site{font-weight:bold;fill:#0550ae}\n"
    ".ground{fill:#ffffff;stroke:#d0d7de}.life{stroke:#d0d7de;stroke-width:2}\n"
    ".event{fill:#f6f8fa;stroke:#59636e}.inside{fill:#fff3c4}\n"
    ".reads{fill:none;stroke:#a3171b;stroke-width:1.5}.tip{fill:#a3171b}\n"
    "@media (prefers-color-scheme:dark){\n"
    "text{fill:#f0f6fc}.note{fill:#9198a1}.site{fill:#79c0ff}\n"
    ".ground{fill:#0d1117;stroke:#3d444d}.life{stroke:#3d444d}\n"
    ".event{fill:#161b22;stroke:#9198a1}.inside{fill:#3b2f0b}\n"
    ".reads{stroke:#ff8a80}.tip{fill:#ff8a80}\n}\n</style>\n";

/// `text` in lines of at most kNote letters, between words.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t end = text.size();
    if (end > kNote) {
      end = text.rfind(' ', kNote);
      if (end == std::string_view::npos || end == 0) end = kNote;
    }
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return lines;
}

/// Where a row lies.
struct Place {
  int x = 0, y = 0, width = 0;
  std::vector<std::string> note;
};

int letters(const TimelineRow& row) {
  return static_cast<int>(row.text.size() + (row.site.empty() ? 0 : row.site.size() + 3));
}

class Drawing {
 public:
  explicit Drawing(const Timeline& of) : of_(of) {
    std::vector<int> widths;
    for (const std::string& name : of.columns)
      widths.push_back(kLetter * static_cast<int>(name.size()));
    for (const TimelineRow& row : of.rows) {
      Place& place = places_.emplace_back();
      place.note = lines_of(row.note);
      place.width = kLetter * letters(row) + 2 * kPad;
      int widest = place.width;
      for (const std::string& line : place.note)
        widest = std::max(widest, kLetter * static_cast<int>(line.size()) + 2 * kPad);
      int& width = widths[static_cast<std::size_t>(row.column)];
      width = std::max(width, widest + row.level * kIndent);
    }
    int x = kMargin;
    for (const int width : widths) {
      columns_.push_back(x);
      x += width + kGap;
    }
    width_ = std::max(x - kGap + kMargin, 2 * kMargin + 8 * static_cast<int>(of.title.size()));
    int y = kTop;
    for (std::size_t i = 0; i < of.rows.size(); ++i) {
      const TimelineRow& row = of.rows[i];
      places_[i].x = columns_[static_cast<std::size_t>(row.column)] + row.level * kIndent;
      places_[i].y = y;
      y += kLine + kPad + kLine * static_cast<int>(places_[i].note.size()) + kBetween;
    }
    height_ = y + kMargin - kBetween;
  }

  [[nodiscard]] std::string svg() const {
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" role=\"img\" aria-labelledby=\"title desc\">\n"
        "<title id=\"title\">{2}</title>\n<desc id=\"desc\">{3}</desc>\n",
        width_, height_, escaped_html(of_.title), escaped_html(of_.text));
    text += kStyle;
    text += fmt::format(
        "<rect class=\"ground\" x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n",
        width_ - 2, height_ - 2);
    text += words(kMargin, 26, of_.title, "title");
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      text += words(columns_[c], kTop - 16, of_.columns[c], "thread");
      text += fmt::format("<path class=\"life\" d=\"M{} {}V{}\"/>\n", columns_[c] + 3, kTop - 8,
                          height_ - kMargin / 2);
    }
    for (std::size_t i = 0; i < places_.size(); ++i) text += event(of_.rows[i], places_[i]);
    for (const auto& [write, read] : of_.reads) text += arrow(write, read);
    return text + "</svg>\n";
  }

 private:
  static std::string words(int x, int y, std::string_view text, std::string_view kind) {
    return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", kind, x, y,
                       escaped_html(text));
  }

  static std::string event(const TimelineRow& row, const Place& at) {
    std::string text = fmt::format(
        "<rect class=\"event{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>\n",
        row.level > 0 ? " inside" : "", at.x, at.y, at.width, kLine + kPad - 1);
    int y = at.y + kLine;
    text += words(at.x + kPad, y, row.text, "what");
    if (!row.site.empty())
      text += words(at.x + kPad + kLetter * static_cast<int>(row.text.size() + 1), y,
                    fmt::format("({})", row.site), "site");
    for (const std::string& line : at.note) text += words(at.x + kPad, y += kLine, line, "note");
    return text;
  }

  [[nodiscard]] std::string arrow(int write, int read) const {
    const Place& from = places_[static_cast<std::size_t>(write)];
    const Place& to = places_[static_cast<std::size_t>(read)];
    const bool right = to.x > from.x + from.width / 2;
    const int x1 = right ? from.x + from.width : from.x;
    const int x2 = right ? to.x : to.x + to.width;
    const int y1 = from.y + kLine / 2 + 3, y2 = to.y + kLine / 2 + 3;
    const int bend = right ? 32 : -32, tip = right ? -7 : 7;
    return fmt::format("<path class=\"reads\" d=\"M{} {}C{} {} {} {} {} {}\"/>", x1, y1, x1 + bend,
                       y1, x2 - bend, y2, x2 + tip, y2) +
           fmt::format("<path class=\"tip\" d=\"M{} {}l{} -4v8z\"/>\n", x2, y2, tip);
  }

  const Timeline& of_;
  std::vector<Place> places_;
  std::vector<int> columns_;
  int width_ = 0, height_ = 0;
};

}  // namespace

std::string to_svg(const Timeline& timeline) {
  return Drawing(timeline).svg();
}

}  // namespace ringcheck
