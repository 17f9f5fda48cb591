// AUX transactions on the specification.
// Tested by `make kernel`.
#include "kernel/calls/aux_sides.hpp"

namespace ringcheck {
const CallGuard* aux_guard(AuxOp op, std::uint64_t open, unsigned busy) {
  if (op >= AuxOp::aux_tail || op == AuxOp::get) return nullptr;
  if (busy > 0) return &guards::kHandleBusy;
  const bool needs_open =
      op == AuxOp::end || op == AuxOp::skip || op == AuxOp::copy || op == AuxOp::set_head;
  if (needs_open && open == 0) return &guards::kHandleClosed;
  return nullptr;
}

AuxMapped mapped_of(const Call& call, std::uint64_t references) {
  if (references == 0) return {0, 0};
  // A transaction that is open keeps the area.
  const bool goes = call.at(0) == 0 && call.at(1) != 0 && references == 1;
  return {call.at(0), goes ? 0 : references};
}

std::uint64_t copied_bytes(const Call& call, std::uint64_t head, std::uint64_t aux_bytes) {
  const std::uint64_t from = (head + call.at(1)) % aux_bytes;
  const std::uint64_t to = (head + call.at(1) + call.at(2)) % aux_bytes;
  return to > from ? to - from : aux_bytes - (from - to);
}

AuxSpecification::AuxSpecification(const AuxAreaSetup& setup, const AuxAreaWords& words,
                                   ReserveOrder order, LongWidth width)
    : words_(words), head_(setup.head), area_(setup, words, order, width) {
  area_.memory.tracing = true;
}

const CallGuard* AuxSpecification::guard(const Call& call) const {
  const auto op = static_cast<AuxOp>(call.op);
  if (op >= AuxOp::aux_tail) return nullptr;
  return aux_guard(op, word(words_.handles[call.at(0)].event), busy_[call.at(0)]);
}

void AuxSpecification::run(const Call& call, Answers& answers) {
  constexpr auto kNoSpace = static_cast<std::uint64_t>(-28);
  const auto op = static_cast<AuxOp>(call.op);
  const bool of_handle = op < AuxOp::aux_tail;
  const std::uint64_t index = of_handle ? call.at(0) : 0;
  const AuxHandle& handle = words_.handles[index];
  if (of_handle) ++busy_[index];
  std::vector<std::uint64_t>& words = area_.memory.words;
  switch (op) {
    case AuxOp::begin:
      answers.push_back(
          {"begin", perf_aux_output_begin(area_.cpu, area_.aux, handle, area_.events[call.at(1)])
                        ? 1U
                        : 0U});
      break;
    case AuxOp::end:
      perf_aux_output_end(area_.cpu, area_.aux, handle, call.at(1));
      break;
    case AuxOp::skip:
      answers.push_back(
          {"skip", perf_aux_output_skip(area_.cpu, area_.aux, handle, call.at(1)) ? 0 : kNoSpace});
      break;
    case AuxOp::flag:
      perf_aux_output_flag(area_.cpu, handle, call.at(1));
      break;
    case AuxOp::get:
      answers.push_back({"get", perf_get_aux(area_.cpu, handle) ? 1U : 0U});
      break;
    case AuxOp::set_head:
      words[handle.head] = area_.aux.width.unsigned_long(head_ + call.at(1));
      break;
    case AuxOp::copy:
      copy(call, answers);
      break;
    case AuxOp::aux_tail:
      words[area_.aux.at.user_tail] = head_ + call.at(0);
      break;
    case AuxOp::data_tail:
      words[area_.aux.ring.at.data_tail] =
          call.at(0) == 0 ? words[area_.aux.ring.at.data_head] : call.at(0);
      break;
    case AuxOp::mapped: {
      const AuxMapped mapped = mapped_of(call, words[area_.aux.at.aux_refcount]);
      words[area_.aux.at.aux_mmap_count] = mapped.count;
      words[area_.aux.at.aux_refcount] = mapped.references;
    } break;
    case AuxOp::pause:
      area_.cpu.store(area_.aux.ring.at.paused,
                      rb_toggle_paused(area_.aux.ring.nr_pages(), call.at(0) != 0) ? 1 : 0);
      break;
    case AuxOp::poll:
      answers.push_back({"poll", perf_poll(area_.cpu, area_.aux.ring)});
      break;
  }
  if (of_handle) {
    --busy_[index];
    answers.push_back({"handle->event", words[handle.event]});
  }
  answers.push_back({"warnings", area_.warnings});
}

void AuxSpecification::copy(const Call& call, Answers& answers) {
  constexpr auto kNoSpace = static_cast<std::uint64_t>(-28);
  PerfOutputHandle<RecordingCpu> handle;
  const std::uint64_t size = copied_bytes(call, head_, area_.aux.size());
  const bool begun = perf_output_begin(area_.cpu, area_.aux.ring, handle, size, area_.events[0]);
  answers.push_back({"begin of a record", begun ? 0 : kNoSpace});
  if (!begun) return;
  const std::uint64_t copied = perf_output_copy_aux(
      area_.cpu, area_.aux, handle, head_ + call.at(1), head_ + call.at(1) + call.at(2));
  answers.push_back({"copied", copied});
  perf_output_end(area_.cpu, area_.aux.ring, handle);
}

}  // namespace ringcheck
