// Draws an execution in Graphviz' language, for `dot -Tsvg`.
// Boxes are pinned to a grid (layout=neato), which keeps columns straight and time downward.
// Tested by tests/cli/execution_dot_test.cpp.
#include "cli/execution_dot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/markdown_html.hpp"

namespace ringcheck {

namespace {

/// How the arrows of a relation look. Lines and heads tell them apart even without colour.
struct ArrowStyle {
  std::string_view colour, line, head;
};

ArrowStyle style_of(Relation relation) {
  switch (relation) {
    case Relation::po:
      return {"black", "solid", "normal"};
    case Relation::rf:
      return {"firebrick", "solid", "vee"};
    case Relation::co:
      return {"blue", "dashed", "normal"};
    case Relation::fr:
      return {"darkorange3", "dotted", "normal"};
    case Relation::rmw:
      return {"grey40", "solid", "box"};
    case Relation::addr:
    case Relation::data:
    case Relation::ctrl:
      return {"indigo", "dashed", "empty"};
  }
  return {"black", "solid", "normal"};
}

// Points, as Graphviz counts them.
constexpr double kCharacter = 5.9;  ///< mean width at the size of the boxes' text
constexpr double kPadding = 16;
constexpr double kIndent = 26;  ///< of an interrupt level
constexpr double kRow = 44;
constexpr double kGap = 90;  ///< between columns

std::string dot_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + '"';
}

double width_of(std::string_view text) {
  const auto characters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  return static_cast<double>(characters) * kCharacter + kPadding;
}

class Drawing {
 public:
  explicit Drawing(const ExecutionPicture& picture) : picture_(picture) {
    std::vector<double> widths;
    for (const std::string& name : picture.columns) widths.push_back(width_of(name));
    for (const Box& box : picture.boxes) {
      if (box.column < 0) {
        initial_row_ = std::max(initial_row_, 1);
        continue;
      }
      double& width = widths[static_cast<std::size_t>(box.column)];
      width = std::max(width, width_of(box.text) + kIndent * box.level);
    }
    double left = 0;
    for (const double width : widths) {
      left_.push_back(left);
      left += width + kGap;
    }
  }

  std::string text(const std::string& title, const std::string& caption) {
    out_ = fmt::format("digraph {} {{\n  label={};\n", dot_string(title), dot_string(caption));
    out_ +=
        "  layout=neato; inputscale=72; splines=true; outputorder=nodesfirst;\n"
        "  bgcolor=white; fontname=\"Helvetica\"; fontsize=11;\n"
        "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"Helvetica\", "
        "fontsize=11, height=0.3, margin=\"0.06,0.03\", pin=true];\n"
        "  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.7];\n";
    heads();
    double across = 0;
    for (const Box& box : picture_.boxes) {
      if (box.column >= 0) {
        place(box, left_[static_cast<std::size_t>(box.column)] + kIndent * box.level,
              -kRow * (box.row + 1 + initial_row_), "");
        continue;
      }
      place(box, across, 0, ", color=grey70");
      across += width_of(box.text) + kPadding;
    }
    for (const Arrow& arrow : picture_.arrows)
      draw(arrow.from, arrow.to, name_of(arrow.relation), style_of(arrow.relation),
           in_cycle(arrow));
    // Program order along the cycle may pass over other events.
    for (const Edge& edge : picture_.cycle)
      if (!is_drawn(edge))
        draw(edge.from, edge.to, name_of(edge.kind), style_of(Relation::po), true);
    return out_ + "}\n";
  }

 private:
  void heads() {
    for (std::size_t t = 0; t < picture_.columns.size(); ++t) {
      const double width = width_of(picture_.columns[t]);
      out_ += fmt::format(
          "  thread{} [shape=plaintext, style=\"\", label=<<B>{}</B>>, pos=\"{:.1f},{:.1f}!\"];\n",
          t, escaped_html(picture_.columns[t]), left_[t] + width / 2, -kRow * initial_row_);
    }
  }

  void place(const Box& box, double left, double y, std::string_view more) {
    const double width = width_of(box.text);
    std::string style(more);
    if (box.event == kNoEvent) style += ", shape=plaintext, style=\"\"";
    if (on_cycle(box.event)) style += ", fillcolor=grey88, penwidth=2";
    out_ += fmt::format("  {} [label={}, width={:.3f}, pos=\"{:.1f},{:.1f}!\"{}];\n",
                        dot_string(box.name), dot_string(box.text), width / 72, left + width / 2, y,
                        style);
  }

  [[nodiscard]] bool on_cycle(EventNumber e) const {
    return e != kNoEvent &&
           std::ranges::any_of(picture_.cycle, [&](const Edge& edge) { return edge.from == e; });
  }
  static bool same(const Arrow& arrow, const Edge& edge) {
    return arrow.from == edge.from && arrow.to == edge.to &&
           name_of(arrow.relation) == name_of(edge.kind);
  }
  [[nodiscard]] bool in_cycle(const Arrow& arrow) const {
    return std::ranges::any_of(picture_.cycle, [&](const Edge& edge) { return same(arrow, edge); });
  }
  [[nodiscard]] bool is_drawn(const Edge& edge) const {
    return std::ranges::any_of(picture_.arrows,
                               [&](const Arrow& arrow) { return same(arrow, edge); });
  }
  [[nodiscard]] const Box* box_of(EventNumber e) const {
    const auto found =
        std::ranges::find_if(picture_.boxes, [&](const Box& box) { return box.event == e; });
    return found == picture_.boxes.end() ? nullptr : &*found;
  }

  void draw(EventNumber from, EventNumber to, std::string_view name, const ArrowStyle& style,
            bool bold) {
    const Box* const first = box_of(from);
    const Box* const second = box_of(to);
    if (first == nullptr || second == nullptr) return;
    out_ += fmt::format(
        "  {} -> {} [label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"0\" "
        "BGCOLOR=\"white\"><TR><TD>{}</TD></TR></TABLE>>, color=\"{}\", fontcolor=\"{}\", "
        "style=\"{}\", arrowhead=\"{}\"{}];\n",
        dot_string(first->name), dot_string(second->name),
        bold ? fmt::format("<B>{}</B>", name) : std::string(name), style.colour, style.colour,
        style.line, style.head, bold ? ", penwidth=2.6" : "");
  }

  const ExecutionPicture& picture_;
  std::vector<double> left_;  ///< of each column
  int initial_row_ = 0;       ///< 1 when a row of initial writes stands above the columns
  std::string out_;
};

}  // namespace

std::string execution_dot(const ExecutionPicture& picture, const std::string& title,
                          const std::string& caption) {
  return Drawing(picture).text(title, caption);
}

}  // namespace ringcheck
