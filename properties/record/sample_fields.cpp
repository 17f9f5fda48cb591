// sample-fields: samples with any fields, written to a ring and read back by perf; sample-sizes:
// the same with fields that come near 64 KiB, or are empty.
//
// A sample must take what was reserved for it, no word more or less; perf must come to its end when
// it has read its fields, and find what was put in.
// Tested by tests/properties/aux/aux_mutants_test.cpp and
// tests/protocol/record/perf_sample_test.cpp.
#include <numeric>

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
  large
};
constexpr std::uint64_t kHalf = (1U << 12U) - 1;
constexpr std::uint64_t kWithStack = 1, kWithoutStack = 2;

/// `users`: 0 for kernel threads, 1 with tasks that have a stack, 2 with those that have none.
constexpr std::array<Dial, 11> dials(std::uint64_t users, std::uint64_t large_fields) {
  return {Dial{"fields", 0, kHalf},     Dial{"more fields", 0, kHalf}, Dial{"callchain", 0, 6},
          Dial{"raw bytes", 0, 20},     Dial{"branches", 0, 3},        Dial{"registers", 0, 15},
          Dial{"stack wanted", 0, 8},   Dial{"stack there", 0, 8},     Dial{"trace", 0, 8},
          Dial{"user space", 0, users}, Dial{"large", 0, large_fields}};
}
/// Which field is as large as it may be: the stack, trace; or more than that: raw data, the chain.
enum Large : std::uint64_t { nothing, user_stack, aux_trace, raw_data, callchain };
constexpr auto kSetup = [] {
  auto setup = dials(kWithStack, aux_trace);
  setup[stack].least = 1;
  return setup;
}();
constexpr auto kSizesSetup = dials(kWithoutStack, callchain);
constexpr std::array kShares = {Share{"has a stack", 10}, Share{"has raw data", 30},
                                Share{"has trace", 20},
                                Share{"is nearly as large as a record", 10}};
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
  // What comes after a stack that is cut is not counted before it.
  if (sound && example.setup[large] == user_stack && attr.has(kSampleStackUser))
    attr.sample_type &= ~(kSampleRegsIntr | kSampleAux);
  return attr;
}

std::vector<std::uint64_t> numbered(std::uint64_t count, std::uint64_t from) {
  std::vector<std::uint64_t> words(count);
  std::iota(words.begin(), words.end(), from);
  return words;
}

SampleData data_of(const AuxCase& example, const SampleAttr& attr) {
  const auto& dial = example.setup;
  SampleData data;
  std::iota(data.words.begin(), data.words.end(), 0x1000);
  data.callchain = numbered(dial[large] == callchain ? 8192 : dial[chain], 0x2000);
  if (dial[large] == raw_data)
    data.raw.emplace(std::size_t{1} << 16U, std::uint8_t{0x33});
  else if (dial[raw] != 0)
    data.raw.emplace(dial[raw], std::uint8_t{0x33});
  data.branches = numbered(3 * dial[branches], 0x4000);
  const auto held = static_cast<std::uint64_t>(std::popcount(attr.regs));
  if (dial[user] != 0) data.regs_user = numbered(held, 0x5000);
  data.regs_intr = numbered(held, 0x6000);
  data.user_regs = dial[user] != 0;
  data.user_stack = dial[user] == kWithStack ? std::uint64_t{1} << 40U : 0;
  data.stack_mapped = dial[large] == user_stack ? UINT64_MAX : dial[there] * kWordBytes;
  data.aux = numbered(dial[large] == aux_trace ? 1U << 14U : dial[trace], 0x7000);
  return data;
}

/// What perf must find.
SampleData expected_of(const SampleAttr& attr, SampleData data, const PreparedSample& prepared) {
  for (std::size_t i = 0; i < kSampleFields.size(); ++i)
    if (!attr.has(kSampleFields[i]) || !is_one_word(kSampleFields[i])) data.words[i] = 0;
  if (!attr.has(kSampleCallchain)) data.callchain.clear();
  if (!attr.has(kSampleRaw)) data.raw.reset();
  if (!attr.has(kSampleBranchStack)) data.branches.clear();
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

void run_sample(const AuxCase& example, DefectSet defects, AuxJudge& judge, SampleSizes sizes,
                bool sound) {
  const SampleAttr attr = attr_of(example, sound);
  SampleData data = data_of(example, attr);
  PerfBuffer rb = PerfBuffer::make(0, kRingBytes / kWordBytes);
  rb.page_size = 4096;
  rb.defects = defects;
  std::vector<std::uint64_t> memory(PerfBufferCells::count(kRingBytes / kWordBytes));
  std::uint64_t reserved = 0;
  std::uint64_t filled = 0;
  SequentialCpu<Reservations> cpu(memory, Reservations{&reserved, &filled});
  const PerfEvent event{.id = 77};
  const PreparedSample prepared = perf_event_output(cpu, rb, attr, data, event, sizes);
  if (sizes == SampleSizes::limited) data = cut_to_record(attr, data);
  if (!judge.require(reserved == filled, "I-12",
                     "a sample takes other space than was reserved for it"))
    return;
  const ParsedSample found =
      parse_sample(attr, prepared.size, [&](std::uint64_t i) { return memory[rb.at.data + i]; });
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
