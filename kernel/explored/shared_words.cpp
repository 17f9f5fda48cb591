// Tested by tests/kernel/shared_words_test.cpp and `make kernel`.
#include "kernel/explored/shared_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/core/long_width.hpp"

namespace ringcheck {
namespace {

/// Words of a buffer: by the start of their name in the source's program, and in the specification.
struct WordName {
  std::string_view of_text, of_specification;
  /// Reads say nothing: only one CPU accesses it, by plain accesses, and reads what it has written,
  /// however often; or a lock looks at it in ways of its own.
  bool plain = false;
  /// Its values are addresses of the source's program, and numbers of buffers in the specification.
  /// A thread may look at what it has seen again.
  bool pointer = false;
};
constexpr std::array kWords = {WordName{"rc_ring.buffer.head", "head"},
                               WordName{"rc_ring.buffer.nest", "nest"},
                               WordName{"rc_ring.buffer.wakeup", "wakeup"},
                               WordName{"rc_ring.buffer.lost", "lost"},
                               WordName{"rc_ring.buffer.poll", "poll"},
                               WordName{"rc_ring.buffer.paused", "paused"},
                               WordName{"rc_area.page.data_head", "data_head"},
                               WordName{"rc_area.page.data_tail", "data_tail"},
                               WordName{"rc_ring.buffer.aux_head", "rb.aux_head", true},
                               WordName{"rc_ring.buffer.aux_wakeup", "aux_wakeup", true},
                               WordName{"rc_ring.buffer.aux_nest", "aux_nest", true},
                               WordName{"rc_ring.buffer.aux_refcount", "aux_refcount"},
                               WordName{"rc_ring.buffer.refcount", "refcount"},
                               WordName{"rc_area.page.aux_head", "aux_head"},
                               WordName{"rc_area.page.aux_head+4", "aux_head.high"},
                               WordName{"rc_area.page.aux_tail", "aux_tail"},
                               WordName{"rc_handle.addr", "handle.head", true},
                               WordName{"rc_handle.flags", "handle.aux_flags", true},
                               WordName{"rc_handle.head", "handle.head", true},
                               WordName{"rc_handle.size", "handle.size", true},
                               WordName{"rc_handle.wakeup", "handle.wakeup", true},
                               WordName{"rc_handle.aux_flags", "handle.aux_flags", true},
                               WordName{"rc_tracer.pending_disable", "pending_disable", true},
                               WordName{"rc_tracer.pending_wakeup", "pending_wakeup", true},
                               WordName{"rc_tracer.pending_irq.queued", "pending_irq"},
                               WordName{"rc_tracer.waitq.held", "waitq_lock"},
                               WordName{"rc_tracer.waitq.entry", "waitq_entry"},
                               WordName{"rc_tracer_triggered", "triggered"},
                               WordName{"rc_between", "between"},
                               WordName{"rc_event_a.waitq.held", "A.waitq_lock"},
                               WordName{"rc_event_a.waitq.entry", "A.waitq_entry"},
                               WordName{"rc_triggered", "A.triggered"},
                               WordName{"rc_event_a.pending_wakeup", "A.pending_wakeup"},
                               WordName{"rc_event_b.pending_wakeup", "B.pending_wakeup"},
                               WordName{"rc_event_a.pending_irq.queued", "A.pending_irq"},
                               WordName{"rc_event_b.pending_irq.queued", "B.pending_irq"},
                               WordName{"perf_event#1.rb", "A.rb", false, true},
                               WordName{"perf_event#2.rb", "B.rb", false, true},
                               WordName{"perf_event#3.rb", "C.rb", false, true},
                               WordName{"perf_event#1.mmap_count", "A.mmap_count", true},
                               WordName{"perf_event#2.mmap_count", "B.mmap_count", true},
                               WordName{"perf_event#3.mmap_count", "C.mmap_count", true},
                               WordName{"perf_event#1.rcu_pending", "A.rcu_pending", true},
                               WordName{"perf_event#2.rcu_pending", "B.rcu_pending", true},
                               WordName{"perf_event#3.rcu_pending", "C.rcu_pending", true},
                               WordName{"perf_buffer#1.mmap_count", "rb1.mmap_count"},
                               WordName{"perf_buffer#2.mmap_count", "rb2.mmap_count"},
                               WordName{"perf_buffer#1.refcount", "rb1.refcount"},
                               WordName{"perf_buffer#2.refcount", "rb2.refcount"}};
constexpr std::string_view kData = "data[";
/// Arrays of them.
constexpr std::array kArrays = {
    WordName{"rc_area.data[", kData},        WordName{"rc_area.trace[", "trace["},
    WordName{"rc_unit_go[", "unit.go["},     WordName{"rc_unit_made[", "unit.made["},
    WordName{"rc_unit_done[", "unit.done["},
};
/// What accesses them, by number: the writer, the reader, and sessions of a trace unit.
struct ThreadName {
  std::string_view name, of_writes;
};
constexpr std::array kThreads = {ThreadName{"writer", "w"},  ThreadName{"reader", "r"},
                                 ThreadName{"unit0", "u0."}, ThreadName{"unit1", "u1."},
                                 ThreadName{"unit2", "u2."}, ThreadName{"unit3", "u3."}};

/// True iff `name` is `start`, or a part of what that names. The upper half of a position in the
/// user page is a word of its own, or not a word at all: a 32-bit kernel always stores 0 to
/// data_head's, and nobody looks at what it loads from a tail's.
bool starts(std::string_view name, std::string_view start) {
  if (name == start) return true;
  if (name.starts_with("rc_area.page.") && name.ends_with("+4")) return false;
  return name.starts_with(start) && (name[start.size()] == '.' || name[start.size()] == '+');
}

/// True iff the word belongs to records or to trace.
bool is_content(std::string_view name) {
  return name.starts_with(kData) || name.starts_with("trace[");
}

/// True iff the specification has a word of this name.
bool is_word(std::string_view name) {
  return std::ranges::find(kWords, name, &WordName::of_specification) != kWords.end();
}

/// True iff reads of the word say nothing: see WordName::plain.
bool is_plain(std::string_view name) {
  const auto known = std::ranges::find(kWords, name, &WordName::of_specification);
  return known != kWords.end() && known->plain;
}

/// True iff the word points to a buffer: see WordName::pointer.
bool is_pointer(std::string_view name) {
  const auto known = std::ranges::find(kWords, name, &WordName::of_specification);
  return known != kWords.end() && known->pointer;
}

/// True iff the reader's CPU accesses the word.
bool is_seen_elsewhere(std::string_view name) {
  return name.starts_with("data") || name.starts_with("A.waitq") || name == "A.triggered" ||
         name.starts_with("waitq") || name == "triggered" || name == "poll" || name == "paused" ||
         name == "between" || name.starts_with("aux_head") || name == "aux_tail" ||
         is_content(name) || name.starts_with("unit.");
}

/// Follows the accesses of a thread that has loaded two values at two looks.
constexpr std::string_view kLooksDiffer = "  at a second look it is another write\n";

/// A thread's accesses to words that others access too, in program order.
class SeenAccesses {
 public:
  explicit SeenAccesses(bool second_looks) : second_looks_(second_looks) {}

  void add(const Event& event, const std::string& name, std::string access) {
    const bool again = second_looks_ && event.kind == EventKind::read &&
                       event.location == last_location_ && name.starts_with(kData);
    last_location_ = event.kind == EventKind::read ? event.location : kNoLocation;
    if (again && access == last_) return;
    differ_ = differ_ || again;
    text_ += access;
    last_ = std::move(access);
  }
  [[nodiscard]] std::string text() const {
    return differ_ ? text_ + std::string(kLooksDiffer) : text_;
  }

 private:
  bool second_looks_;
  bool differ_ = false;
  LocId last_location_ = kNoLocation;
  std::string last_;
  std::string text_;
};

/// Names of events, for reads: whose write to its word an event is, and which in order.
using WriteNames = std::vector<std::string>;

WriteNames write_names(const ExecutionGraph& graph, const SharedWords& words) {
  WriteNames names(static_cast<std::size_t>(graph.size()), "init");
  for (std::size_t t = 0; t < words.threads.size(); ++t) {
    std::map<LocId, int> writes;
    for (int slot = 0; slot < graph.slots(words.threads[t]); ++slot) {
      const EventNumber e = graph.at(words.threads[t], slot);
      if (e == kNoEvent || graph[e].kind != EventKind::write) continue;
      names[e] = fmt::format("{}{}", kThreads[t].of_writes, ++writes[graph[e].location]);
    }
  }
  return names;
}

/// By location, whether the execution writes it.
std::vector<bool> written_words(const ExecutionGraph& graph, const SharedWords& words) {
  std::vector<bool> written(words.name_of.size());
  for (int e = graph.locations(); e < graph.size(); ++e) {
    const Event& event = graph[static_cast<EventNumber>(e)];
    if (event.kind == EventKind::write && event.location != kNoLocation)
      written[event.location] = true;
  }
  return written;
}

/// All threads of `program` from number `first` on.
std::vector<ThreadId> threads_from(std::size_t first, const Program& program) {
  std::vector<ThreadId> threads;
  for (std::size_t t = first; t < program.threads.size() && threads.size() < kThreads.size(); ++t)
    threads.push_back(static_cast<ThreadId>(t));
  return threads;
}

}  // namespace

SharedWords SharedWords::of_specification(const Program& program) {
  SharedWords words;
  for (const Location& location : program.locations) {
    // An array of one word is the word.
    std::string_view name = location.name;
    if (name.ends_with("[0]") && is_word(name.substr(0, name.size() - 3))) name.remove_suffix(3);
    const bool is_shared =
        is_word(name) || std::ranges::any_of(kArrays, [&](const WordName& array) {
          return name.starts_with(array.of_specification);
        });
    words.name_of.emplace_back(is_shared ? name : "");
    words.long_32 = words.long_32 || name == "data_head.high";
  }
  words.threads = threads_from(0, program);
  return words;
}

SharedWords SharedWords::of_text(const Program& program) {
  SharedWords words;
  for (const Location& location : program.locations) {
    std::string& name = words.name_of.emplace_back();
    words.long_32 = words.long_32 || location.name == "rc_area.page.data_head+4";
    for (const WordName& word : kWords)
      if (starts(location.name, word.of_text)) name = word.of_specification;
    for (const WordName& array : kArrays)
      if (location.name.starts_with(array.of_text))
        name =
            fmt::format("{}{}", array.of_specification, location.name.substr(array.of_text.size()));
  }
  words.threads = threads_from(1, program);
  return words;
}

std::string shared_execution(const ExecutionGraph& graph, const SharedWords& words,
                             bool second_looks) {
  const WriteNames names = write_names(graph, words);
  const std::vector<bool> written = written_words(graph, words);
  std::string text;
  for (std::size_t t = 0; t < words.threads.size(); ++t) {
    SeenAccesses seen(second_looks);
    std::map<std::string, std::string> own;  // by word
    for (int slot = 0; slot < graph.slots(words.threads[t]); ++slot) {
      const EventNumber e = graph.at(words.threads[t], slot);
      if (e == kNoEvent || graph[e].location == kNoLocation) continue;
      const Event& event = graph[e];
      const std::string& name = words.name_of[event.location];
      // A word that nothing writes has no events in the source's program. A 32-bit reader that runs
      // past the head reaches words of data that no execution writes.
      if (name.empty() || (!written[event.location] && (!is_content(name) || words.long_32)))
        continue;
      const bool reads = event.kind == EventKind::read;
      if (reads && is_plain(name)) continue;
      const bool cut = words.long_32 && name == "wakeup";
      const bool points = is_pointer(name);
      std::string access = fmt::format(
          "  {} {}{}{}\n", reads ? "R" : "W", name,
          points ? "" : fmt::format(" = {:#x}", cut ? event.value & kLowHalf : event.value),
          reads ? " from " + names[event.rf] : "");
      if (is_seen_elsewhere(name))
        seen.add(event, name, std::move(access));
      else if (std::string& list = own[name]; !points || !list.ends_with(access))
        list += access;
    }
    text += fmt::format("{}\n{}", kThreads[t].name, seen.text());
    for (const auto& [name, list] : own) text += list;
  }
  std::map<std::string, LocId> located;
  for (std::size_t l = 0; l < words.name_of.size(); ++l)
    if (!words.name_of[l].empty()) located[words.name_of[l]] = static_cast<LocId>(l);
  for (const auto& [name, location] : located) {
    std::vector<std::pair<int, EventNumber>> order;
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const Event& event = graph[static_cast<EventNumber>(e)];
      if (event.kind == EventKind::write && event.location == location)
        order.emplace_back(event.co_position, static_cast<EventNumber>(e));
    }
    if (order.empty()) continue;
    std::ranges::sort(order);
    text += fmt::format("co {}:", name);
    for (const auto& [position, e] : order) text += " " + names[e];
    text += '\n';
  }
  return text;
}

bool looks_differ(const std::string& execution) {
  return execution.find(kLooksDiffer) != std::string::npos;
}

std::string first_difference(const SharedExecutions& specification, const SharedExecutions& text,
                             Comparison comparison) {
  const auto count = [&](const SharedExecutions& in, const std::string& execution) {
    const auto found = in.find(execution);
    if (found == in.end()) return std::uint64_t{0};
    return comparison == Comparison::how_often ? found->second : 1;
  };
  for (const auto* side : {&specification, &text})
    for (const auto& [execution, times] : *side) {
      if (count(specification, execution) == count(text, execution)) continue;
      const bool own = side == &text && comparison == Comparison::second_looks;
      if (own && looks_differ(execution)) continue;
      return fmt::format("{} in the specification, {} in the source:\n{}",
                         count(specification, execution), count(text, execution), execution);
    }
  return {};
}

std::uint64_t own_executions(const SharedExecutions& specification, const SharedExecutions& text) {
  return static_cast<std::uint64_t>(std::ranges::count_if(text, [&](const auto& one) {
    return looks_differ(one.first) && !specification.contains(one.first);
  }));
}

}  // namespace ringcheck
