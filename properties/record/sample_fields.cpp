// sample-fields: samples with any fields, written to a ring and read back by perf. sample-sizes:
// the same with fields that come near 64 KiB, or are empty.
//
// A sample must take exactly what was reserved for it, and have the words that its layout says
// (sample_layout.hpp). perf must reach its end when it has read its fields, find what was put in,
// and read nothing after the end of a record that is cut off or has wrong numbers. Tested by
// tests/properties/aux/aux_mutants_test.cpp and tests/protocol/record/perf_sample_test.cpp.
#include <numeric>

#include "properties/record/sample_layout.hpp"
#include "properties/record/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/record/perf_sample_output.hpp"
#include "protocol/record/perf_sample_parse.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-01", "I-12"};
enum Number : std::size_t {
  low,
  high,
  chain,
  raw,
  branches,
  regs,
  stack,
  there,
  trace,
  user,
  paused,
  large,
  besides
};
constexpr std::uint64_t kHalf = (1U << 12U) - 1;
constexpr std::uint64_t kWithStack = 1, kWithoutStack = 2;

/// `users`: 0 for kernel threads, 1 with tasks that have a stack, 2 with those that have none.
constexpr std::array<Dial, 13> dials(std::uint64_t users, std::uint64_t large_fields) {
  return {Dial{"fields", 0, kHalf},
          Dial{"more fields", 0, kHalf},
          Dial{"callchain", 0, 6},
          Dial{"raw bytes", 0, 300},
          Dial{"branches", 0, 3},
          Dial{"registers", 0, 15},
          Dial{"stack wanted", 0, 8},
          Dial{"stack there", 0, 8},
          Dial{"trace", 0, 8},
          Dial{"user space", 0, users},
          Dial{"paused", 0, 9},
          Dial{"large", 0, large_fields},
          Dial{"place, counters of branches", 0, 7}};
}
/// Which field is as large as it may be (the stack, trace), or larger (raw data, the chain).
enum Large : std::uint64_t { nothing, user_stack, aux_trace, raw_data, callchain };
constexpr auto kSetup = [] {
  auto setup = dials(kWithStack, aux_trace);
  setup[stack].least = 1;
  return setup;
}();
constexpr auto kSizesSetup = dials(kWithoutStack, callchain);
constexpr std::array kShares = {Share{"finds the ring paused", 5},
                                Share{"has a stack", 10},
                                Share{"has raw data", 25},
                                Share{"has trace", 20},
                                Share{"is nearly as large as a record", 10},
                                Share{"has more than branches", 5}};
constexpr std::uint64_t kRingBytes = 1U << 18U;

/// Remembers what was reserved and what was filled.
struct Reservations {
  std::uint64_t* reserved;
  std::uint64_t* filled;
  void operator()(std::uint32_t kind, std::uint64_t, std::uint64_t size, std::uint64_t,
                  std::uint64_t) const {
    if (kind == said::Reserved<>::kKind) *reserved = size;
    if (kind == said::Finished<>::kKind) *filled = size;
  }
};

SampleAttr attr_of(const AuxCase& example, bool sound) {
  SampleAttr attr;
  for (std::size_t i = 0; i < kSampleFields.size(); ++i)
    if ((example.setup[i < 12 ? low : high] >> (i % 12) & 1U) != 0)
      attr.sample_type |= kSampleFields[i];
  attr.regs = example.setup[regs];
  attr.stack_user = static_cast<std::uint16_t>(example.setup[stack] * kWordBytes);
  attr.aux_sample_size = static_cast<std::uint32_t>(example.setup[trace] * kWordBytes);
  if (example.setup[large] == user_stack) attr.stack_user = UINT16_MAX - 7;
  if (example.setup[large] == aux_trace) attr.aux_sample_size = 1U << 17U;
  // Fields after a stack that is cut are not counted before it.
  if (sound && example.setup[large] == user_stack && attr.has(kSampleStackUser))
    attr.sample_type &= ~(kSampleRegsIntr | kSampleAux);
  return attr;
}

std::vector<std::uint64_t> numbered(std::uint64_t count, std::uint64_t from) {
  std::vector<std::uint64_t> words(count);
  std::iota(words.begin(), words.end(), from);
  return words;
}

/// Makes the large field of `data` a few bytes larger than what fits, or less, in most cases.
void fit_nearly(const AuxCase& example, const SampleAttr& attr, SampleData& data) {
  const std::uint64_t shift = example.setup[raw];
  const std::int64_t left = words_left(attr, data);
  if (example.setup[large] == raw_data && data.raw && shift > 100) {
    const auto bytes = static_cast<std::int64_t>(data.raw->size() + shift % 33) - 16 + 8 * left;
    data.raw->resize(static_cast<std::size_t>(std::max<std::int64_t>(1, bytes)));
  }
  if (example.setup[large] == callchain && example.setup[chain] != 0) {
    const auto size = static_cast<std::int64_t>(data.callchain.size() + example.setup[chain]) - 3;
    data.callchain.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, size + left)));
  }
}

SampleData data_of(const AuxCase& example, const SampleAttr& attr) {
  const auto& dial = example.setup;
  SampleData data;
  std::iota(data.words.begin(), data.words.end(), 0x1000);
  data.callchain = numbered(dial[large] == callchain ? 8192 : dial[chain], 0x2000);
  if (dial[large] == raw_data)
    data.raw.emplace(std::size_t{1} << 16U);
  else if (dial[raw] != 0)
    data.raw.emplace(dial[raw]);
  if (data.raw) std::iota(data.raw->begin(), data.raw->end(), std::uint8_t{2});
  data.branches = numbered(3 * dial[branches], 0x4000);
  // Of eight samples three have more than branches.
  if (dial[besides] == 1 || dial[besides] == 3) data.branch_index = 0x4321;
  if (dial[besides] == 2 || dial[besides] == 3)
    data.branch_counters = numbered(dial[branches], 0x4400);
  const auto held = static_cast<std::uint64_t>(std::popcount(attr.regs));
  if (dial[user] != 0) data.regs_user = numbered(held, 0x5000);
  if (dial[there] != 2) data.regs_intr = numbered(held, 0x6000);
  data.user_regs = dial[user] != 0;
  // Nobody asks for the stack of a task without registers.
  data.user_stack = dial[user] == kWithoutStack ? 0 : std::uint64_t{1} << 40U;
  data.stack_mapped = dial[large] == user_stack ? UINT64_MAX : dial[there] * kWordBytes;
  // Some stacks end soon.
  if (dial[user] == kWithStack && dial[there] == 5) data.user_stack = data.stack_mapped;
  data.aux = numbered(dial[large] == aux_trace ? 1U << 14U : dial[trace], 0x7000);
  fit_nearly(example, attr, data);
  return data;
}

/// What perf must find.
SampleData expected_of(const SampleAttr& attr, SampleData data, const PreparedSample& prepared) {
  for (std::size_t i = 0; i < kSampleFields.size(); ++i)
    if (!attr.has(kSampleFields[i]) || !is_one_word(kSampleFields[i])) data.words[i] = 0;
  if (!attr.has(kSampleCallchain)) data.callchain.clear();
  if (!attr.has(kSampleRaw)) data.raw.reset();
  if (!attr.has(kSampleBranchStack)) data.branches.clear();
  data.branch_index.reset();
  data.branch_counters.clear();
  if (!attr.has(kSampleRegsUser)) data.regs_user.clear();
  if (!attr.has(kSampleRegsIntr)) data.regs_intr.clear();
  data.aux.resize(attr.has(kSampleAux) ? prepared.aux_size / kWordBytes : 0);
  return data;
}

/// Raw data is read with the padding, whose bytes are anything.
bool same_raw(const SampleAttr& attr, const SampleData& found, const SampleData& put) {
  if (!attr.has(kSampleRaw)) return !found.raw;
  if (!found.raw) return false;
  const std::vector<std::uint8_t> wanted = put.raw.value_or(std::vector<std::uint8_t>());
  return found.raw->size() + 4 == (put.raw ? raw_bytes(wanted.size()) : kWordBytes) &&
         std::equal(wanted.begin(), wanted.end(), found.raw->begin());
}

bool same_stack(const SampleAttr& attr, const ParsedSample& found, const SampleData& put,
                const PreparedSample& prepared) {
  const std::uint64_t size = attr.has(kSampleStackUser) ? prepared.stack_size : 0;
  const std::uint64_t dumped = std::min(size, put.stack_mapped) / kWordBytes * kWordBytes;
  if (found.stack.size() * kWordBytes != size || found.dumped != dumped) return false;
  for (std::uint64_t i = 0; i < dumped / kWordBytes; ++i)
    if (found.stack[i] != 0x57ac'0000'0000'0000U + i) return false;
  return true;
}

/// The ring that a sample is written to.
struct FieldsRing {
  explicit FieldsRing(DefectSet defects)
      : rb(PerfBuffer::make(0, kRingBytes / kWordBytes)),
        memory(PerfBufferCells::count(kRingBytes / kWordBytes) + 1) {
    rb.page_size = 4096;
    rb.defects = defects;
    rb.events = memory.size() - 1;
  }
  [[nodiscard]] std::uint64_t record(std::uint64_t i) const { return memory.at(rb.at.data + i); }

  PerfBuffer rb;
  std::vector<std::uint64_t> memory;
  std::uint64_t reserved = 0, filled = 0;
};

/// A paused ring gets no sample, but counts a loss.
void judge_paused(const FieldsRing& ring, AuxJudge& judge) {
  judge.comes_to("finds the ring paused");
  judge.require(ring.reserved == 0 && ring.filled == 0 && ring.memory[ring.rb.at.head] == 0 &&
                    ring.memory[ring.rb.at.lost] == 1 && ring.memory[*ring.rb.events] == 0,
                "I-01", "a sample is written to a ring that is paused, or its loss not counted");
}

/// The record is as long as the part that fits, and has what its layout says.
void judge_layout(const FieldsRing& ring, const SampleAttr& attr, const SampleData& data,
                  const PreparedSample& prepared, bool limited, AuxJudge& judge) {
  const FittedSample fitted = fitted_sample(attr, data, limited);
  if (!judge.require(prepared.size == fitted.bytes && prepared.stack_size == fitted.stack &&
                         prepared.aux_size == fitted.aux,
                     "I-12", "a sample leaves out what would fit, or has more than fits"))
    return;
  const std::vector<LaidOutWord> words = laid_out_sample(attr, data, fitted);
  for (std::size_t i = 0; i < words.size(); ++i)
    judge.require(((ring.record(i) ^ words[i].value) & words[i].mask) == 0, "I-01",
                  "a sample has other words than its layout says");
  judge.require(ring.memory[*ring.rb.events] == 1, "I-01", "a sample is not counted");
}

/// Perf takes a record that is `cut` bytes short for a record, and reads nothing after its end; nor
/// does it after an arbitrary number.
void judge_broken(const FieldsRing& ring, const SampleAttr& attr, std::uint64_t size,
                  std::uint64_t cut, AuxJudge& judge) {
  const auto read = [&](std::uint64_t bytes, std::uint64_t broken) {
    return parse_sample(attr, bytes, [&](std::uint64_t i) {
      judge.require(i * kWordBytes < bytes, "I-12", "perf reads after the end of a record");
      return i == broken ? (std::uint64_t{1} << 40U) - 1 : ring.record(i);
    });
  };
  if (cut != 0 && cut < size)
    judge.require(!read(size - cut, UINT64_MAX).whole, "I-12",
                  "perf takes a record for whole that is cut off");
  read(size, 1 + cut / kWordBytes);
}

void run_sample(const AuxCase& example, DefectSet defects, AuxJudge& judge, SampleSizes sizes,
                bool sound) {
  const SampleAttr attr = attr_of(example, sound);
  const SampleData there = data_of(example, attr);
  FieldsRing ring(defects);
  const bool is_paused = example.setup[paused] == 0;
  ring.memory[ring.rb.at.paused] = is_paused ? 1 : 0;
  SequentialCpu<Reservations> cpu(ring.memory, Reservations{&ring.reserved, &ring.filled});
  const PerfEvent event{.id = 77, .wakeup_events = 3};
  const PreparedSample prepared = perf_event_output(cpu, ring.rb, attr, there, event, sizes);
  if (is_paused) return judge_paused(ring, judge);
  if (!judge.require(ring.reserved == ring.filled, "I-12",
                     "a sample takes other space than was reserved for it"))
    return;
  const bool limited = sizes == SampleSizes::limited;
  // Perf does not ask for it, and takes it for branches.
  const bool has_more =
      attr.has(kSampleBranchStack) && (there.branch_index || !there.branch_counters.empty());
  SampleData data = there;
  if (limited) {
    const FittedSample fitted = fitted_sample(attr, there, true);
    if (!fitted.raw) data.raw.reset();
    data.callchain.resize(std::min<std::uint64_t>(data.callchain.size(), fitted.callchain));
  }
  if (limited || sound) {
    judge_layout(ring, attr, there, prepared, limited, judge);
    if (!has_more)
      judge_broken(ring, attr, prepared.size, example.setup[chain] * kWordBytes, judge);
    if (judge.found()) return;
  }
  judge.comes_to("has more than branches", has_more);
  if (has_more) return;
  const ParsedSample found =
      parse_sample(attr, prepared.size, [&](std::uint64_t i) { return ring.record(i); });
  judge.require(found.whole && found.bytes == prepared.size, "I-12",
                "the fields of a sample do not end where its record ends");
  SampleData wanted = expected_of(attr, data, prepared);
  SampleData got = found.data;
  judge.comes_to("has a stack", prepared.stack_size != 0);
  judge.comes_to("has raw data", attr.has(kSampleRaw) && data.raw);
  judge.comes_to("has trace", prepared.aux_size != 0);
  judge.comes_to("is nearly as large as a record", prepared.size > 60'000);
  const bool raw_is_right = same_raw(attr, got, wanted);
  wanted.raw = got.raw;
  wanted.user_regs = got.user_regs;
  wanted.user_stack = got.user_stack;
  wanted.stack_mapped = got.stack_mapped;
  judge.require(raw_is_right && got == wanted && same_stack(attr, found, data, prepared), "I-01",
                "perf reads other fields than were sampled");
}

void run_sound(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_sample(example, defects, judge, SampleSizes::as_counted, true);
}
void run_as_it_is(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_sample(example, defects, judge, SampleSizes::as_counted, false);
}
void run_limited(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_sample(example, defects, judge, SampleSizes::limited, false);
}

constexpr std::array<std::string_view, 1> kSizeProperties = {"I-12"};
/// Only the field that is too large, or the stack of a task that has none.
constexpr auto kStackSetup = [] {
  auto setup = dials(kWithoutStack, nothing);
  setup[user].least = kWithoutStack;
  return setup;
}();

}  // namespace

const AuxSequence kSampleFieldsRead = {"sample-fields",
                                       "samples with any fields, written and read back",
                                       kProperties,
                                       kSetup,
                                       {},
                                       false,
                                       run_sound,
                                       4000,
                                       kShares};
const AuxSequence kSampleSizesRepaired = {"sample-sizes",
                                          "samples near 64 KiB, with sizes that are limited",
                                          kProperties,
                                          kSizesSetup,
                                          {},
                                          false,
                                          run_limited,
                                          4000,
                                          kShares};
const AuxSequence kSampleSizesAsItIs = {"sample-sizes-as-it-is",
                                        "samples near 64 KiB, as Linux 6.1 counts them",
                                        kSizeProperties,
                                        kSizesSetup,
                                        {},
                                        false,
                                        run_as_it_is};
const AuxSequence kSampleStackAsItIs = {
    "sample-stack-as-it-is",
    "samples of tasks without a stack, as Linux 6.1 counts them",
    kSizeProperties,
    kStackSetup,
    {},
    false,
    run_as_it_is};

}  // namespace ringcheck
