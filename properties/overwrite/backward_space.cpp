// backward-space: a record is written downwards to a buffer that is not overwritten: its reader
// stores data_tail, and unread records are kept. perf maps such buffers read-only, but others may
// map them for writing.
// Source: kernel/events/ring_buffer.c ring_buffer_has_space, __perf_output_begin.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "protocol/ring/perf_output.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kWords = 16, kBytes = kWords * kWordBytes, kKept = 0xa5;
constexpr std::array<std::string_view, 4> kProperties = {"I-06", "I-07", "I-10", "I-18"};
constexpr std::array kSetup = {Dial{"origin", 0, kOrigins - 1}, Dial{"unread words", 0, kWords - 1},
                               Dial{"words of the record", 1, kWords + 1}};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  PerfBuffer rb = PerfBuffer::make(0, kWords);
  rb.defects = defects;
  std::vector<std::uint64_t> memory(PerfBufferCells::count(kWords), 0);
  const std::uint64_t tail = origin_of(example.setup[0], kBytes);
  const std::uint64_t unread = example.setup[1] * kWordBytes, head = tail - unread;
  const std::uint64_t bytes = example.setup[2] * kWordBytes;
  memory[rb.at.data_tail] = tail;
  memory[rb.at.head] = memory[rb.at.data_head] = memory[rb.at.wakeup] = head;
  for (std::uint64_t at = 0; at < kBytes; at += kWordBytes) memory[rb.data_word(at)] = kKept;
  SequentialCpu<> cpu(memory);
  perf_output_sample(cpu, rb, Sample{7, example.setup[2] - 1}, {.id = 1, .write_backward = true});

  const bool fits = unread + bytes < kBytes, taken = memory[rb.at.lost] == 0;
  judge.require(taken == fits, "I-07",
                "a record that is written downwards is refused though it fits, or the other way");
  judge.require(memory[rb.at.lost] == (fits ? 0 : 1), "I-10",
                "a record that was refused is not counted");
  const std::uint64_t now = fits ? head - bytes : head;
  judge.require(memory[rb.at.head] == now && memory[rb.at.data_head] == now, "I-18",
                "the head does not go down by what was written");
  for (std::uint64_t at = now; at != now + kBytes; at += kWordBytes) {
    const bool kept = at - now >= head - now;
    judge.require((memory[rb.data_word(at)] == kKept) == kept, "I-06",
                  "a record is not written where it is, or over what is not read");
  }
}

}  // namespace

const AuxSequence kBackwardSpace = {"backward-space",
                                    "a record that is written downwards to a buffer that is read",
                                    kProperties,
                                    kSetup,
                                    {},
                                    true,
                                    run};

}  // namespace ringcheck
