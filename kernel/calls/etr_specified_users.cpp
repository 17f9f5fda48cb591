// What other users of a TMC-ETR do, on the specification, and what both sides tell of the sink.
// Tested by tests/kernel/etr_specification_test.cpp and `make kernel`.
#include <algorithm>

#include "kernel/calls/answer_sum.hpp"
#include "kernel/calls/etr_sides.hpp"

namespace ringcheck {

std::optional<int> EtrSpecification::use(const EtrAct& what) {
  return let_use(use_, scarcity_, what, [&](bool starts) { return act(what, starts); });
}

int EtrSpecification::act(const EtrAct& act, bool starts) {
  switch (act.user) {
    case EtrUser::file:
    case EtrUser::file_too:
      return use_file(starts);
    case EtrUser::visitor:
      if (const int result = use_file(true); result != 0) return result;
      return use_file(false);
    case EtrUser::reader:
      return read(act);
    case EtrUser::sysfs:
    case EtrUser::sysfs_too:
      return use_sysfs(starts);
    case EtrUser::debugger:
      if (claims_[0] && starts) return kBusy;
      claims_[1] = starts;
      return 0;
    case EtrUser::size:
      size_ = starts ? setup_.other_size() : setup_.configured;
      return 0;
    case EtrUser::area:
      return starts ? map(act.other) : unmap(act.other);
    case EtrUser::tracer:
      return use_tracer(act, starts);
    case EtrUser::device:
      take_trace(kEtrLap);
      return 0;
    case EtrUser::nobody:
      break;
  }
  return 0;
}

/// Source: tmc_alloc_etr_buffer.
int EtrSpecification::map(std::size_t which) {
  Other& other = others_.at(which);
  if (!scarcity_.take()) return kNoMemory;
  Buffers buffers{*this, other.session.aux.size()};
  const EtrSharing sharing = kEtrOthers.at(which).alone ? EtrSharing::alone : EtrSharing::session;
  const std::uint64_t number = get_etr_buffer(area_.cpu, other.session.at, sharing, buffers);
  if (number == 0) return kNoMemory;
  other.buffer = other.session.user.buffer = number;
  other.session.buf = usable(number).buf;
  return 0;
}

/// Source: tmc_free_etr_buffer.
int EtrSpecification::unmap(std::size_t which) {
  Other& other = others_.at(which);
  const std::uint64_t number = std::exchange(other.buffer, 0);
  Buffers buffers{*this};
  usable(number);
  put_session_buffer(area_.cpu, other.session.at, number, {}, buffers);
  return 0;
}

int EtrSpecification::use_tracer(const EtrAct& act, bool starts) {
  const EtrSession& session = others_.at(act.other).session;
  if (starts) {
    area_.word(session.handle.head) = kEtrOtherHead;
    area_.word(session.handle.size) = kEtrOtherRoom;
    area_.word(session.handle.flags) = 0;
    return enable_sink(area_.cpu, unit_, session) ? 0 : kBusy;
  }
  if (act.from == 0) steps_.add(EtrStep::copied, update_sink(area_.cpu, unit_, session));
  disable_sink(area_.cpu, unit_, session);
  return 0;
}

int EtrSpecification::use_sysfs(bool starts) {
  if (!starts) {
    disable_sink(area_.cpu, unit_, etr_);
    return 0;
  }
  Buffers buffers{*this};
  const int result = enable_catu(
      [&] { return tmc_etr_get_sysfs_buffer(area_.cpu, words_.sink, Sink{*this}, buffers); });
  if (result != 0) return result;
  return tmc_enable_etr_sink_sysfs(area_.cpu, words_.sink, Sink{*this}, buffers, setup_.enables);
}

int EtrSpecification::use_file(bool starts) {
  const Sink sink{*this};
  sink.lock(area_.cpu);
  int result = 0;
  std::uint64_t freed = 0;
  if (starts)
    result = tmc_read_prepare_etr(area_.cpu, words_.sink, sink);
  else
    freed = tmc_read_unprepare_etr(area_.cpu, words_.sink, sink);
  sink.unlock(area_.cpu);
  if (freed != 0) free(freed);
  return result;
}

int EtrSpecification::read(const EtrAct& act) {
  std::uint64_t from = act.from;
  int bytes = 0;
  for (int times = 0; times < kEtrReads; ++times, from += static_cast<std::uint64_t>(bytes)) {
    const EtrBuf& buf = usable(area_.word(words_.sink.sysfs_buf)).buf;
    const SysfsTrace<RecordingCpu> trace = tmc_etr_get_sysfs_trace(area_.cpu, buf, from, act.bytes);
    bytes = static_cast<int>(trace.bytes);
    if (bytes <= 0) break;
    for (std::uint64_t i = 0; i < trace.bytes; ++i)
      read_ = sum_after(read_,
                        static_cast<std::uint8_t>(word(buf.data.memory.base + trace.offset + i)));
  }
  return bytes;
}

void EtrSpecification::interrupt(const Call& call, Answers& answers) {
  answer(answers, "another user", use(EtrAct(call)).value_or(1));
  answer(answers, "sum of what was read", static_cast<std::int64_t>(read_));
}

void tell_etr(Answers& answers, const EtrTold& told) {
  const auto number = [&](const char* what, std::uint64_t value) {
    answer(answers, what, static_cast<std::int64_t>(value));
  };
  std::uint64_t ranges = 0;
  for (const auto& [from, length] : told.synced)
    ranges = sum_after(sum_after(ranges, from), length);
  number("steps of the driver", told.steps.count);
  number("sum of the steps", told.steps.sum);
  number("times that memory was synced", told.synced.size());
  number("sum of what was synced", ranges);
  number("bytes that went astray", told.astray);
  number("buffers that nobody has", told.orphans);
  number("the debugger's claim", told.claimed_by_debugger ? 1 : 0);
  number("the sink captures", told.captures ? 1 : 0);
  number("the CATU is claimed", told.catu.claimed ? 1 : 0);
  number("the CATU is on", told.catu.is_on ? 1 : 0);
  number("users of the CATU", told.catu.users);
  for (const std::uint64_t holder : told.holders) number("whose buffer somebody has", holder);
  for (const EtrBufferTold& buffer : told.buffers) {
    number("size of a buffer", buffer.bytes);
    number("device address of a buffer", buffer.hwaddr);
    number("mode of a buffer", buffer.mode);
    number("references of a buffer", buffer.references);
    number("offset in a buffer", buffer.offset);
    number("trace in a buffer", buffer.len);
    number("a buffer is full", buffer.full);
    number("sum of a buffer", buffer.sum);
    number("device address of a CATU's table", buffer.table);
    number("pages of a buffer", buffer.pages);
    number("sum of where the pages are", buffer.places);
  }
  for (const EtrOtherTold& other : told.others) {
    number("head of another transaction", other.head);
    number("room of another transaction", other.size);
    number("flags of another transaction", other.flags);
    number("sum of another area", other.sum);
  }
}

}  // namespace ringcheck
