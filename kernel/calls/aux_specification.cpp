// AUX transactions on the specification.
// Tested by `make kernel`.
#include <algorithm>

#include "kernel/calls/aux_sides.hpp"
#include "protocol/lifetime/rb_alloc.hpp"

namespace ringcheck {
namespace {

std::uint64_t setup_of(const CallProgram& program, AuxSetupNumber number) {
  return program.setup.at(static_cast<std::size_t>(number));
}

}  // namespace

AuxWords::AuxWords(const CallProgram& program, unsigned page_bytes) {
  data_words = setup_of(program, AuxSetupNumber::data_pages) * page_bytes / kWordBytes;
  aux_bytes = setup_of(program, AuxSetupNumber::aux_pages) * page_bytes;
  ring = PerfBufferCells::at(0);
  count = PerfBufferCells::count(data_words);
  aux = AuxBufferCells::at(count);
  count += AuxBufferCells::kCount;
  for (AuxHandle& handle : handles) {
    handle = AuxHandle::at(count);
    count += AuxHandle::kCount;
  }
  for (PerfEventCells& event : events) {
    event = PerfEventCells::at(count);
    count += PerfEventCells::kCount;
  }
  area = count;
  count += aux_bytes;
}

std::string AuxWords::name(std::uint64_t word) const {
  const auto within = [&](std::uint64_t first, std::uint64_t size) {
    return word >= first && word < first + size;
  };
  if (word < PerfBufferCells::count(data_words)) return PerfBufferCells::name(word);
  if (within(aux.aux_head, AuxBufferCells::kCount))
    return std::string(AuxBufferCells::kNames[word - aux.aux_head]);
  for (unsigned i = 0; i < kAuxHandles; ++i)
    if (within(handles[i].event, AuxHandle::kCount))
      return fmt::format("handle {}.{}", i, AuxHandle::kNames[word - handles[i].event]);
  for (unsigned i = 0; i < kAuxEvents; ++i)
    if (within(events[i].pending_disable, PerfEventCells::kCount))
      return fmt::format("event {}.{}", i,
                         PerfEventCells::kNames[word - events[i].pending_disable]);
  return fmt::format("trace byte {}", word - area);
}

bool AuxWords::traced(std::uint64_t word) const {
  if (word < ring.data) return true;
  if (word < aux.aux_head || word >= area) return false;
  if (word == aux.aux_head || word == aux.aux_wakeup) return false;
  return word < handles.front().event || word >= events.front().pending_disable;
}

const char* aux_guard(AuxOp op, std::uint64_t open, unsigned busy) {
  if (op >= AuxOp::aux_tail || op == AuxOp::get) return nullptr;
  if (busy > 0)
    return "drivers do not interrupt a call on their handle by another: pt.c handle_nmi, bts.c "
           "state, arm_spe_pmu.c and coresight-etm-perf.c by masked interrupts";
  const bool needs_open =
      op == AuxOp::end || op == AuxOp::skip || op == AuxOp::copy || op == AuxOp::set_head;
  if (needs_open && open == 0)
    return "drivers look at handle->event first: perf_get_aux in pt.c, bts.c, arm_spe_pmu.c, "
           "handle->event in coresight-etm-perf.c";
  return nullptr;
}

std::uint64_t copied_bytes(const Call& call, std::uint64_t head, std::uint64_t aux_bytes) {
  const std::uint64_t from = (head + call.at(1)) % aux_bytes;
  const std::uint64_t to = (head + call.at(2)) % aux_bytes;
  return to > from ? to - from : aux_bytes - (from - to);
}

AuxSpecification::AuxSpecification(const CallProgram& program, const AuxWords& words,
                                   unsigned page_bytes, ReserveOrder order)
    : head_(setup_of(program, AuxSetupNumber::head)), handles_(words.handles) {
  memory_.words.assign(words.count, 0);
  const std::uint64_t data_bytes = words.data_words * kWordBytes;
  const auto data_watermark =
      static_cast<std::int64_t>(setup_of(program, AuxSetupNumber::data_watermark));
  const RingSetup ring = ring_buffer_init(data_bytes, data_watermark, true);
  PerfBuffer& rb = aux_.ring;
  rb.at = words.ring;
  rb.data_size = data_bytes;
  rb.page_size = page_bytes;
  rb.watermark = ring.watermark;
  rb.overwrite = ring.overwrite;
  rb.whole_words = false;
  rb.reserve_order = order;
  rb.attempts = INT32_MAX;
  memory_.words[words.ring.paused] = ring.paused ? 1 : 0;
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    PerfEvent event;
    event.id = 100 + i;
    event.primary_id = i == 1 ? 100 : event.id;
    event.sample_type = setup_of(program, AuxSetupNumber::sample_type);
    event.sample_id_all = setup_of(program, AuxSetupNumber::sample_id_all) != 0;
    event.pid = 1234;
    event.tid = 1235;
    event.cpu = 3;
    event.time = 5000 + i;
    event.attached = i == 0;
    event.number = i + 1;
    event.at = words.events[i];
    events_.push_back(event);
  }
  events_[1].parent = events_.data();
  AuxRequest request;
  request.page_size = page_bytes;
  request.nr_pages = setup_of(program, AuxSetupNumber::aux_pages);
  request.watermark = static_cast<std::int64_t>(setup_of(program, AuxSetupNumber::watermark));
  request.writable = setup_of(program, AuxSetupNumber::overwrite) == 0;
  const AuxSetup setup = rb_alloc_aux(
      request, [](int) { return true; }, [](int) {});
  aux_.at = words.aux;
  aux_.area = {words.area, words.aux_bytes, 1};
  aux_.watermark = setup.watermark;
  aux_.overwrite = setup.overwrite;
  aux_.cpu = 3;
  aux_.events = events_;
  memory_.words[words.aux.aux_head] = head_;
  memory_.words[words.aux.user_head] = head_;
  memory_.words[words.aux.aux_wakeup] = head_;
  memory_.words[words.aux.user_tail] = head_ - setup_of(program, AuxSetupNumber::tail);
  memory_.words[words.ring.lost] = setup_of(program, AuxSetupNumber::lost);
  memory_.words[words.aux.aux_mmap_count] = 1;
  memory_.words[words.aux.aux_refcount] = 1;
  memory_.words[words.aux.refcount] = 1;
  for (std::uint64_t i = 0; i < words.aux_bytes; ++i) memory_.words[words.area + i] = trace_byte(i);
  memory_.counts = [&words](std::uint64_t word) { return words.traced(word); };
  memory_.observed = [this](std::uint32_t kind, std::uint64_t, std::uint64_t) {
    if (kind == kind_number(ObservationKind::warned)) ++warnings_;
  };
  memory_.tracing = true;
}

const char* AuxSpecification::guard(const Call& call) const {
  const auto op = static_cast<AuxOp>(call.op);
  if (op >= AuxOp::aux_tail) return nullptr;
  return aux_guard(op, word(handles_[call.at(0)].event), busy_[call.at(0)]);
}

void AuxSpecification::run(const Call& call, Answers& answers) {
  constexpr std::uint64_t kNoSpace = static_cast<std::uint64_t>(-28);
  const auto op = static_cast<AuxOp>(call.op);
  const bool of_handle = op < AuxOp::aux_tail;
  const std::uint64_t index = of_handle ? call.at(0) : 0;
  const AuxHandle& handle = handles_[index];
  if (of_handle) ++busy_[index];
  std::vector<std::uint64_t>& words = memory_.words;
  switch (op) {
    case AuxOp::begin:
      answers.push_back(
          {"begin", perf_aux_output_begin(cpu_, aux_, handle, events_[call.at(1)]) ? 1U : 0U});
      break;
    case AuxOp::end:
      perf_aux_output_end(cpu_, aux_, handle, call.at(1));
      break;
    case AuxOp::skip:
      answers.push_back(
          {"skip", perf_aux_output_skip(cpu_, aux_, handle, call.at(1)) ? 0 : kNoSpace});
      break;
    case AuxOp::flag:
      perf_aux_output_flag(cpu_, handle, call.at(1));
      break;
    case AuxOp::get:
      answers.push_back({"get", perf_get_aux(cpu_, handle) ? 1U : 0U});
      break;
    case AuxOp::set_head:
      words[handle.head] = head_ + call.at(1);
      break;
    case AuxOp::copy:
      copy(call, answers);
      break;
    case AuxOp::aux_tail:
      words[aux_.at.user_tail] = head_ + call.at(0);
      break;
    case AuxOp::data_tail:
      words[aux_.ring.at.data_tail] = call.at(0) == 0 ? words[aux_.ring.at.data_head] : call.at(0);
      break;
    case AuxOp::mapped:
      words[aux_.at.aux_mmap_count] = call.at(0);
      break;
    case AuxOp::pause:
      cpu_.store(aux_.ring.at.paused,
                 rb_toggle_paused(aux_.ring.nr_pages(), call.at(0) != 0) ? 1 : 0);
      break;
    case AuxOp::poll:
      answers.push_back({"poll", perf_poll(cpu_, aux_.ring)});
      break;
  }
  if (of_handle) {
    --busy_[index];
    answers.push_back({"handle->event", words[handle.event]});
  }
  answers.push_back({"warnings", warnings_});
}

void AuxSpecification::copy(const Call& call, Answers& answers) {
  constexpr std::uint64_t kNoSpace = static_cast<std::uint64_t>(-28);
  PerfOutputHandle<RecordingCpu> handle;
  const std::uint64_t size = copied_bytes(call, head_, aux_.size());
  const bool begun = perf_output_begin(cpu_, aux_.ring, handle, size, events_[0]);
  answers.push_back({"begin of a record", begun ? 0 : kNoSpace});
  if (!begun) return;
  const std::uint64_t copied =
      perf_output_copy_aux(cpu_, aux_, handle, head_ + call.at(1), head_ + call.at(2));
  answers.push_back({"copied", copied});
  perf_output_end(cpu_, aux_.ring, handle);
}

}  // namespace ringcheck
