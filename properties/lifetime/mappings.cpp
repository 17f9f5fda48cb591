// Mappings of one event's buffer, and events that share one, against plain bookkeeping. The
// bookkeeping is the list of existing mappings. The counts of event and buffer must be their number
// (I-39); a page must belong to the area for which it is mapped (I-39), and user space may write
// only to the first one (I-13). Writers that share a buffer must be on one CPU wherever their tasks
// run (I-09), and one at a time has a transaction in its AUX area (I-26).
// Source: kernel/events/core.c perf_mmap and its vm_ops, perf_event_set_output; mm/mmap.c
// __split_vma. Tested by tests/properties/lifetime/mappings_test.cpp.
#include "properties/lifetime/mappings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/core/area.hpp"
#include "protocol/aux/aux_mmap.hpp"
#include "protocol/aux/aux_output.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/lifetime/perf_mapping.hpp"
#include "protocol/lifetime/perf_redirect.hpp"

namespace ringcheck {

namespace {

/// A step of the code that maps. `area` is a number in kAreas, or that of an existing mapping.
struct MapStep {
  enum class Op : std::uint8_t { map, unmap, split, read, write, mkwrite };
  Op op = Op::map;
  std::uint64_t area = 0;
  std::uint64_t page = 0;  ///< in that mapping
};

/// Page 0 says that the AUX area lies in pages 4 and 5.
constexpr std::uint64_t kAuxOffset = 4, kAuxPages = 2;
constexpr std::array kAreas = {
    MappedArea{0, 3, true, true},  MappedArea{0, 3, true, false}, MappedArea{0, 2, true, true},
    MappedArea{0, 4, true, true},  MappedArea{0, 3, false, true}, MappedArea{0, 1, true, true},
    MappedArea{4, 2, true, false}, MappedArea{4, 3, true, false}, MappedArea{1, 2, true, false},
    MappedArea{0, 6, true, true},  MappedArea{0, 5, true, true}};

std::vector<MapStep> all_steps() {
  std::vector<MapStep> steps;
  using Op = MapStep::Op;
  for (std::uint64_t i = 0; i < kAreas.size(); ++i) steps.push_back({Op::map, i, 0});
  for (std::uint64_t mapping = 0; mapping < 2; ++mapping) {
    steps.push_back({Op::unmap, mapping, 0});
    for (const Op op : {Op::split, Op::read, Op::write, Op::mkwrite})
      for (std::uint64_t page = 0; page < 2; ++page) steps.push_back({op, mapping, page});
  }
  return steps;
}

std::string text_of(const MapStep& step) {
  using Op = MapStep::Op;
  switch (step.op) {
    case Op::map: {
      const MappedArea& area = kAreas[step.area];
      return fmt::format("mmap of {} pages from page {} on, {}, {}", area.pages, area.pgoff,
                         area.shared ? "shared" : "private",
                         area.writable ? "writable" : "read-only");
    }
    case Op::unmap:
      return fmt::format("munmap of mapping {}", step.area + 1);
    case Op::split:
      return fmt::format("munmap of page {} of mapping {} alone", step.page, step.area + 1);
    case Op::read:
      return fmt::format("page {} of mapping {} is read", step.page, step.area + 1);
    case Op::write:
      return fmt::format("page {} of mapping {} is written to", step.page, step.area + 1);
    case Op::mkwrite:
      return fmt::format("page {} of mapping {}, which is there to read, is written to", step.page,
                         step.area + 1);
  }
  return "";
}

/// Whether `area` is granted as the AUX area of `rb`. Page 0 says that it lies in kAuxPages pages
/// from page `offset` on.
bool aux_granted(const MappedBuffer& rb, const MappedArea& area, std::uint64_t offset) {
  AuxMmapTarget target;
  target.aux_size = 1;
  target.data_pages = rb.nr_pages;
  target.defects = rb.defects;
  if (rb.aux_nr_pages != 0) target.mapped = AuxPages{rb.aux_pgoff, rb.aux_nr_pages};
  std::vector<std::uint64_t> said = {offset * target.page_size, kAuxPages * target.page_size};
  SequentialCpu<> cpu(said);
  AuxPages made;
  return perf_mmap_aux(cpu, target, {area.pgoff, area.pages}, made);
}

/// A buffer with its mappings.
class Mapper {
 public:
  Mapper(DefectSet defects, std::uint64_t aux_offset) : aux_offset_(aux_offset) {
    rb_.defects = defects;
  }

  /// Takes a step; false if there is nothing to take it on.
  bool take(const MapStep& step) {
    if (step.op == MapStep::Op::map) {
      const MappedArea& area = kAreas[step.area];
      const bool aux = area.pgoff != 0 && aux_granted(rb_, area, aux_offset_);
      if (perf_mmap(rb_, area, aux) == 0) mapped_.push_back(area);
      return true;
    }
    if (step.area >= mapped_.size()) return false;
    const auto at = mapped_.begin() + static_cast<std::ptrdiff_t>(step.area);
    if (step.op == MapStep::Op::unmap) {
      perf_mmap_close(rb_, *at);
      mapped_.erase(at);
      return true;
    }
    if (step.page >= at->pages) return false;
    if (step.op == MapStep::Op::split) return split(step.area, step.page);
    fault(*at, step);
    return true;
  }

  /// What is wrong, and the property that says so; empty if nothing is.
  [[nodiscard]] std::optional<std::pair<std::string, std::string>> wrong() const {
    if (wrong_) return wrong_;
    const auto aux = std::count_if(mapped_.begin(), mapped_.end(),
                                   [](const MappedArea& area) { return area.pgoff != 0; });
    const std::uint64_t all = mapped_.size();
    if (rb_.event_mmap_count != all || rb_.mmap_count != all ||
        rb_.aux_mmap_count != static_cast<std::uint64_t>(aux))
      return std::pair{
          std::string("I-39"),
          fmt::format("there are {} mappings, {} of the AUX area; the event counts "
                      "{}, the buffer {} and {}",
                      all, aux, rb_.event_mmap_count, rb_.mmap_count, rb_.aux_mmap_count)};
    return std::nullopt;
  }

 private:
  /// Takes page `page` out of mapping `i`: the parts on both sides of it stay mapped.
  bool split(std::uint64_t i, std::uint64_t page) {
    const MappedArea whole = mapped_[i];
    if (whole.pages < 2 || perf_mmap_may_split(rb_) != 0) return whole.pages >= 2;
    const std::array parts = {
        MappedArea{whole.pgoff, page, whole.shared, whole.writable},
        MappedArea{whole.pgoff + page, 1, whole.shared, whole.writable},
        MappedArea{whole.pgoff + page + 1, whole.pages - page - 1, whole.shared, whole.writable}};
    bool first = true;
    mapped_.erase(mapped_.begin() + static_cast<std::ptrdiff_t>(i));
    for (const MappedArea& part : parts) {
      if (part.pages == 0) continue;
      if (!first) perf_mmap_open(rb_, part);
      first = false;
      if (part.pgoff != whole.pgoff + page) mapped_.push_back(part);
    }
    perf_mmap_close(rb_, parts[1]);
    return true;
  }

  void fault(const MappedArea& area, const MapStep& step) {
    const Fault why = step.op == MapStep::Op::read    ? Fault::read
                      : step.op == MapStep::Op::write ? Fault::write
                                                      : Fault::mkwrite;
    const std::uint64_t pgoff = area.pgoff + step.page;
    const auto page = perf_mmap_fault(rb_, pgoff, why);
    if (!page) {
      if (why == Fault::read) wrong_ = {"I-39", fmt::format("page {} cannot be read", pgoff)};
      return;
    }
    if (why != Fault::read && pgoff != 0)
      wrong_ = {"I-13", fmt::format("user space can write to page {}", pgoff)};
    const bool aux = page->kind == BufferPage::Kind::aux;
    if (aux != (area.pgoff != 0))
      wrong_ = {"I-39", fmt::format("page {} of {} is one of {}", pgoff,
                                    aux ? "the data area" : "the AUX area",
                                    aux ? "the AUX area" : "the data area")};
    const std::uint64_t pages = aux ? rb_.aux_nr_pages : rb_.nr_pages;
    if (page->kind != BufferPage::Kind::user && page->index >= pages)
      wrong_ = {"I-39",
                fmt::format("page {} is page {} of an area of {}", pgoff, page->index, pages)};
  }

  std::uint64_t aux_offset_;  ///< as page 0 says
  MappedBuffer rb_;
  std::vector<MappedArea> mapped_;
  std::optional<std::pair<std::string, std::string>> wrong_;
};

/// Tries all sequences of `length` steps; counts them.
void try_length(std::size_t length, std::uint64_t aux_offset, const HuntTask& task,
                Hunted& hunted) {
  static const std::vector<MapStep> kChoices = all_steps();
  std::vector<std::size_t> chosen(length, 0);
  for (bool more = true; more && !hunted.found;) {
    Mapper mapper(typed(task.defects), aux_offset);
    bool taken = true;
    for (const std::size_t step : chosen) taken = taken && mapper.take(kChoices[step]);
    if (taken) {
      ++hunted.cases;
      const auto wrong = mapper.wrong();
      if (wrong && (task.property.empty() || wrong->first == task.property)) {
        hunted.found = true;
        hunted.shown = fmt::format(
            "violated: {}: {}\npage 0 has the AUX area in {} pages from page "
            "{} on\n",
            wrong->first, wrong->second, kAuxPages, aux_offset);
        for (const std::size_t step : chosen) hunted.shown += text_of(kChoices[step]) + "\n";
      }
    }
    more = false;
    for (std::size_t& digit : chosen) {
      digit = (digit + 1) % kChoices.size();
      if (digit != 0) {
        more = true;
        break;
      }
    }
  }
}

constexpr std::size_t kLongest = 3;

/// Where a writer of an event may be: on `cpu`, or wherever the task `task` runs.
struct Writer {
  int cpu = -1;
  std::uint64_t task = 0;
};

/// Two CPUs on which both may be at the same time, if there are any. One task is on one CPU at a
/// time; two tasks may be on any two.
std::optional<std::pair<int, int>> apart(const Writer& a, const Writer& b) {
  for (int first = 0; first < 2; ++first)
    for (int second = 0; second < 2; ++second) {
      const bool placed = (a.cpu < 0 || a.cpu == first) && (b.cpu < 0 || b.cpu == second);
      const bool same_task = a.task != 0 && a.task == b.task;
      if (placed && first != second && !same_task) return std::pair{first, second};
    }
  return std::nullopt;
}

std::string event_text(const RedirectedEvent& event) {
  return fmt::format("{}, {}", event.cpu < 0 ? "any CPU" : fmt::format("CPU {}", event.cpu),
                     event.task == 0 ? "any task" : fmt::format("task {}", event.task));
}

}  // namespace

Hunted mapping_sequences(const HuntTask& task) {
  Hunted hunted;
  for (std::size_t length = 1; length <= kLongest && !hunted.found; ++length)
    for (const std::uint64_t aux_offset : {kAuxOffset, std::uint64_t{1}})
      if (!hunted.found) try_length(length, aux_offset, task, hunted);
  return hunted;
}

Hunted mapped_pages(const HuntTask& task) {
  const DefectSet defects = typed(task.defects);
  Hunted hunted;
  MappedBuffer rb;
  rb.defects = defects;
  perf_mmap(rb, {0, 3, true, true});
  perf_mmap(rb, {kAuxOffset, kAuxPages, true, true}, true);
  for (std::uint64_t pgoff = 0; pgoff < 2 * (kAuxOffset + kAuxPages) && !hunted.found; ++pgoff) {
    ++hunted.cases;
    const auto page = perf_mmap_to_page(rb, pgoff);
    if (!page || page->kind == BufferPage::Kind::user) continue;
    const std::uint64_t pages = page->kind == BufferPage::Kind::aux ? rb.aux_nr_pages : rb.nr_pages;
    if (page->index < pages) continue;
    hunted.found = true;
    hunted.shown = fmt::format("page {} is page {} of an area of {}\n", pgoff, page->index, pages);
  }
  return hunted;
}

Hunted redirected_events(const HuntTask& task) {
  const DefectSet defects = typed(task.defects);
  Hunted hunted;
  std::vector<RedirectedEvent> events;
  for (const int cpu : {-1, 0, 1})
    for (const std::uint64_t of : {0U, 1U, 2U})
      if (cpu >= 0 || of != 0) events.push_back({cpu, of, 0, false, 0});
  for (const RedirectedEvent& a : events)
    for (const RedirectedEvent& b : events) {
      if (hunted.found) return hunted;
      ++hunted.cases;
      const auto cpus = apart({a.cpu, a.task}, {b.cpu, b.task});
      if (!may_share_buffer(a, b, defects) || !cpus) continue;
      hunted.found = true;
      hunted.shown = fmt::format(
          "an event of {} writes to the buffer of one of {}\none is on CPU {}, the other on CPU "
          "{}\n",
          event_text(a), event_text(b), cpus->first, cpus->second);
    }
  return hunted;
}

// A PMU with an AUX area has one active event on a CPU (PERF_PMU_CAP_EXCLUSIVE); two PMUs have one
// each, each with its own handle.
Hunted redirected_aux_events(const HuntTask& task) {
  const DefectSet defects = typed(task.defects);
  Hunted hunted;
  for (const std::uint64_t first : {0U, 1U, 2U})
    for (const std::uint64_t second : {0U, 1U, 2U}) {
      if (hunted.found) return hunted;
      ++hunted.cases;
      const RedirectedEvent a{0, 0, 0, false, first};
      const RedirectedEvent b{0, 0, 0, false, second};
      const bool both_trace = first != 0 && second != 0 && first != second;
      if (!may_share_buffer(b, a, defects) || !both_trace) continue;
      AuxMachineSetup setup = bench_setup(16, 0);
      setup.events.resize(2);
      setup.driver_words = AuxHandle::kCount;
      AuxBench bench(setup, {});
      auto cpu = bench.cpu();
      perf_aux_output_begin(cpu, bench.m.aux, bench.m.handle, bench.m.events[0]);
      perf_aux_output_begin(cpu, bench.m.aux, AuxHandle::at(bench.m.driver), bench.m.events[1]);
      if (bench.said.count<said::Warned>() == 0) continue;
      hunted.found = true;
      hunted.shown = fmt::format(
          "an AUX event of PMU {} writes to the buffer of one of PMU {}, on the same CPU\n"
          "both are active: the second begins a transaction while the first one's is open\n",
          second, first);
    }
  return hunted;
}

Hunted inherited_events(const HuntTask& task) {
  const DefectSet defects = typed(task.defects);
  Hunted hunted;
  for (const int cpu : {-1, 0}) {
    ++hunted.cases;
    MappedBuffer rb;
    rb.defects = defects;
    rb.per_task_inherited = cpu < 0;
    // The event that a child inherits has the same CPU, and writes to its parent's buffer.
    const auto cpus = apart({cpu, 1}, {cpu, 2});
    if (perf_mmap(rb, {0, 3, true, true}) != 0 || !cpus) continue;
    hunted.found = true;
    hunted.shown = fmt::format(
        "an event of any CPU, inherited, is mapped\nthe task is on CPU {}, its child on CPU {}\n",
        cpus->first, cpus->second);
  }
  return hunted;
}

}  // namespace ringcheck
