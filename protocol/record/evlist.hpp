#pragma once
// perf's list of events: which it opens for each CPU and thread, which of these it maps, and which
// it redirects to the ring of another.
//
// Each event is opened for each CPU and thread of its maps. On each CPU (or, without CPUs, for each
// thread) the first event is mapped, and the others write to its ring; events that write backwards
// have a first of their own. If the first one needs an AUX area, that is mapped too, so an AUX
// event is moved to the front of the list.
//
// Source: tools/lib/perf/evlist.c __perf_evlist__propagate_maps, perf_evlist__nr_mmaps,
// mmap_per_evsel, mmap_per_thread, mmap_per_cpu; tools/lib/perf/cpumap.c perf_cpu_map__merge;
// tools/perf/util/auxtrace.c auxtrace_mmap_params__set_idx; tools/perf/util/evsel.c
// evsel__open_cpu; tools/perf/arch/x86/util/intel-pt.c intel_pt_recording_options
// (evlist__to_front). What the kernel refuses: kernel/events/core.c perf_mmap,
// perf_event_set_output. Tested by tests/protocol/record/deployment_test.cpp.

#include <optional>

#include "protocol/lifetime/perf_redirect.hpp"
#include "protocol/record/record_target.hpp"

namespace ringcheck {

/// An event as the command line has it.
struct RecordEvsel {
  CpuMap own_cpus{};          ///< the CPUs that its PMU names; empty: it names none
  bool requires_cpu = false;  ///< its PMU counts for CPUs only
  bool system_wide = false;   ///< opened for all threads of all CPUs, whatever is recorded
  bool write_backward = false;
  bool needs_aux = false;  ///< it fills an AUX area
  CpuMap cpus{};           ///< where it is opened, once maps are propagated
  ThreadMap threads{};
};

/// An event that was opened.
struct OpenedEvent {
  std::size_t evsel = 0;
  int cpu = kAny;
  int thread = kAny;
  bool inherit = false;
  std::size_t ring = SIZE_MAX;  ///< the ring that it writes to; none: no ring
};

/// An AUX area as AUXTRACE records name it.
struct AuxMapping {
  int cpu = kAny;
  int thread = kAny;
};

/// A ring that was mapped.
struct MappedRing {
  std::size_t index = 0;  ///< of its perf_mmap, in the list of its direction
  std::size_t first = 0;  ///< the opened event that is mapped
  int cpu = kAny;
  bool overwrite = false;  ///< mapped read-only, written backwards
  std::optional<AuxMapping> aux{};
};

/// What perf has opened and mapped.
struct Deployment {
  std::vector<OpenedEvent> events;
  std::vector<MappedRing> rings;
  std::size_t expected_maps = 0;  ///< perf_evlist__nr_mmaps
  const char* refused = nullptr;  ///< what the kernel refuses; null: nothing
};

/// All of `a` and `b`, sorted. Source: perf_cpu_map__merge.
inline CpuMap merge_cpus(const CpuMap& a, const CpuMap& b) {
  CpuMap all(a);
  all.insert(all.end(), b.begin(), b.end());
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

/// Gives each event its maps; returns the CPUs of all. Source: __perf_evlist__propagate_maps.
inline CpuMap propagate_maps(std::vector<RecordEvsel>& evsels, const RecordTarget& target,
                             const RecordMaps& maps, const CpuMap& online) {
  CpuMap all;
  for (RecordEvsel& evsel : evsels) {
    const bool given = !target.cpu_list.empty();
    if (evsel.system_wide)
      evsel.cpus = online;
    else if (evsel.own_cpus.empty() || given || (!evsel.requires_cpu && is_without_cpus(maps.cpus)))
      evsel.cpus = maps.cpus;
    else
      evsel.cpus = evsel.own_cpus;
    evsel.threads = evsel.system_wide ? ThreadMap{kAny} : maps.threads;
    if (!target.has(defect::kOwnCpusNotMerged) || all.empty()) all = merge_cpus(all, evsel.cpus);
  }
  return all;
}

/// Moves AUX events to the front. Source: evlist__to_front.
inline void order_evsels(std::vector<RecordEvsel>& evsels, const RecordTarget& target) {
  if (target.has(defect::kAuxEventNotFirst)) return;
  std::vector<RecordEvsel> ordered;
  for (const bool aux : {true, false})
    for (const RecordEvsel& evsel : evsels)
      if (evsel.needs_aux == aux) ordered.push_back(evsel);
  evsels = ordered;
}

/// Opens and maps events as `evsels` and `maps` say.
class Deployer {
 public:
  Deployer(const std::vector<RecordEvsel>& evsels, const RecordTarget& target,
           const RecordMaps& maps, CpuMap all_cpus)
      : evsels_(evsels), target_(target), maps_(maps), all_cpus_(std::move(all_cpus)) {}

  Deployment deploy() {
    open_events();
    made_.expected_maps = all_cpus_.size();
    const bool per_thread = is_without_cpus(all_cpus_);
    if (per_thread) made_.expected_maps += maps_.threads.size() - 1;
    per_thread ? map_per_thread() : map_per_cpu();
    return std::move(made_);
  }

 private:
  /// The first of a direction, to whose ring others are redirected.
  struct Outputs {
    std::optional<std::size_t> forward{}, backward{};
  };

  void open_events() {
    for (std::size_t e = 0; e < evsels_.size(); ++e)
      for (const int cpu : evsels_[e].cpus)
        for (const int thread : evsels_[e].threads)
          made_.events.push_back({e, cpu, thread, maps_.inherit, SIZE_MAX});
  }
  void map_per_thread() {
    Outputs outputs;
    for (std::size_t t = 0; t < maps_.threads.size(); ++t) {
      if (!target_.has(defect::kOneOutputForAll)) outputs = {};
      map_events(t, all_cpus_.front(), t, outputs);
    }
    for (std::size_t c = 1; c < all_cpus_.size(); ++c) {
      Outputs of_cpu;
      map_events(maps_.threads.size() + c - 1, all_cpus_[c], 0, of_cpu);
    }
  }
  void map_per_cpu() {
    Outputs outputs;
    for (std::size_t c = 0; c < all_cpus_.size(); ++c) {
      if (!target_.has(defect::kOneOutputForAll)) outputs = {};
      for (std::size_t t = 0; t < maps_.threads.size(); ++t)
        map_events(c, all_cpus_[c], t, outputs);
    }
  }
  /// Source: mmap_per_evsel.
  void map_events(std::size_t index, int cpu, std::size_t thread, Outputs& outputs) {
    for (std::size_t e = 0; e < evsels_.size(); ++e) {
      const RecordEvsel& evsel = evsels_[e];
      if (evsel.system_wide && thread != 0) continue;
      OpenedEvent* event = find(e, cpu, evsel.threads[evsel.system_wide ? 0 : thread]);
      if (event == nullptr) continue;
      auto& output = evsel.write_backward ? outputs.backward : outputs.forward;
      if (output) {
        if (!target_.has(defect::kOutputNotSet)) redirect(*event, *output);
        continue;
      }
      output = made_.rings.size();
      map(*event, index, cpu);
    }
  }
  OpenedEvent* find(std::size_t evsel, int cpu, int thread) {
    for (OpenedEvent& event : made_.events)
      if (event.evsel == evsel && event.cpu == cpu && event.thread == thread) return &event;
    return nullptr;
  }
  void map(OpenedEvent& event, std::size_t index, int cpu) {
    if (event.cpu == kAny && event.inherit) made_.refused = "an inherited event is mapped";
    const RecordEvsel& evsel = evsels_[event.evsel];
    event.ring = made_.rings.size();
    MappedRing ring{index,
                    static_cast<std::size_t>(&event - made_.events.data()),
                    cpu,
                    evsel.write_backward,
                    {}};
    const bool per_cpu = !is_without_cpus(maps_.cpus);
    if (evsel.needs_aux)
      ring.aux =
          per_cpu ? AuxMapping{cpu, maps_.threads.front()} : AuxMapping{kAny, maps_.threads[index]};
    made_.rings.push_back(ring);
  }
  void redirect(OpenedEvent& event, std::size_t ring) {
    const OpenedEvent& output = made_.events[made_.rings[ring].first];
    if (!may_share_buffer(as_kernel_sees(event), as_kernel_sees(output)))
      made_.refused = "an event is redirected to a ring that it may not write to";
    event.ring = ring;
  }
  [[nodiscard]] RedirectedEvent as_kernel_sees(const OpenedEvent& event) const {
    const RecordEvsel& evsel = evsels_[event.evsel];
    return {event.cpu, static_cast<std::uint64_t>(event.thread == kAny ? 0 : event.thread), 0,
            evsel.write_backward, evsel.needs_aux ? event.evsel + 1 : 0};
  }

  const std::vector<RecordEvsel>& evsels_;
  const RecordTarget& target_;
  const RecordMaps& maps_;
  CpuMap all_cpus_;
  Deployment made_;
};

/// From options to rings: what perf record does before it starts. `online`: CPUs of the machine;
/// `command`: the thread that perf starts.
inline Deployment deploy(RecordTarget target, std::vector<RecordEvsel> evsels, const CpuMap& online,
                         int command) {
  validate_target(target);
  const RecordMaps maps = create_maps(target, online, command);
  order_evsels(evsels, target);
  const CpuMap all_cpus = propagate_maps(evsels, target, maps, online);
  Deployment made = Deployer(evsels, target, maps, all_cpus).deploy();
  return made;
}

}  // namespace ringcheck
