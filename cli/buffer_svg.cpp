// Drawings of buffers: one strip per buffer, lanes in it, marks above and below, bands for copies.
//
// All coordinates are whole numbers, so every machine writes the same bytes. Text has a fixed
// width, so labels can be kept apart without a font. Colours follow the preference of the reader's
// system, on a background of their own: GitHub shows the file as an image, which does not know the
// page's colours. Patterns tell the kinds apart where colours do not. Tested by
// tests/cli/buffer_svg_test.cpp.
#include "cli/buffer_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ringcheck {
namespace {

// Pixels.
constexpr int kMargin = 16;
constexpr int kLeft = 132, kWidth = 640, kRight = 28;
constexpr int kTotalWidth = kLeft + kWidth + kRight;
constexpr int kTop = 44;  ///< of the first strip; the title is above
constexpr int kLine = 15, kLane = 26, kLaneGap = 4, kPointer = 8, kScale = 21, kGap = 22;
constexpr int kBandGap = 34;  ///< more space between strips that bands connect
constexpr int kLetter = 7;    ///< at most, of a letter of the text

struct KindStyle {
  std::string_view name, light, dark;
  bool hatched = false;
};

constexpr std::array kStyles = {
    KindStyle{"unread", "#b6d4fe", "#1f4f8f"},
    KindStyle{"room", "none", "none"},
    KindStyle{"fresh", "#a8e0b8", "#1d6b3c"},
    KindStyle{"packet", "#f2cf5b", "#8f6a00"},
    KindStyle{"missed", "#d0d4da", "#4a525c", true},
    KindStyle{"mistake", "#ffb1a8", "#a03028", true},
};

const KindStyle& style_of(RangeKind kind) {
  return kStyles[static_cast<std::size_t>(kind)];
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

std::string style_sheet() {
  std::string text =
      "<style>\n"
      "text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;"
      "fill:#1f2328}\n"
      ".title{font-weight:bold;font-size:13px}.dim,.scale{fill:#59636e}\n"
      ".scale{stroke:#ffffff;stroke-width:4px;paint-order:stroke}\n"
      ".ground{fill:#ffffff;stroke:#d0d7de}.frame{fill:none;stroke:#59636e}\n"
      ".mark{stroke:#1f2328}.point{fill:#1f2328}.band{fill:#2da44e;opacity:.16}\n"
      ".hatch{stroke:#1f2328;opacity:.35}.range{stroke:#59636e}.room{stroke-dasharray:3 3}\n";
  std::string dark =
      "@media (prefers-color-scheme:dark){\n"
      "text{fill:#f0f6fc}.dim,.scale{fill:#9198a1}.scale{stroke:#0d1117}.ground{fill:#0d1117;"
      "stroke:#3d444d}\n"
      ".frame,.range{stroke:#9198a1}.mark{stroke:#f0f6fc}.point{fill:#f0f6fc}\n"
      ".hatch{stroke:#f0f6fc}.band{fill:#3fb950;opacity:.22}\n";
  for (const KindStyle& kind : kStyles) {
    text += fmt::format(".{}{{fill:{}}}\n", kind.name, kind.light);
    dark += fmt::format(".{}{{fill:{}}}\n", kind.name, kind.dark);
  }
  return text + dark + "}\n</style>\n" +
         "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
         "patternTransform=\"rotate(45)\"><path class=\"hatch\" d=\"M0 0V6\"/></pattern></defs>\n";
}

int width_of(std::string_view text) {
  return kLetter * static_cast<int>(text.size());
}

std::string box(RangeKind kind, int x, int y, int width, int height) {
  const KindStyle& style = style_of(kind);
  std::string text =
      fmt::format("<rect class=\"range {}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                  style.name, x, y, width, height);
  if (style.hatched)
    text +=
        fmt::format("<rect fill=\"url(#hatch)\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                    x, y, width, height);
  return text;
}

std::string words(std::string_view anchor, int x, int y, std::string_view text,
                  std::string_view kind = "") {
  const std::string type = kind.empty() ? "" : fmt::format(" class=\"{}\"", kind);
  return fmt::format("<text{} x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", type, x, y, anchor,
                     escaped(text));
}

/// The horizontal position of offset `at` in a strip.
int across(const PictureStrip& strip, std::uint64_t at) {
  return kLeft + static_cast<int>(at * kWidth / strip.bytes);
}

/// A mark with its label in the nearest free row beside its strip.
struct PlacedMark {
  const PictureMark* mark;
  int x = 0;
  int row = 0;
};

/// A label is to the right of its mark or, near the end of the strip, to its left.
bool to_the_left(const PlacedMark& placed) {
  return placed.x + 4 + width_of(placed.mark->label) > kLeft + kWidth + kRight - 4;
}

/// The marks above or below a strip. A row is free if no label is in the way, and no line of a mark
/// that goes on to a further row. Marks to the right are placed first, nearest to the strip.
std::vector<PlacedMark> place(const PictureStrip& strip, bool below) {
  std::vector<PlacedMark> placed;
  for (const PictureMark& mark : strip.marks)
    if (mark.below == below) placed.push_back({&mark, across(strip, mark.at), 0});
  std::ranges::stable_sort(placed, [](const auto& a, const auto& b) { return a.x > b.x; });
  const auto span = [](const PlacedMark& p) {
    const int width = width_of(p.mark->label) + 8;
    return to_the_left(p) ? std::pair{p.x - width, p.x} : std::pair{p.x, p.x + width};
  };
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const auto [from, to] = span(placed[i]);
    for (std::size_t j = 0; j < i; ++j) {
      const auto [other_from, other_to] = span(placed[j]);
      if (from < other_to && other_from < to)
        placed[i].row = std::max(placed[i].row, placed[j].row + 1);
    }
  }
  return placed;
}

int rows(const std::vector<PlacedMark>& placed) {
  int most = 0;
  for (const PlacedMark& mark : placed) most = std::max(most, mark.row + 1);
  return most;
}

/// Where a strip lies, from top to bottom.
struct StripPlace {
  int title = 0;            ///< line of its title
  int top = 0, bottom = 0;  ///< of its lanes
  int end = 0;              ///< of all that belongs to it
  std::vector<PlacedMark> above, below;
};

StripPlace place_strip(const PictureStrip& strip, int y) {
  StripPlace at;
  at.above = place(strip, false);
  at.below = place(strip, true);
  at.title = y + kLine - 3;
  at.top = y + kLine + rows(at.above) * kLine + kPointer;
  const int lanes = static_cast<int>(strip.lanes.size());
  at.bottom = at.top + lanes * kLane + (lanes - 1) * kLaneGap;
  at.end = at.bottom + kScale + (at.below.empty() ? 0 : kPointer + rows(at.below) * kLine);
  return at;
}

/// A range, in two boxes if it wraps around the end; its label is in the wider one.
std::string draw_range(const PictureStrip& strip, const PictureRange& range, int y) {
  const std::uint64_t first = std::min(range.length, strip.bytes - range.from);
  const std::array<std::pair<std::uint64_t, std::uint64_t>, 2> parts = {
      {{range.from, first}, {0, range.length - first}}};
  const std::size_t wider = parts[1].second > parts[0].second ? 1 : 0;
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& [from, length] = parts[i];
    if (length == 0) continue;
    const int x = across(strip, from);
    const int width = across(strip, from + length) - x;
    text += box(range.kind, x, y, width, kLane);
    if (i == wider && width_of(range.label) + 4 <= width)
      text += words("middle", x + width / 2, y + kLane / 2 + 4, range.label);
  }
  return text;
}

std::string draw_marks(const StripPlace& at) {
  std::string text;
  const auto draw = [&](const PlacedMark& p, int tip, int foot, int line) {
    text += fmt::format("<path class=\"mark\" d=\"M{} {}V{}\"/>", p.x, tip, line);
    text += fmt::format("<path class=\"point\" d=\"M{} {}l-4 {}h8z\"/>\n", p.x, tip, foot);
    const bool left = to_the_left(p);
    text += words(left ? "end" : "start", left ? p.x - 5 : p.x + 5, line + (foot > 0 ? 0 : 9),
                  p.mark->label);
  };
  for (const PlacedMark& p : at.above)
    draw(p, at.top - 1, -6, at.top - kPointer - p.row * kLine - 9);
  for (const PlacedMark& p : at.below)
    draw(p, at.bottom + 1, 6, at.bottom + kScale + kPointer + (p.row + 1) * kLine - 6);
  return text;
}

std::string draw_strip(const PictureStrip& strip, const StripPlace& at) {
  std::string text = words("start", kLeft, at.title, strip.title, "dim");
  int y = at.top;
  for (const PictureLane& lane : strip.lanes) {
    text += words("end", kLeft - 10, y + kLane / 2 + 4, lane.name);
    for (const PictureRange& range : lane.ranges) text += draw_range(strip, range, y);
    text += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                        kLeft, y, kWidth, kLane);
    y += kLane + kLaneGap;
  }
  text += draw_marks(at);
  for (std::uint64_t tick = 0; tick <= strip.bytes; tick += strip.tick) {
    const int x = across(strip, tick);
    text += fmt::format("<path class=\"frame\" d=\"M{} {}v4\"/>\n", x, at.bottom);
    text += words("middle", x, at.bottom + kScale - 3, fmt::to_string(tick), "scale");
  }
  return text;
}

std::string draw_copy(const BufferPicture& picture, const PictureCopy& copy,
                      const std::vector<StripPlace>& places) {
  const PictureStrip& from = picture.strips[0];
  const PictureStrip& to = picture.strips[1];
  return fmt::format("<path class=\"band\" d=\"M{} {}H{}L{} {}H{}z\"/>\n", across(from, copy.from),
                     places[0].bottom, across(from, copy.from + copy.length),
                     across(to, copy.to + copy.length), places[1].top, across(to, copy.to));
}

/// The key from line `y` on, and the line below it.
std::pair<std::string, int> draw_key(const std::vector<PictureKey>& key, int y) {
  constexpr int kBox = 14;
  std::string text;
  int x = kMargin;
  for (const PictureKey& entry : key) {
    const int width = kBox + 5 + width_of(entry.meaning);
    if (x + width > kTotalWidth - kMargin) {
      x = kMargin;
      y += kLine + 4;
    }
    text += box(entry.kind, x, y, kBox, 11);
    text += words("start", x + kBox + 5, y + 10, entry.meaning);
    x += width + kBox;
  }
  return {text, y + kLine};
}

}  // namespace

std::string to_svg(const BufferPicture& picture) {
  std::vector<StripPlace> places;
  int y = kTop;
  for (const PictureStrip& strip : picture.strips) {
    places.push_back(place_strip(strip, y));
    y = places.back().end + kGap + (picture.copies.empty() ? 0 : kBandGap);
  }
  y = places.back().end + kGap;
  const auto [key, end] = draw_key(picture.key, y);
  const int height = end + kMargin;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\" aria-labelledby=\"title desc\">\n"
      "<title id=\"title\">{2}</title>\n<desc id=\"desc\">{3}</desc>\n",
      kTotalWidth, height, escaped(picture.title), escaped(picture.text));
  text += style_sheet();
  text +=
      fmt::format("<rect class=\"ground\" x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n",
                  kTotalWidth - 2, height - 2);
  text += words("start", kMargin, 26, picture.title, "title");
  for (const PictureCopy& copy : picture.copies) text += draw_copy(picture, copy, places);
  for (std::size_t i = 0; i < places.size(); ++i) text += draw_strip(picture.strips[i], places[i]);
  return text + key + "</svg>\n";
}

}  // namespace ringcheck
