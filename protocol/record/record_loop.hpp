#pragma once
// perf record's loop: read all rings, dump and switch files when asked to, sleep until there is
// more, and end when all is read.
//
// Forward rings are read in each round. Overwritable rings run freely; perf reads them when a dump
// is asked for or recording ends, and pauses them first and resumes them after that (BkwState).
// Recording ends when perf is told to end it, or when no event is left that could write; and then
// only after a round that read nothing.
//
// Source: tools/perf/builtin-record.c __cmd_record, record__mmap_read_all,
// record__mmap_read_evlist, record__pushfn, record__write, record__thread_munmap_filtered,
// snapshot_sig_handler, alarm_sig_handler; tools/perf/util/evlist.c evlist__toggle_bkw_mmap;
// tools/lib/api/fd/array.c fdarray__filter; tools/perf/util/mmap.c perf_mmap__push;
// tools/lib/perf/mmap.c perf_mmap__get, perf_mmap__put. Deviations: one thread reads; nothing is
// compressed, nor written asynchronously (aio_push.hpp); snapshots of AUX areas are in
// perf_tool/snapshot_mode.hpp; the head is loaded once a push (docs/findings.md V-17).
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <vector>

#include "protocol/record/defects.hpp"
#include "protocol/ring/perf_mmap.hpp"

namespace ringcheck {

/// The state of overwritable rings. Source: enum bkw_mmap_state.
enum class BkwState : std::uint8_t { not_ready, running, data_pending, empty };

/// What a change of that state does to the rings.
enum class BkwAction : std::uint8_t { none, pause, resume };

/// Moves on to `to`, if that is the next state; otherwise does nothing.
/// Source: evlist__toggle_bkw_mmap.
constexpr BkwAction toggle_bkw_mmap(BkwState& state, BkwState to, DefectSet defects = {}) {
  const bool next = (state == BkwState::not_ready && to == BkwState::running) ||
                    (state == BkwState::running && to == BkwState::data_pending) ||
                    (state == BkwState::data_pending && to == BkwState::empty) ||
                    (state == BkwState::empty && to == BkwState::running);
  if (!next) return BkwAction::none;
  const BkwState from = state;
  state = to;
  if (from == BkwState::running && !defects.has(defect::kDumpWithoutPause)) return BkwAction::pause;
  if (from == BkwState::empty && !defects.has(defect::kDumpWithoutResume)) return BkwAction::resume;
  return BkwAction::none;
}

/// A ring that perf has mapped, and the events that write to it.
template <Cpu C>
struct RecordedMap {
  PerfBuffer rb;
  PerfMmap<C> map;
  std::uint64_t fds = 1;  ///< descriptors of its events that are still polled
  bool has_aux = false;

  [[nodiscard]] bool mapped() const { return map.refcnt != 0; }
};

/// How perf records.
struct RecordLoopOptions {
  bool switch_on_signal = false;     ///< --switch-output
  std::uint64_t switch_size = 0;     ///< --switch-output=SIZE, bytes; 0: not by size
  std::uint64_t switch_seconds = 0;  ///< --switch-output=TIME; 0: not by time
  bool own_workload = false;         ///< events die with the process that perf has started
  bool keeps_aux = false;            ///< AUX areas are read for snapshots or samples only
  /// A repair of Linux 6.1 (docs/findings.md D-07): if recording is told to end during a round that
  /// reads nothing, the end waits for overwritable rings.
  bool reads_overwrite_last = false;
  /// The same for D-08: --mmap-flush holds back nothing of a dump.
  bool dumps_unflushed = false;
  DefectSet defects{};
};

/// How a round of the loop ends.
enum class LoopStep : std::uint8_t { again, sleeps, ended };

/// The loop. `World` has what it acts on:
/// - `cpu()`: the machine of perf;
/// - `write(ring, offset, size)`: these bytes of ring number `ring` go to the file;
/// - `drain_aux(ring)`; `pause(bool)` of all overwritable rings; `switch_file()`; `arm(seconds)`:
///   the alarm; `disable()`: all events.
template <class C, class World>
class RecordLoop {
 public:
  RecordLoop(World& world, std::vector<RecordedMap<C>> maps, const RecordLoopOptions& options)
      : world_(world), maps_(std::move(maps)), options_(options) {
    for (RecordedMap<C>& map : maps_) {
      map.map.refcnt = map.fds + 1;
      if (map.map.overwrite) toggle(BkwState::running);
    }
  }

  /// Signals are taken from here on. Source: trigger_ready.
  void start() {
    ready_ = true;
    if (options_.switch_seconds != 0) world_.arm(options_.switch_seconds);
  }
  /// SIGUSR2. Source: snapshot_sig_handler.
  void signal_dump() {
    if (options_.switch_on_signal && ready_) hit();
  }
  /// SIGALRM. Source: alarm_sig_handler.
  void signal_alarm() {
    if (options_.switch_seconds != 0 && ready_) hit();
  }
  /// SIGINT, SIGTERM, or SIGCHLD of the command.
  void signal_done() { done_ = true; }

  /// A round, up to the point where perf sleeps.
  LoopStep round() {
    const std::uint64_t hits = samples_;
    if (hit_ || done_ || draining_) toggle(BkwState::data_pending);
    read_all(false);
    if (hit_) {
      // A signal may have come after overwritable rings were skipped: read once more.
      if (has_overwrite() && bkw_ == BkwState::running &&
          !options_.defects.has(defect::kDumpNotReadAgain))
        return LoopStep::again;
      hit_ = false;
      ready_ = true;
      toggle(BkwState::running);
      world_.switch_file();
      bytes_written_ = 0;
      if (options_.switch_seconds != 0 && !options_.defects.has(defect::kAlarmNotRearmed))
        world_.arm(options_.switch_seconds);
    }
    if (hits != samples_) {
      disable_if_done();
      return LoopStep::again;
    }
    if (!ending()) return LoopStep::sleeps;
    const bool unread = has_overwrite() && bkw_ == BkwState::running;
    return unread && options_.reads_overwrite_last ? LoopStep::again : LoopStep::ended;
  }

  /// After poll: `hung_up(ring)` says how many events of that ring have gone since. True: the loop
  /// ends at once, which only a defect makes it do. Source: fdarray__filter.
  template <class HungUp>
  bool wake(HungUp&& hung_up) {
    std::uint64_t left = 0;
    for (std::size_t ring = 0; ring < maps_.size(); ++ring) {
      RecordedMap<C>& map = maps_[ring];
      for (std::uint64_t gone = hung_up(ring); gone > 0 && map.fds > 0; --gone) {
        --map.fds;
        perf_mmap_put(map.map);
        if (options_.defects.has(defect::kHangupUnmaps)) map.map.refcnt = 0;
      }
      left += map.fds;
    }
    if (left == 0) draining_ = true;
    disable_if_done();
    return left == 0 && options_.defects.has(defect::kHangupEnds);
  }

  /// After the loop. Source: out_child of __cmd_record.
  void finish() {
    if (!options_.defects.has(defect::kNoLastRead)) read_all(true);
  }

  [[nodiscard]] BkwState bkw() const { return bkw_; }
  [[nodiscard]] bool is_hit() const { return hit_; }
  [[nodiscard]] bool mapped(std::size_t ring) const { return maps_[ring].mapped(); }
  [[nodiscard]] bool ending() const { return done_ || draining_; }

 private:
  void hit() {
    hit_ = true;
    ready_ = false;
  }
  [[nodiscard]] bool has_overwrite() const {
    for (const RecordedMap<C>& map : maps_)
      if (map.map.overwrite) return true;
    return false;
  }
  void toggle(BkwState to) {
    const BkwAction action = toggle_bkw_mmap(bkw_, to, options_.defects);
    if (action != BkwAction::none) world_.pause(action == BkwAction::pause);
  }
  void disable_if_done() {
    if (!done_ || disabled_ || options_.own_workload) return;
    world_.disable();
    disabled_ = true;
  }
  void read_all(bool synch) {
    read_evlist(false, synch);
    read_evlist(true, synch);
  }
  /// Source: record__mmap_read_evlist.
  void read_evlist(bool overwrite, bool synch) {
    if (overwrite && (!has_overwrite() || bkw_ != BkwState::data_pending)) return;
    for (std::size_t ring = 0; ring < maps_.size(); ++ring) {
      RecordedMap<C>& map = maps_[ring];
      if (map.map.overwrite != overwrite || !map.mapped()) continue;
      const std::uint64_t flush = map.map.flush;
      if (synch || (overwrite && options_.dumps_unflushed)) map.map.flush = 1;
      push(ring, map);
      map.map.flush = flush;
      if (map.has_aux && (!options_.keeps_aux || options_.defects.has(defect::kAuxAlwaysDrained)))
        world_.drain_aux(ring);
    }
    if (overwrite) toggle(BkwState::empty);
  }
  /// Source: perf_mmap__push.
  void push(std::size_t ring, RecordedMap<C>& map) {
    auto cpu = world_.cpu();
    if (perf_mmap_read_init(cpu, map.rb, map.map) != 0) return;
    const std::uint64_t head = map.map.overwrite ? map.map.start : map.map.end;
    const std::uint64_t to_end = map.rb.data_size - map.map.start % map.rb.data_size;
    const std::uint64_t size = map.map.end - map.map.start;
    if (size > to_end) write(ring, map, to_end);
    write(ring, map, map.map.end - map.map.start);
    map.map.prev = head;
    if (!options_.defects.has(defect::kReadNotGivenBack)) perf_mmap_consume(cpu, map.rb, map.map);
  }
  void write(std::size_t ring, RecordedMap<C>& map, std::uint64_t size) {
    ++samples_;
    world_.write(ring, map.map.start, size);
    map.map.start += size;
    bytes_written_ += size;
    if (options_.switch_size != 0 && ready_ && bytes_written_ >= options_.switch_size) hit();
  }

  World& world_;
  std::vector<RecordedMap<C>> maps_;
  RecordLoopOptions options_;
  BkwState bkw_ = BkwState::not_ready;
  std::uint64_t samples_ = 0, bytes_written_ = 0;
  bool ready_ = false, hit_ = false, done_ = false, draining_ = false, disabled_ = false;
};

}  // namespace ringcheck
