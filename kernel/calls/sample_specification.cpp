// Samples on the specification.
// Tested by `make kernel`.
#include <algorithm>
#include <bit>
#include <utility>

#include "kernel/calls/sample_sides.hpp"
#include "protocol/pt/aux_sample.hpp"

namespace ringcheck {
namespace {

// What glue/samples.c has.
constexpr std::uint64_t kAddress = 0xadd0, kCount = 0xc0017, kWeight = 0x3e1, kSource = 0xda7a,
                        kTransaction = 0x7a, kInstruction = 0x1111, kUserInstruction = 0x2222,
                        kFirstRegister = 0x7e60, kFirstChain = 0xc0, kFirstBranch = 0xb0,
                        kBranchIndex = 0x1d, kFirstCounter = 0xbc0,
                        kFirstTrace = 0xaac0'0000'0000'0000U, kPhysical = 0x100'0000,
                        kPageMask = 0x55, kGivenInstruction = 0x3333, kGivenTime = 0x71e,
                        kStray = 0x5a5a'5a5a'5a5a'5a5aU;
constexpr std::uint64_t kRegisterWidth = 64;

/// The registers of a mask, where the instruction pointer is `ip`.
std::vector<std::uint64_t> registers(std::uint64_t mask, std::uint64_t ip) {
  std::vector<std::uint64_t> words;
  for (std::uint64_t bit = 0; bit < kRegisterWidth; ++bit)
    if ((mask >> bit & 1U) != 0) words.push_back(ip + kFirstRegister + bit);
  return words;
}

/// `count` words, by their place.
std::vector<std::uint64_t> numbered(std::uint64_t first, std::uint64_t count) {
  std::vector<std::uint64_t> words;
  for (std::uint64_t i = 0; i < count; ++i) words.push_back(first + i);
  return words;
}

/// The word of a field of one word, in SampleData.
std::uint64_t& word_of(SampleData& data, std::uint64_t field) {
  const auto* at = std::ranges::find(kSampleFields, field);
  return data.words.at(static_cast<std::size_t>(at - kSampleFields.begin()));
}

}  // namespace

SampleAttr sample_attr(const SampleSetup& setup) {
  return {setup.area.sample_type, setup.sampled.regs,
          static_cast<std::uint16_t>(setup.sampled.stack_user), setup.sampled.aux_size};
}

SampleData sample_data(const SampleSetup& setup, std::uint64_t no_data_source) {
  const rc_sampled_setup& sampled = setup.sampled;
  const auto gives = [&](rc_given what) { return (sampled.given & what) != 0; };
  SampleData data;
  const std::optional<std::uint64_t> given_address =
      gives(RC_GIVES_ADDR) ? std::optional(kAddress) : std::nullopt;
  const std::uint64_t address =
      sample_address(setup.area.sample_type, given_address, kStray, setup.no_address);
  word_of(data, kSampleAddr) = address;
  const std::uint64_t instruction = gives(RC_GIVES_IP) ? kGivenInstruction : kInstruction;
  word_of(data, kSampleIp) = instruction;
  word_of(data, kSampleRead) = gives(RC_GIVES_READ) ? kCount + 1 : kCount;
  word_of(data, kSampleWeight) = gives(RC_GIVES_WEIGHT) ? kWeight : 0;
  word_of(data, kSampleDataSrc) = gives(RC_GIVES_DATA_SRC) ? kSource : no_data_source;
  word_of(data, kSampleTransaction) = gives(RC_GIVES_TXN) ? kTransaction : 0;
  word_of(data, kSamplePhysAddr) = address + kPhysical;
  word_of(data, kSampleDataPageSize) = address ^ kPageMask;
  word_of(data, kSampleCodePageSize) = instruction ^ kPageMask;
  if (gives(RC_GIVES_RAW)) {
    data.raw.emplace();
    for (unsigned i = 0; i < sampled.raw_bytes; ++i)
      data.raw->push_back(static_cast<std::uint8_t>(i + 1));
  }
  if (gives(RC_GIVES_BRANCHES)) {
    data.branches = numbered(kFirstBranch, 3 * std::uint64_t{sampled.branches});
    if (sampled.has_hw_index != 0) data.branch_index = kBranchIndex;
    if (gives(RC_GIVES_COUNTERS)) data.branch_counters = numbered(kFirstCounter, sampled.branches);
  }
  data.regs_intr = registers(sampled.regs, kInstruction);
  const bool without =
      setup.asks_for_memory && sampled.in_kernel != 0 && sampled.has_no_memory != 0;
  data.user_regs = sampled.is_kernel_thread == 0 && !without;
  if (data.user_regs)
    data.regs_user =
        registers(sampled.regs, sampled.in_kernel != 0 ? kUserInstruction : kInstruction);
  data.user_stack = sampled.has_no_memory != 0 ? 0 : sampled.user_stack;
  data.stack_mapped = sampled.stack_mapped;
  data.aux = numbered(kFirstTrace, setup.area.aux_pages * setup.area.page_bytes / kWordBytes);
  return data;
}

SampleWords::SampleWords(const AuxAreaSetup& setup) : AuxAreaWords(setup) {
  driver_names = {"aux_in_sampling"};
  traced_driver_words[0] = true;
}

SampleSpecification::SampleSpecification(const SampleSetup& setup, const SampleWords& words,
                                         ReserveOrder order, std::uint64_t no_data_source)
    : setup_(setup),
      area_(setup.area, words, order),
      attr_(sample_attr(setup)),
      data_(sample_data(setup, no_data_source)),
      sampling_(words.driver) {
  const PerfEvent& event = area_.events[0];
  word_of(data_, kSampleIdentifier) = word_of(data_, kSampleId) = event.primary_id;
  word_of(data_, kSampleStreamId) = event.id;
  word_of(data_, kSampleTid) = event.pid | std::uint64_t{event.tid} << 32U;
  const bool gives_time = (setup.sampled.given & RC_GIVES_TIME) != 0;
  word_of(data_, kSampleTime) = gives_time ? kGivenTime : event.time;
  word_of(data_, kSampleCpu) = event.cpu;
  area_.memory.observed = [this, other = area_.memory.observed](std::uint32_t kind, std::uint64_t a,
                                                                std::uint64_t b) {
    if (kind == said::LostReported<>::kKind) lost_told_ = true;
    other(kind, a, b);
  };
  area_.memory.tracing = true;
}

void SampleSpecification::run(const Call& call, Answers& answers) {
  switch (static_cast<SampleOp>(call.op)) {
    case SampleOp::sample:
      take(call, answers);
      break;
    case SampleOp::prepare: {
      SampleData data = data_;
      data.callchain = numbered(kFirstChain, call.at(0));
      const PreparedSample prepared = prepare(data);
      answer(answers, "header.size", prepared.size);
      answer(answers, "stack_user_size", prepared.stack_size);
      answer(answers, "aux_size", static_cast<std::int64_t>(prepared.aux_size));
      break;
    }
    case SampleOp::data_tail:
      area_.word(area_.aux.ring.at.data_tail) = word(area_.aux.ring.at.data_head);
      break;
  }
  answer(answers, "warnings", static_cast<std::int64_t>(area_.warnings));
}

PreparedSample SampleSpecification::prepare(const SampleData& data) {
  PreparedSample prepared = prepare_sample(attr_, data, SampleSizes::as_counted, {});
  if (!attr_.has(kSampleAux)) return prepared;
  std::uint64_t size = 0;
  if (setup_.sampled.sampler == RC_SAMPLES_OWN) {
    area_.cpu.refcount_inc_not_zero(area_.aux.at.refcount);
    size = perf_prepare_sample_aux(area_.cpu, sampling_, prepared.aux_size);
    area_.cpu.refcount_dec_and_test(area_.aux.at.refcount);
  }
  prepared.size = static_cast<std::uint16_t>(prepared.size - prepared.aux_size + size);
  prepared.aux_size = size;
  return prepared;
}

void SampleSpecification::take(const Call& call, Answers& answers) {
  constexpr std::int64_t kNoSpace = -28;
  SampleData data = data_;
  word_of(data, kSamplePeriod) = call.at(0);
  data.callchain = numbered(kFirstChain, call.at(1));
  const PreparedSample prepared = prepare(data);
  const PerfBuffer& rb = area_.aux.ring;
  PerfOutputHandle<RecordingCpu> handle;
  // Samples within this one have LOST records of their own.
  const bool lost_before = std::exchange(lost_told_, false);
  const bool begun = perf_output_begin(area_.cpu, rb, handle, prepared.size, area_.events[0]);
  const bool lost_told = std::exchange(lost_told_, lost_before);
  if (begun) {
    // The sample id of the LOST record takes the time anew (docs/findings.md D-15).
    if (lost_told && setup_.area.sample_id_all) word_of(data, kSampleTime) = area_.events[0].time;
    SampleAttr before_aux = attr_;
    before_aux.sample_type &= ~kSampleAux;
    SampleWriter<RecordingCpu>(area_.cpu, rb, handle).write(before_aux, data, prepared);
    if (attr_.has(kSampleAux)) write_aux(handle, prepared.aux_size);
    perf_output_end(area_.cpu, rb, handle);
  }
  answer(answers, "perf_event_output", begun ? 0 : kNoSpace);
}

void SampleSpecification::write_aux(PerfOutputHandle<RecordingCpu>& handle, std::uint64_t size) {
  const PerfBuffer& rb = area_.aux.ring;
  perf_output_word(area_.cpu, rb, handle, size);
  if (size == 0) return;
  const std::uint64_t missing = setup_.sampled.aux_missing;
  const std::uint64_t given = size > missing ? size - missing : 0;
  area_.cpu.refcount_inc_not_zero(area_.aux.at.refcount);
  perf_aux_sample_output(
      area_.cpu, area_.aux, sampling_, size, SamplePadding::word,
      [&](RecordingCpu& cpu) {
        const auto byte = [](std::uint64_t i) {
          return static_cast<std::uint8_t>((kFirstTrace + i / kWordBytes) >> (i % kWordBytes * 8));
        };
        perf_output_copy(cpu, rb, handle, byte, given);
        return given;
      },
      [&](RecordingCpu& cpu, std::uint64_t bytes) {
        perf_output_copy(
            cpu, rb, handle, [](std::uint64_t) { return std::uint8_t{0}; }, bytes);
      });
  area_.cpu.refcount_dec_and_test(area_.aux.at.refcount);
}

}  // namespace ringcheck
