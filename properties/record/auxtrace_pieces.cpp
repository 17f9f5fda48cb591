// auxtrace-pieces: two CPUs trace, each into an area of its own, with an AUX record for each chunk.
// perf drains the areas in any order, and a decoder goes from AUX records to the file.
//
// Each byte of trace tells its CPU and its place in the stream, so a byte in the wrong place shows.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/record/auxtrace_index.hpp"

#include "properties/record/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {
namespace {

constexpr std::size_t kAreas = 2;
/// Trace comes in units, so records need no padding. A decoder that goes by offsets would take
/// padding for trace.
constexpr std::uint64_t kUnit = 8, kUnits = 4, kLen = kUnit * kUnits, kFileBytes = 4096;
constexpr std::array<std::string_view, 3> kProperties = {"I-12", "I-30", "I-34"};
constexpr std::array kSetup = {Dial{"origin", 0, kUnits - 1}};
enum Step : std::size_t { trace, drain };
constexpr std::array kSteps = {Dial{"trace", 0, kAreas* kUnits - 1}, Dial{"drain", 0, kAreas - 1}};

constexpr std::array kShares = {Share{"traces", 80}, Share{"traces around the end", 40},
                                Share{"drains", 80}};
std::uint64_t byte_of(std::size_t area, std::uint64_t position) {
  return (area << 7U | (position * 5 + position / kLen)) & 0xffU;
}

/// What an AUX record tells.
struct Chunk {
  std::size_t area;
  std::uint64_t offset, size;
};

class Pieces {
 public:
  Pieces(const AuxCase& example, DefectSet defects, AuxJudge& judge) : judge_(judge) {
    for (std::size_t i = 0; i < kAreas; ++i) {
      const std::uint64_t base = i * (2 + kLen);
      maps_[i].user_head = base;
      maps_[i].user_tail = base + 1;
      maps_[i].data = {base + 2, kLen, 1};
      maps_[i].mask = kLen - 1;
      maps_[i].cpu = static_cast<std::uint32_t>(i);
      maps_[i].idx = index_of(maps_[i].cpu);
      maps_[i].tid = UINT32_MAX;
    }
    const std::uint64_t after = kAreas * (2 + kLen);
    file_ = {{after + 1, kFileBytes, 1}, after, defects};
    memory_.resize(after + 1 + kFileBytes);
    for (std::size_t i = 0; i < kAreas; ++i)
      memory_[maps_[i].user_head] = memory_[maps_[i].user_tail] = previous_[i] =
          kUnit * example.setup[0];
  }

  void step(const AuxStep& step) {
    if (step.kind == drain) return read(step.amount);
    const std::size_t area = step.amount / kUnits;
    std::uint64_t& head = memory_[maps_[area].user_head];
    const std::uint64_t room = kLen - (head - memory_[maps_[area].user_tail]);
    const std::uint64_t size = std::min(room, (step.amount % kUnits + 1) * kUnit);
    if (size == 0) return;
    for (std::uint64_t i = head; i < head + size; ++i)
      memory_[maps_[area].data.address(i % kLen)] = byte_of(area, i);
    chunks_.push_back({area, head, size});
    judge_.comes_to("traces");
    judge_.comes_to("traces around the end", head % kLen + size > kLen);
    head += size;
  }

  /// A decoder reads the file.
  void end() {
    for (std::size_t i = 0; i < kAreas; ++i) read(i);
    std::vector<AuxtraceBuffer> buffers;
    for (const AuxtraceIndexEntry& entry : index_) {
      const auto buffer = auxtrace_buffer(entry, [this](std::uint64_t at) { return word(at); });
      if (!judge_.require(buffer.has_value(), "I-12", "the index leads to no AUXTRACE record"))
        return;
      judge_entry(entry);
      judge_.require(buffer->index == index_of(buffer->cpu), "I-12",
                     "a buffer has the number of another CPU's area");
      buffers.push_back(*buffer);
    }
    for (const Chunk& chunk : chunks_)
      for (std::uint64_t i = chunk.offset; i < chunk.offset + chunk.size; ++i) {
        const auto at = trace_at(buffers, static_cast<std::uint32_t>(chunk.area), i);
        if (!judge_.require(at.has_value(), "I-30", "an AUX record leads to no trace")) return;
        if (!judge_.require(byte(*at) == byte_of(chunk.area, i), "I-34",
                            "an AUX record leads to other trace than was made"))
          return;
      }
  }

 private:
  /// The number of a CPU's area.
  static std::uint32_t index_of(std::uint32_t cpu) { return cpu + 10; }
  void read(std::size_t area) {
    // A file with a few drains is enough.
    if (memory_[file_.position] + kAuxtraceHeaderBytes + kLen + 8 > kFileBytes) return;
    judge_.comes_to("drains", memory_[maps_[area].user_head] != previous_[area]);
    SequentialCpu<> cpu(memory_);
    auxtrace_mmap_read(
        cpu, maps_[area], AuxtraceReadOptions{}, previous_[area],
        [](auto&, auto&, auto&) { return false; },
        [&](auto& on, const auto& window) {
          record_auxtrace(on, file_, maps_[area], window, index_);
          return false;
        },
        [](auto&) { return false; });
  }
  /// Entries that lead elsewhere, or tell another size, lead to no record.
  void judge_entry(const AuxtraceIndexEntry& entry) {
    const auto leads = [this](const AuxtraceIndexEntry& to) {
      return auxtrace_buffer(to, [this](std::uint64_t at) { return word(at); }).has_value();
    };
    judge_.require(
        !leads({entry.file_offset + 8, entry.size}) && !leads({entry.file_offset, entry.size + 8}),
        "I-12", "an entry of the index is taken that leads to no AUXTRACE record");
    const auto of_another_type = [&](std::uint64_t at) {
      return word(at) ^ (at == entry.file_offset ? 1U : 0U);
    };
    judge_.require(!auxtrace_buffer(entry, of_another_type), "I-12",
                   "a record of another type is taken for an AUXTRACE record");
  }
  std::uint64_t byte(std::uint64_t at) { return memory_.at(file_.area.base + at); }
  std::uint64_t word(std::uint64_t at) {
    std::uint64_t word = 0;
    for (std::uint64_t i = 0; i < 8; ++i) word |= byte(at + i) << (8 * i);
    return word;
  }

  AuxJudge& judge_;
  std::array<AuxtraceMmap, kAreas> maps_;
  AuxtraceFile file_;
  std::vector<std::uint64_t> memory_;
  std::array<std::uint64_t, kAreas> previous_{};
  std::vector<AuxtraceIndexEntry> index_;
  std::vector<Chunk> chunks_;
};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Pieces pieces(example, defects, judge);
  for (const AuxStep& step : example.steps) pieces.step(step);
  pieces.end();
}

}  // namespace

const AuxSequence kAuxtracePieces = {
    "auxtrace-pieces",
    "AUX areas of two CPUs, drained in any order, and AUX records that lead to the file",
    kProperties,
    kSetup,
    kSteps,
    false,
    run,
    4000,
    kShares};

}  // namespace ringcheck
