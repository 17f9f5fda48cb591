// auxtrace-file: drains are written to perf's file, and the file is read back record by record.
// compat-reader: a 32-bit reader loads aux_head and stores aux_tail, while the kernel moves the
// head over 4 GiB or looks at the tail.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/perf_tool/auxtrace_file.hpp"

#include "properties/aux/aux_bench.hpp"
#include "properties/perf_tool/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kLen = 32, kFileBytes = 512, kHeaderBytes = 48;
constexpr std::array<std::string_view, 1> kFileProperties = {"I-12"};
constexpr std::array kFileSetup = {Dial{"first", 1, kLen}, Dial{"second", 1, kLen},
                                   Dial{"third", 1, kLen}};

/// Word at `at` of a file of bytes.
std::uint64_t file_word(const std::vector<std::uint64_t>& memory, std::uint64_t at) {
  std::uint64_t word = 0;
  for (std::uint64_t i = 0; i < 8; ++i) word |= memory.at(at + i) << (8 * i);
  return word;
}

/// What perf's file should have from three drains: whose trace it is, and bytes that tell their
/// position.
constexpr std::uint64_t kIdx = 3, kTid = 0x1234'5678, kCpu = 0x9abc'def0, kReference = 0x1122'3344;
constexpr std::uint64_t kMisc = 0x4321, kReserved = 0x55aa'6677;
constexpr std::uint64_t trace_byte(std::uint64_t position) {
  return 1 + position % 251;
}

/// The record at `at` of the file and its trace: `bytes` from position `from` on. Returns where the
/// next one begins.
std::uint64_t judge_file_record(const std::vector<std::uint64_t>& memory, std::uint64_t at,
                                std::uint64_t from, std::uint64_t bytes, AuxJudge& judge) {
  constexpr std::uint64_t kType = 71;
  const std::uint64_t whole = (bytes + 7) / 8 * 8;
  judge.require(file_word(memory, at) == kType + (kMisc << 32U) + (kHeaderBytes << 48U) &&
                    file_word(memory, at + 8) == whole,
                "I-12", "there is no AUXTRACE record where the one before ends");
  judge.require(file_word(memory, at + 16) == from && file_word(memory, at + 24) == kReference,
                "I-12", "a record tells another position or time than its trace's");
  judge.require(file_word(memory, at + 32) == kIdx + (kTid << 32U) &&
                    file_word(memory, at + 40) == kCpu + (kReserved << 32U),
                "I-12", "a record tells another buffer, thread or CPU than its trace's");
  for (std::uint64_t i = 0; i < kHeaderBytes; ++i)
    judge.require(memory.at(at + i) <= 0xff, "I-12", "more than a byte is written as one");
  for (std::uint64_t i = 0; i < whole; ++i)
    judge.require(memory.at(at + kHeaderBytes + i) == (i < bytes ? trace_byte(from + i) : 0),
                  "I-12", "a record has other bytes than its trace and what fills it up");
  return at + kHeaderBytes + whole;
}

void run_file(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  // The head, the tail, the file's length, the area, the file.
  std::vector<std::uint64_t> memory(3 + kLen + kFileBytes);
  AuxtraceMmap mm;
  mm.data = {3, kLen, 1};
  mm.mask = kLen - 1;
  mm.user_head = 0;
  mm.user_tail = 1;
  mm.idx = kIdx;
  mm.tid = kTid;
  mm.cpu = kCpu;
  AuxtraceFile file{{3 + kLen, kFileBytes, 1}, 2, defects};
  SequentialCpu<> cpu(memory);
  std::uint64_t previous = 0;
  for (const std::uint64_t bytes : example.setup) {
    for (std::uint64_t i = 0; i < bytes; ++i, ++memory[0])
      memory[3 + memory[0] % kLen] = trace_byte(memory[0]);
    auxtrace_mmap_read(
        cpu, mm, AuxtraceReadOptions{}, previous, [](auto&, auto&, auto&) { return false; },
        [&](auto& c, const auto& window) {
          // perf writes 0 for both; other values show whether each is in its place in the record.
          auto record = auxtrace_record(mm, window, kReference);
          judge.require(record.misc == 0 && record.reserved == 0, "I-12",
                        "a record has bits that perf does not set");
          record.misc = kMisc;
          record.reserved = kReserved;
          record_process_auxtrace(c, file, mm, record, window);
          return false;
        },
        [](auto&) { return false; });
  }
  std::uint64_t at = file.area.base, position = 0;
  for (const std::uint64_t bytes : example.setup) {
    if (judge.found()) return;
    at = judge_file_record(memory, at, position, bytes, judge);
    position += bytes;
  }
  judge.require(at == file.area.base + memory[2], "I-12",
                "the last record does not end where the file does");
}

constexpr std::uint64_t kBeyond = std::uint64_t{1} << 32U;
constexpr std::array<std::string_view, 2> kCompatProperties = {"I-24", "I-30"};
constexpr std::array kCompatSetup = {
    Dial{"high half first", 0, 1},
    Dial{"head moves before access", 0, 8},
    Dial{"and again so many accesses later", 0, 8},
    Dial{"by", 0, 2},
    Dial{"perf of before 2021", 0, 1},
};
/// How far the kernel moves the head, twice: by a little, or by 4 GiB in all.
constexpr std::array<std::array<std::uint64_t, 2>, 3> kMoves = {
    {{16, 16}, {32, 16}, {32, kBeyond - 32}}};

/// A head of any value, including 0 and 1, is loaded and left as it is: in one access if the
/// machine can do that, and in halves by a 32-bit reader that does not swap.
void judge_head_load(AuxtraceMmap mm, bool compat, AuxBench& bench, AuxJudge& judge) {
  mm.compat = compat;
  const bool halves = compat && !mm.compat_swaps;
  for (const std::uint64_t head : {0U, 1U}) {
    bench.word(mm.user_head) = head;
    std::uint64_t accesses = 0;
    auto cpu = bench.watched_cpu([&] { ++accesses; });
    judge.require(auxtrace_mmap_read_head(cpu, mm) == head && bench.word(mm.user_head) == head,
                  "I-30", "the reader loads another head than there is, or stores one");
    judge.require(halves ? accesses > 1 : accesses == 1, "I-30",
                  "a head is loaded in more accesses than it takes, or in one that there is not");
  }
}

/// A tail is stored whole, over any other.
void judge_compat_words(const AuxtraceMmap& mm, AuxBench& bench, AuxJudge& judge) {
  for (const bool compat : {false, true}) judge_head_load(mm, compat, bench, judge);
  const std::uint64_t wanted = kBeyond + 8;
  for (const std::uint64_t old : {bench.tail(), std::uint64_t{0}, std::uint64_t{1}}) {
    bench.tail() = old;
    bool torn = false;
    auto writer =
        bench.watched_cpu([&] { torn = torn || (bench.tail() != old && bench.tail() != wanted); });
    const bool stored = auxtrace_mmap_write_tail(writer, mm, wanted);
    judge.require(!mm.compat_swaps || (stored && bench.tail() == wanted), "I-24",
                  "a tail beyond 32 bits is not stored, though the machine can store it whole");
    judge.require(!torn, "I-24",
                  "the kernel may see a tail that is half of one and half of another");
  }
}

void run_compat(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  AuxBench bench(bench_setup(64, kBeyond - 24), defects);
  AuxtraceMmap mm;
  mm.user_head = bench.m.aux.at.user_head;
  mm.user_tail = bench.m.aux.at.user_tail;
  mm.compat = true;
  mm.high_half_first = example.setup[0] != 0;
  mm.compat_swaps = example.setup[4] != 0;
  mm.defects = defects;
  std::vector<std::uint64_t> heads = {bench.word(mm.user_head)};
  std::uint64_t accesses = 0;
  auto reader = bench.watched_cpu([&] {
    const bool first = accesses == example.setup[1];
    if (first || accesses == example.setup[1] + example.setup[2] + 1)
      heads.push_back(bench.word(mm.user_head) += kMoves[example.setup[3]][first ? 0 : 1]);
    ++accesses;
  });
  const std::uint64_t head = auxtrace_mmap_read_head(reader, mm);
  judge.require(std::ranges::find(heads, head) != heads.end(), "I-30",
                "the reader has put two heads together");

  judge_compat_words(mm, bench, judge);
}

}  // namespace

const AuxSequence kAuxtraceFile = {"auxtrace-file",
                                   "drains written to perf's file, and read back",
                                   kFileProperties,
                                   kFileSetup,
                                   {},
                                   true,
                                   run_file};
const AuxSequence kCompatReader = {"compat-reader",
                                   "a 32-bit reader while the kernel moves the head over 4 GiB",
                                   kCompatProperties,
                                   kCompatSetup,
                                   {},
                                   true,
                                   run_compat};

}  // namespace ringcheck
