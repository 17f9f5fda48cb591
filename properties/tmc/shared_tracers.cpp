// What tracers of sessions do to an ETR that they share, for etr-shared: they map AUX areas, for
// which they share buffers, trace, copy, and unmap.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <utility>

#include "properties/tmc/barrier_packet.hpp"
#include "properties/tmc/shared_sessions.hpp"

namespace ringcheck {

/// Buffers of sessions; `other` maps its area while the first one is allocated.
struct SharedSessions::SessionMemory {
  SharedSessions& all;
  std::size_t mine, other;
  bool room;
  bool allocated = false;
  std::uint64_t made = 0;  ///< number of what was allocated last

  template <AuxCpu C>
  std::uint64_t allocate(C&) {
    if (!std::exchange(allocated, true) && other != mine) all.map_area(other, other, true);
    made = all.etr_.allocate(all.size());
    return made;
  }
  template <AuxCpu C>
  void free(C&, std::uint64_t number) const {
    all.etr_.free(number);
  }
  [[nodiscard]] bool has_room() const { return room; }
  template <AuxCpu C>
  void lock(C&) {
    all.etr_.table_lock.lock();
  }
  template <AuxCpu C>
  void unlock(C&) {
    all.etr_.table_lock.unlock();
  }
  template <AuxCpu C>
  void drop_lock(C&) const {}
};

std::uint64_t SharedSessions::shared(std::size_t entry) const {
  for (std::size_t t = 0; t < kSharedTracers; ++t)
    if (facts_.at(t).entry == entry && facts_.at(t).sharing == EtrSharing::session &&
        events_.at(t).buffer != 0)
      return events_.at(t).buffer;
  return 0;
}

std::uint64_t SharedSessions::sharers(std::uint64_t buffer) const {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      events_, [buffer](const Event& event) { return event.buffer == buffer; }));
}

void SharedSessions::map_area(std::size_t tracer, std::size_t other, bool has_room) {
  Event& event = events_.at(tracer);
  if (event.buffer != 0) return;
  const auto& [pid, entry, sharing, overwrite] = facts_.at(tracer);
  const bool alone = sharing == EtrSharing::alone;
  const std::uint64_t before = alone ? 0 : shared(entry);
  auto c = etr_.cpu(false);
  SessionMemory buffers{*this, tracer, other, has_room};
  const std::uint64_t got = get_etr_buffer(c, cells_of(tracer), sharing, buffers);
  judge_.require(buffers.allocated == (before == 0), "I-125",
                 "memory is allocated for a buffer that is there, or none for one that is not");
  const std::uint64_t theirs = alone ? 0 : shared(entry);
  const bool refused = buffers.made == 0 || (theirs == 0 && !alone && !has_room);
  const std::uint64_t expected = refused ? 0 : theirs != 0 ? theirs : buffers.made;
  judge_.require(got == (before != 0 ? before : expected), "I-125",
                 "a tracer gets another buffer than its session's, or is refused one");
  judge_.comes_to("a session's buffer is shared", before != 0);
  judge_.comes_to("two get a session's buffer at once", before == 0 && theirs != 0);
  judge_.comes_to("there is no memory for a session", got == 0);
  event.buffer = got;
}

void SharedSessions::unmap_area(std::size_t tracer) {
  Event& event = events_.at(tracer);
  if (event.buffer == 0 || event.traces) return;
  const std::uint64_t mine = std::exchange(event.buffer, 0);
  auto c = etr_.cpu(false);
  SessionMemory buffers{*this, tracer, tracer, true};
  const bool freed = put_session_buffer(c, cells_of(tracer), mine, defects_, buffers,
                                        repaired_ ? EntryRemoved::own : EntryRemoved::of_session);
  judge_.require(freed == (sharers(mine) == 0), "I-125",
                 "a buffer is freed that another has, or kept that nobody has");
}

void SharedSessions::start_tracer(std::size_t tracer) {
  Event& event = events_.at(tracer);
  if (event.traces) return;
  map_area(tracer, tracer, true);
  if (event.buffer == 0) return;
  const std::uint64_t pid = facts_.at(tracer).pid;
  const auto user = owner();
  const bool joins = user && facts_.at(*user).pid == pid &&
                     (!repaired_ || events_.at(*user).buffer == event.buffer);
  const bool free = sysfs_ == 0 && (user ? joins : !etr_.claimed_by_debugger);
  auto c = etr_.cpu(true);
  etr_.sink_lock.lock();
  event.traces =
      tmc_enable_etr_sink_perf(c, etr_.at, {pid, kSharedTracers + tracer, event.buffer}, hardware_,
                               defects_, repaired_ ? SinkJoinedBy::buffer : SinkJoinedBy::pid);
  etr_.sink_lock.unlock();
  judge_.require(event.traces == free, "I-124",
                 free ? "a sink is refused that is free" : "a sink is given that others have");
}

/// The last tracer copies what the sink has taken. One that may not leave does so later.
void SharedSessions::stop_tracer(std::size_t tracer, std::uint64_t room, std::uint64_t head) {
  Event& event = events_.at(tracer);
  if (!event.traces) return;
  const bool stays = keeps_perf_ && reading_;
  if (!stays) copy_trace(tracer, room, head);
  auto c = etr_.cpu(true);
  etr_.sink_lock.lock();
  const int result = tmc_disable_etr_sink(c, etr_.at, hardware_, defects_, !keeps_perf_);
  etr_.sink_lock.unlock();
  event.traces = stays;
  judge_.require(result == (users() != 0 ? kBusy : 0), "I-124",
                 "who leaves a sink is not told whether it stays in use");
}

void SharedSessions::copy_trace(std::size_t tracer, std::uint64_t room, std::uint64_t head) {
  const Event& event = events_.at(tracer);
  AuxBuffer aux = etr_.bench.m.aux;
  aux.area = event.area;
  aux.overwrite = facts_.at(tracer).overwrite;
  for (std::uint64_t i = 0; i < kSharedMostFrames; ++i) word(aux.area.base + i) = kUntouched;
  word(event.handle.head) = head;
  word(event.handle.size) = room;
  word(event.handle.flags) = 0;
  const EtrBuf& buf = etr_.usable(event.buffer);
  auto locked = etr_.cpu(true);
  etr_.sink_lock.lock();
  const EtrFound found = stop_etr(locked, hardware_, buf, aux);
  etr_.sink_lock.unlock();
  auto c = etr_.cpu(false);
  judge_copy(tracer, finish_etr_update(c, found, buf, 4, aux, event.handle), room, head);
}

void SharedSessions::end_tracers() {
  for (std::size_t t = 0; t < kSharedTracers; ++t)
    stop_tracer(t, kSharedMostFrames * kSharedFrame, 0);
}

void SharedSessions::judge_copy(std::size_t tracer, std::uint64_t copied, std::uint64_t room,
                                std::uint64_t head) {
  const Event& event = events_.at(tracer);
  const bool overwrite = facts_.at(tracer).overwrite;
  SharedTrace trace;
  bool lost = false;
  if (users() == 1) {
    trace = etr_.taken();
    lost = !trace.empty() && trace.front() == packet_unit(0, kSharedFrame);
    if (!overwrite && room < trace.size() * kSharedFrame) {
      trace.erase(trace.begin(), trace.end() - static_cast<std::ptrdiff_t>(room / kSharedFrame));
      if (!trace.empty()) trace.front() = packet_unit(0, kSharedFrame);
      lost = true;
    }
    judge_.comes_to("perf copies", !trace.empty());
  }
  judge_.require(copied == trace.size() * kSharedFrame, "I-126",
                 "not as much is copied as its session has traced, or as there is room for");
  for (std::uint64_t i = 0; i < kSharedMostFrames; ++i) {
    const std::uint64_t found =
        word(event.area.address((head + i * kSharedFrame) % event.area.bytes));
    judge_.require(found == (i < trace.size() ? trace[i] : kUntouched), "I-126",
                   "a copy is not the newest trace of its session, in order");
  }
  judge_.require(word(event.handle.flags) == (lost && !overwrite ? kAuxTruncated : 0), "I-126",
                 "trace was lost and the transaction is not called truncated, or none was");
  judge_.require(word(event.handle.head) == head + (overwrite ? copied : 0), "I-126",
                 "the head of a transaction is not behind what was copied");
}

void SharedSessions::check_owners() {
  judge_.require(word(etr_.at.sysfs_buf) == sysfs_buffer_, "I-125",
                 "sysfs has another buffer than the one of the size that it said, or none");
  judge_.require(word(etr_.at.references) == 0, "I-39", "there is no buffer, and it is used");
  const std::vector<std::uint64_t> kept = etr_.kept();
  for (std::uint64_t number = 1; number <= etr_.newest(); ++number) {
    const bool is_kept = std::ranges::find(kept, number) != kept.end();
    const bool is_had = number == sysfs_buffer_ || sharers(number) != 0;
    judge_.require(is_kept || !is_had, "I-125", "a buffer is freed that somebody has");
    judge_.require(!is_kept || is_had, "I-125", "a buffer is kept that nobody has");
    judge_.require(sharers(number) == 0 || word(etr_.at.references + number) == sharers(number),
                   "I-125", "a buffer has more or fewer references than there are who have it");
  }
  for (std::size_t entry = 0; entry < kSharedEntries; ++entry)
    judge_.require(word(entries_.at(entry)) == shared(entry), "I-125",
                   "the table's buffer is not the one that the session's tracers have");
}

}  // namespace ringcheck
