// record-ids: samples, AUX and LOST records of an event and of one that was inherited from it, in a
// ring that fills and is paused. The kernel is repaired; in Linux 6.1 (record-ids-as-it-is, D-15)
// the record after a LOST record has the sample id of that. overwrite-lost: an overwritable ring
// that is written, paused and resumed.
// Tested by tests/properties/aux/aux_mutants_test.cpp and
// tests/protocol/record/perf_sample_test.cpp.
#include "properties/core/record_header.hpp"
#include "properties/record/sequences.hpp"
#include "protocol/aux/aux_buffer.hpp"
#include "protocol/aux/aux_record.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/ring/perf_output.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-46"};
constexpr std::array kSetup = {Dial{"fields of the sample id", 0, 63}};
enum Step : std::size_t { sample, aux_record, read, pause, resume };
constexpr std::array kSteps = {Dial{"sample", 0, 1}, Dial{"AUX record", 0, 1}, Dial{"read"},
                               Dial{"pause"}, Dial{"resume"}};
constexpr std::array kIdShares = {Share{"tells of losses", 30},
                                  Share{"tells an AUX record of the child", 60}};
constexpr std::uint64_t kRingWords = 32;

/// An event and one that was inherited from it, which write to one ring.
template <bool LostKeepsIds>
class RecordIds {
 public:
  RecordIds(const AuxCase& example, DefectSet defects, AuxJudge& judge) : judge_(judge) {
    PerfBuffer& rb = aux_.ring;
    rb = PerfBuffer::make(0, kRingWords);
    rb.defects = defects;
    rb.lost_keeps_ids = LostKeepsIds;
    memory_.resize(PerfBufferCells::count(kRingWords));
    for (std::size_t i = 0; i < kSampleIdFields.size(); ++i)
      if ((example.setup[0] >> i & 1U) != 0) first_.sample_type |= kSampleIdFields[i];
    second_.sample_type = first_.sample_type;
    second_.parent = &first_;
  }

  void step(const AuxStep& step) {
    SequentialCpu<> cpu(memory_);
    judge_.comes_to("tells an AUX record of the child",
                    step.kind == aux_record && step.amount == 1);
    first_.time = second_.time = ++now_;
    const PerfEvent& event = step.amount == 0 ? first_ : second_;
    const std::uint64_t before = word(aux_.ring.at.data_head);
    const bool had_lost = word(aux_.ring.at.lost) != 0;
    switch (step.kind) {
      case sample:
        perf_output_sample(cpu, aux_.ring, Sample{now_, 1}, event);
        break;
      case aux_record:
        perf_event_aux_event(cpu, aux_, event, now_, 8, 0);
        break;
      case read:
        word(aux_.ring.at.data_tail) = word(aux_.ring.at.data_head);
        break;
      default:
        word(aux_.ring.at.paused) = step.kind == pause ? 1 : 0;
        break;
    }
    judge_records(before, event, had_lost);
  }

 private:
  std::uint64_t& word(std::uint64_t address) { return memory_[address]; }
  /// The records since `before`: a LOST record if something was lost, and one of `event`.
  void judge_records(std::uint64_t before, const PerfEvent& event, bool had_lost) {
    bool lost_came = false;
    for (std::uint64_t at = before; at != word(aux_.ring.at.data_head);) {
      const std::uint64_t header = data(at);
      const std::uint64_t size = record_header(header).size;
      if (!judge_.require(size >= kWordBytes, "I-46", "there is no record")) return;
      if (record_header(header).type == kRecordLost) {
        lost_came = true;
        judge_.comes_to("tells of losses");
        judge_.require(data(at + kWordBytes) == first_.id, "I-46",
                       "a LOST record has another id than that of the ring's event");
      }
      // A LOST record has the ids of the event that owns the ring.
      const bool of_ring = record_header(header).type == kRecordLost;
      if (record_header(header).type != kRecordSample)
        judge_id(at + size - first_.id_bytes(), of_ring ? first_ : event);
      at += size;
    }
    const bool wrote = before != word(aux_.ring.at.data_head);
    judge_.require(!wrote || lost_came == had_lost, "I-46", "what was lost is not told");
  }
  /// Task, time, id, stream, CPU, identifier: the requested ones, in this order, a word each.
  /// Source: __perf_event__output_id_sample.
  void judge_id(std::uint64_t at, const PerfEvent& whose) {
    constexpr std::array<std::uint64_t, 6> kBits = {1U << 1U, 1U << 2U, 1U << 6U,
                                                    1U << 9U, 1U << 7U, 1U << 16U};
    const std::array<std::uint64_t, 6> words = {std::uint64_t{whose.tid} << 32U | whose.pid,
                                                now_,
                                                whose.primary_id,
                                                whose.id,
                                                whose.cpu,
                                                whose.primary_id};
    for (std::size_t i = 0; i < kBits.size(); ++i) {
      if ((first_.sample_type & kBits.at(i)) == 0) continue;
      judge_.require(data(at) == words.at(i), "I-46",
                     "a record's sample id tells another event, task, CPU or time");
      at += kWordBytes;
    }
  }
  std::uint64_t data(std::uint64_t offset) { return word(aux_.ring.data_word(offset)); }

  AuxJudge& judge_;
  AuxBuffer aux_;
  std::vector<std::uint64_t> memory_;
  std::uint64_t now_ = 1000;
  // The kernel takes task and CPU from who runs, whichever event it is: here both are of one task.
  PerfEvent first_{.id = 77, .primary_id = 77, .sample_id_all = true, .pid = 5, .tid = 6, .cpu = 3};
  PerfEvent second_{
      .id = 78, .primary_id = 77, .sample_id_all = true, .pid = 5, .tid = 6, .cpu = 3};
};

constexpr std::array<std::string_view, 1> kLostProperties = {"I-47"};
enum Action : std::uint64_t { writes, pauses, resumes };
/// Six actions, the shortest sequences first.
constexpr std::array kLostSetup = {Dial{"first", writes, resumes}, Dial{"second", writes, resumes},
                                   Dial{"third", writes, resumes}, Dial{"fourth", writes, resumes},
                                   Dial{"fifth", writes, resumes}};
constexpr std::array kNoPauseSetup = {Dial{"first", writes, writes}, Dial{"second", writes, writes},
                                      Dial{"third", writes, writes}, Dial{"payload", 0, 9}};

/// `counted`: whether a begin that finds the ring paused counts a loss, as Linux 6.1 does.
void run_overwrite(std::span<const std::uint64_t> actions, std::uint64_t payload, bool counted,
                   AuxJudge& judge) {
  PerfBuffer rb = PerfBuffer::make(0, 8);
  rb.overwrite = true;
  if (!counted) rb.defects.insert(defect::kPausedNotCounted);
  std::vector<std::uint64_t> memory(PerfBufferCells::count(8));
  bool lost = false;
  const auto listen = [&lost](std::uint32_t kind, std::uint64_t, std::uint64_t, std::uint64_t,
                              std::uint64_t) {
    lost = lost || kind == said::LostReported<>::kKind;
  };
  SequentialCpu<decltype(listen)> cpu(memory, listen);
  const PerfEvent event{.id = 77, .write_backward = true};
  for (const std::uint64_t action : actions) {
    if (action == writes)
      perf_output_sample(cpu, rb, Sample{1, payload}, event);
    else
      memory[rb.at.paused] = action == pauses ? 1 : 0;
  }
  judge.require(!lost, "I-47", "an overwritable ring has a LOST record");
}

template <bool Counted>
void run_paused(const AuxCase& example, DefectSet, AuxJudge& judge) {
  run_overwrite(example.setup, 1, Counted, judge);
}
void run_unpaused(const AuxCase& example, DefectSet, AuxJudge& judge) {
  run_overwrite(std::span(example.setup).first(3), example.setup[3], true, judge);
}

}  // namespace

const AuxSequence kRecordIds = {"record-ids",
                                "sample ids of LOST and AUX records of an event and its child",
                                kProperties,
                                kSetup,
                                kSteps,
                                false,
                                run_steps<RecordIds<true>>,
                                4000,
                                kIdShares};
const AuxSequence kRecordIdsAsItIs = {
    "record-ids-as-it-is",
    "records of an event and of its child, as Linux 6.1 identifies them",
    kProperties,
    kSetup,
    kSteps,
    false,
    run_steps<RecordIds<false>>};
const AuxSequence kOverwriteUnpaused = {"overwrite-lost",
                                        "an overwritable ring that nobody pauses",
                                        kLostProperties,
                                        kNoPauseSetup,
                                        {},
                                        true,
                                        run_unpaused};
const AuxSequence kOverwriteLostAsItIs = {"overwrite-lost-as-it-is",
                                          "an overwritable ring that is paused and resumed",
                                          kLostProperties,
                                          kLostSetup,
                                          {},
                                          true,
                                          run_paused<true>};
const AuxSequence kOverwriteLostRepaired = {"overwrite-lost-repaired",
                                            "the same, where a pause of it counts no loss",
                                            kLostProperties,
                                            kLostSetup,
                                            {},
                                            true,
                                            run_paused<false>};

}  // namespace ringcheck
