// An execution in columns.
// Tested by tests/face/answers_test.cpp.
#include "face/execution_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace ringcheck {
namespace {

/// Columns side by side take no more than this; wider ones become one column that names threads.
constexpr std::size_t kMostWidth = 150;

/// Columns that a text takes: every character outside ASCII here takes one.
std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

/// True iff everything that should be shown before `e` has been.
bool may_come_next(const ExecutionGraph& graph, EventNumber e, const std::vector<bool>& shown) {
  const Event& event = graph[e];
  if (!event.materialised) return true;
  if (event.kind == EventKind::read) return shown[event.rf];
  return event.kind != EventKind::write || event.co_prev == kNoEvent || shown[event.co_prev];
}

/// Events in an order that respects program order and, where that is possible, reads-from and
/// coherence order.
std::vector<EventNumber> linear_order(const ExecutionGraph& graph) {
  std::vector<bool> shown(static_cast<std::size_t>(graph.size()), false);
  for (int l = 0; l < graph.locations(); ++l) shown[static_cast<std::size_t>(l)] = true;
  std::vector<int> next(static_cast<std::size_t>(graph.threads()), 0);
  std::vector<EventNumber> order;
  const auto advance = [&](int t, bool force) {
    bool moved = false;
    int& slot = next[static_cast<std::size_t>(t)];
    for (; slot < graph.slots(static_cast<ThreadId>(t)); ++slot) {
      const EventNumber e = graph.at(static_cast<ThreadId>(t), slot);
      if (e == kNoEvent) continue;
      if (!force && !may_come_next(graph, e, shown)) break;
      order.push_back(e);
      shown[e] = moved = true;
      force = false;
    }
    return moved;
  };
  const auto total = static_cast<std::size_t>(graph.size() - graph.locations());
  while (order.size() < total) {
    bool moved = false;
    for (int t = 0; t < graph.threads(); ++t) moved |= advance(t, false);
    // A cycle: the next event of the first unfinished thread reads what comes later.
    for (int t = 0; t < graph.threads() && !moved; ++t) moved = advance(t, true);
  }
  return order;
}

/// True iff a call is a fence, and not an access that has fences as parts.
bool is_fence_call(const std::string& call) {
  for (const char* start : {"fence", "smp_mb", "smp_rmb", "smp_wmb", "barrier", "rcu_read", "sync"})
    if (call.starts_with(start)) return true;
  return false;
}

class Text {
 public:
  explicit Text(const execution::data& its) : its_(its), graph_(its.graph) {}

  std::string text() {
    order_ = linear_order(graph_);
    // One half of a read-modify-write shows both; its fences are not shown.
    std::erase_if(order_, [&](EventNumber e) { return !is_shown(e); });
    name_events();
    std::vector<std::string> lines;
    std::vector<std::size_t> widths(its_.threads.size(), 0);
    for (std::size_t t = 0; t < widths.size(); ++t) widths[t] = its_.threads[t].size() + 2;
    for (const EventNumber e : order_) {
      lines.push_back(line(e));
      std::size_t& width = widths[graph_[e].id.thread];
      width = std::max(width, columns_of(lines.back()) + 2);
    }
    std::size_t total = 0;
    for (const std::size_t width : widths) total += width;
    return (total <= kMostWidth ? columns(lines, widths) : list(lines)) + finals();
  }

 private:
  [[nodiscard]] bool is_shown(EventNumber e) const {
    const Event& event = graph_[e];
    if (event.id.index >= its_.reached[event.id.thread]) return false;
    if (event.kind == EventKind::write && event.rmw != kNoEvent) return false;
    return event.kind != EventKind::fence || is_fence_call(its_.calls[e]);
  }

  void name_events() {
    labels_.assign(static_cast<std::size_t>(graph_.size()), "");
    std::vector<int> count(its_.threads.size(), 0);
    for (const EventNumber e : order_) {
      const std::size_t t = graph_[e].id.thread;
      labels_[e] = fmt::format("{}{}", static_cast<char>('a' + t % 26), ++count[t]);
      if (graph_[e].rmw != kNoEvent) labels_[graph_[e].rmw] = labels_[e];
    }
  }

  [[nodiscard]] std::string source_of(EventNumber read) const {
    const EventNumber w = graph_[read].rf;
    if (w == kNoEvent) return "";
    return graph_.is_init(w) ? "  from the start" : "  from " + labels_[w];
  }

  [[nodiscard]] std::string what(EventNumber e) const {
    const Event& event = graph_[e];
    const std::string& call = its_.calls[e];
    if (event.kind == EventKind::fence) return call;
    if (event.kind == EventKind::choice) return fmt::format("choose() → {}", event.value);
    const std::string object =
        event.location == kNoLocation ? "?" : its_.program.locations[event.location].name;
    const std::string called =
        call.empty() || call.starts_with(' ') ? object + call : object + "." + call;
    if (event.kind == EventKind::write)
      return call.empty() ? fmt::format("{}{{{}}}", object, its_.values[e]) : called;
    if (call.ends_with("lock()"))
      return fmt::format("{}{}{}", called, event.value == 0 ? "" : " finds it held", source_of(e));
    std::string text = fmt::format("{} → {}", called, its_.values[e]);
    if (event.rmw != kNoEvent && event.claim != Claim::none)
      text += ", then " + its_.values[event.rmw];
    return text + source_of(e);
  }

  [[nodiscard]] std::string line(EventNumber e) const {
    std::string text = fmt::format("{} {}", labels_[e], what(e));
    if (!its_.places[e].empty()) text += "  (" + its_.places[e] + ")";
    return text;
  }

  [[nodiscard]] std::string columns(const std::vector<std::string>& lines,
                                    const std::vector<std::size_t>& widths) const {
    std::string text;
    const auto trimmed = [](std::string row) {
      row.erase(row.find_last_not_of(' ') + 1);
      return "  " + row + "\n";
    };
    std::string head;
    for (std::size_t t = 0; t < widths.size(); ++t)
      head += fmt::format("{:<{}}", its_.threads[t], widths[t]);
    text += trimmed(head);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::size_t indent = 0;
      for (std::size_t t = 0; t < graph_[order_[i]].id.thread; ++t) indent += widths[t];
      text += trimmed(std::string(indent, ' ') + lines[i]);
    }
    return text;
  }

  [[nodiscard]] std::string list(const std::vector<std::string>& lines) const {
    std::size_t width = 0;
    for (const std::string& name : its_.threads) width = std::max(width, name.size());
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i)
      text +=
          fmt::format("  {:<{}}  {}\n", its_.threads[graph_[order_[i]].id.thread], width, lines[i]);
    return text;
  }

  [[nodiscard]] std::string finals() const {
    std::string text;
    for (int l = 0; l < graph_.locations(); ++l) {
      const auto last = graph_.co_last(static_cast<LocId>(l));
      text +=
          fmt::format("{}{} = {}", text.empty() ? "  at the end: " : ", ",
                      its_.program.locations[static_cast<std::size_t>(l)].name, its_.values[last]);
    }
    return text.empty() ? text : text + "\n";
  }

  const execution::data& its_;
  const ExecutionGraph& graph_;
  std::vector<EventNumber> order_;
  std::vector<std::string> labels_;
};

}  // namespace

std::string execution_text(const execution::data& its) {
  return Text(its).text();
}

}  // namespace ringcheck
