// Draws an execution in Graphviz' language, for `dot -Tsvg`.
// Positions are left to dot: a cluster a thread, whose events are kept in a column by the weight of
// program order; communication does not pull at it (constraint=false).
// Tested by tests/cli/execution_dot_test.cpp.
#include "cli/execution_dot.hpp"

#include <fmt/format.h>

#include <vector>

#include "cli/execution_text.hpp"

namespace ringcheck {

namespace {

/// How the edges of a relation look.
struct EdgeStyle {
  std::string_view name;
  std::string_view colour;
  bool column = false;  ///< keeps events above each other
};

constexpr EdgeStyle kPo{"po", "black", true};
constexpr EdgeStyle kRf{"rf", "firebrick"};
constexpr EdgeStyle kCo{"co", "blue"};
constexpr EdgeStyle kFr{"fr", "darkorange"};
constexpr EdgeStyle kRmw{"rmw", "grey40"};
constexpr EdgeStyle kAddr{"addr", "indigo"};
constexpr EdgeStyle kData{"data", "indigo"};
constexpr EdgeStyle kCtrl{"ctrl", "indigo"};

std::string quoted(std::string_view text) {
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

/// Letters name events: a … z, then a1, b1 and so on.
std::string letter(std::size_t n) {
  std::string name(1, static_cast<char>('a' + n % 26));
  return n < 26 ? name : name + std::to_string(n / 26);
}

class Drawing {
 public:
  Drawing(const Program& program, const ExecutionGraph& graph)
      : program_(program), graph_(graph), names_(static_cast<std::size_t>(graph.size())) {
    name_events();
  }

  std::string text(const std::string& title, const std::string& caption) {
    out_ = fmt::format("digraph {} {{\n  label={};\n", quoted(title), quoted(caption));
    out_ += "  node [shape=plaintext, fontname=\"Helvetica\", fontsize=11, height=0.2];\n";
    out_ += "  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.7];\n";
    for (int e = 0; e < graph_.locations(); ++e) node(static_cast<EventNumber>(e), "  ");
    for (int t = 0; t < graph_.threads(); ++t) column(static_cast<ThreadId>(t));
    for (int e = 0; e < graph_.size(); ++e) communication(static_cast<EventNumber>(e));
    return out_ + "}\n";
  }

 private:
  [[nodiscard]] bool shown(EventNumber e) const { return !names_[e].empty(); }

  // Initial writes are shown when something comes of them.
  void name_events() {
    std::size_t next = 0;
    for (int t = 0; t < graph_.threads(); ++t)
      for (int i = 0; i < graph_.slots(static_cast<ThreadId>(t)); ++i) {
        const EventNumber e = graph_.at(static_cast<ThreadId>(t), i);
        if (e == kNoEvent) continue;
        const Event& event = graph_[e];
        if (event.kind == EventKind::choice || event.tags.has(Tag::compiler_barrier)) continue;
        names_[e] = letter(next++);
        if (event.kind == EventKind::read && graph_.is_init(event.rf)) names_[event.rf] = "init";
        if (event.kind == EventKind::write) names_[event.location] = "init";
      }
    for (int l = 0; l < graph_.locations(); ++l)
      if (!names_[static_cast<std::size_t>(l)].empty())
        names_[static_cast<std::size_t>(l)] = fmt::format("i{}", l);
  }

  void node(EventNumber e, std::string_view indent) {
    if (!shown(e)) return;
    const std::string what = describe_event(program_, graph_, e);
    out_ += fmt::format("{}{} [label={}];\n", indent, names_[e],
                        quoted(graph_.is_init(e) ? what : names_[e] + ": " + what));
  }

  void column(ThreadId t) {
    out_ += fmt::format("  subgraph cluster_{} {{\n    label={};\n    color=grey80;\n", t,
                        quoted(program_.threads[t].name));
    std::vector<EventNumber> events;
    for (int i = 0; i < graph_.slots(t); ++i) {
      const EventNumber e = graph_.at(t, i);
      if (e != kNoEvent && shown(e)) events.push_back(e);
    }
    for (const EventNumber e : events) node(e, "    ");
    out_ += "  }\n";
    for (std::size_t i = 1; i < events.size(); ++i) edge(events[i - 1], events[i], kPo);
  }

  void communication(EventNumber e) {
    const Event& event = graph_[e];
    if (!shown(e)) return;
    if (event.kind == EventKind::read && event.rf != kNoEvent) {
      edge(event.rf, e, kRf);
      const EventNumber next = graph_[event.rf].co_next;
      if (next != kNoEvent && next != event.rmw) edge(e, next, kFr);
      if (event.rmw != kNoEvent) edge(e, event.rmw, kRmw);
    }
    if (event.kind == EventKind::write && event.co_next != kNoEvent) edge(e, event.co_next, kCo);
    if (!graph_.tracks_dependencies() || graph_.is_init(e)) return;
    const Dependencies& dependencies = graph_.dependencies(e);
    for_each(dependencies.address, [&](int from) { dependency(from, e, kAddr); });
    for_each(dependencies.data, [&](int from) { dependency(from, e, kData); });
    if (event.kind == EventKind::write)
      for_each(dependencies.control, [&](int from) { dependency(from, e, kCtrl); });
  }

  void dependency(int from, EventNumber to, const EdgeStyle& style) {
    edge(static_cast<EventNumber>(from), to, style);
  }

  void edge(EventNumber from, EventNumber to, const EdgeStyle& style) {
    if (!shown(from) || !shown(to)) return;
    out_ += fmt::format("  {} -> {} [label=\"{}\", color=\"{}\", fontcolor=\"{}\"{}];\n",
                        names_[from], names_[to], style.name, style.colour, style.colour,
                        style.column ? ", weight=8" : ", constraint=false");
  }

  const Program& program_;
  const ExecutionGraph& graph_;
  std::vector<std::string> names_;  ///< by event; empty: not shown
  std::string out_;
};

}  // namespace

std::string execution_dot(const Program& program, const ExecutionGraph& graph,
                          const std::string& title, const std::string& caption) {
  return Drawing(program, graph).text(title, caption);
}

}  // namespace ringcheck
