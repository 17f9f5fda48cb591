// tracer-told: a tracer starts and stops, and tells its ID in a ring that others fill and a reader
// empties. The kernel is repaired; Linux 6.12 (tracer-told-as-it-is, V-56) takes the ID for told
// although the ring had no room for it.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <vector>

#include "properties/core/record_header.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/coresight/tracer_id.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-71"};
constexpr std::array kSetup = {Dial{"sample id", 0, 1}, Dial{"inherited", 0, 1}};
enum Step : std::size_t { start_tracer, fill_ring, empty_ring };
constexpr std::array kSteps = {Dial{"start"}, Dial{"samples less one", 0, 7}, Dial{"read"}};
constexpr std::array kShares = {Share{"has no room for the ID", 5}, Share{"tells it later", 2}};
constexpr std::uint64_t kWords = 16, kBytes = kWords * sizeof(std::uint64_t), kId = 7, kStream = 11;
constexpr std::uint32_t kHwId = 21;

template <TracerTold Told>
class ToldTracer {
 public:
  ToldTracer(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : judge_(judge),
        rb_(PerfBuffer::make(0, kWords)),
        memory_(PerfBufferCells::count(kWords) + 1) {
    rb_.defects = defects;
    tracer_ = {kId, PerfBufferCells::count(kWords), Told};
    parent_ = {.id = kStream, .sample_type = kSampleStreamId};
    parent_.sample_id_all = example.setup[0] != 0;
    event_ = parent_;
    if (example.setup[1] == 0) return;
    event_.id = kStream + 1;
    event_.parent = &parent_;
  }

  void step(const AuxStep& step) {
    SequentialCpu<> cpu(memory_);
    const std::uint64_t before = memory_[rb_.at.data_head];
    const std::uint64_t id_bytes = event_.sample_id_all ? 8 : 0;
    const std::uint64_t wants =
        16 + id_bytes + (memory_[rb_.at.lost] != 0 ? 24 + id_bytes : std::uint64_t{0});
    const bool has_room = wants < kBytes - (before - memory_[rb_.at.data_tail]);
    if (step.kind == start_tracer)
      report_tracer_id(cpu, rb_, tracer_, event_);
    else if (step.kind == fill_ring)
      for (std::uint64_t i = 0; i <= step.amount; ++i)
        perf_output_sample(cpu, rb_, Sample{1, 1}, event_);
    else
      memory_[rb_.at.data_tail] = before;
    const std::uint64_t records = ids_since(before);
    times_ += records;
    judge_.require(times_ <= 1, "I-71", "a tracer's ID is told twice");
    if (step.kind != start_tracer) return;
    judge_.comes_to("has no room for the ID", times_ == 0 && !has_room);
    judge_.comes_to("tells it later", records != 0 && starts_ != 0);
    judge_.require(times_ == 1 || !has_room, "I-71",
                   "a tracer runs whose ID is not told, and there is room to tell it");
    ++starts_;
  }

 private:
  /// Records of IDs from `at` on.
  std::uint64_t ids_since(std::uint64_t at) {
    std::uint64_t ids = 0;
    while (at != memory_[rb_.at.data_head]) {
      const RecordHeader header = record_header(memory_[rb_.data_word(at)]);
      if (!judge_.require(header.size != 0, "I-71", "there is no record")) return 0;
      if (header.type == kHwId && judge_record(header, at)) ++ids;
      at += header.size;
    }
    return ids;
  }
  /// The record has the ID, and the sample id of the event that was opened.
  bool judge_record(const RecordHeader& header, std::uint64_t at) {
    const bool has_id = parent_.sample_id_all;
    return judge_.require(header == RecordHeader{kHwId, 0, std::uint16_t(has_id ? 24 : 16)} &&
                              memory_[rb_.data_word(at + 8)] == kId &&
                              (!has_id || memory_[rb_.data_word(at + 16)] == kStream),
                          "I-71",
                          "a tracer's ID is told by another record than whoever reads takes");
  }

  AuxJudge& judge_;
  PerfBuffer rb_;
  PerfEvent parent_, event_;
  TracerId tracer_;
  std::vector<std::uint64_t> memory_;
  std::uint64_t times_ = 0, starts_ = 0;
};

constexpr std::string_view kTitle = "a tracer tells its ID in a ring that may be full";

}  // namespace

const AuxSequence kTracerTold = {"tracer-told",
                                 kTitle,
                                 kProperties,
                                 kSetup,
                                 kSteps,
                                 false,
                                 run_steps<ToldTracer<TracerTold::when_written>>,
                                 2000,
                                 kShares};
const AuxSequence kTracerToldAsItIs = {"tracer-told-as-it-is",
                                       kTitle,
                                       kProperties,
                                       kSetup,
                                       kSteps,
                                       false,
                                       run_steps<ToldTracer<TracerTold::at_once>>,
                                       2000};

}  // namespace ringcheck
