// etf-copy: one copy out of the memory of an ETF or ETB, from where it was last read or of
// everything. The registers tell so only once the sink has stopped.
//
// Left out of etf-copy: a copy of an ETB10 that the room cuts starts at any word, though there are
// frames (docs/findings.md V-16). Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/barrier_packet.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/tmc/etf_update.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kMemory = 64, kFrame = 16, kArea = 128;
constexpr std::uint64_t kUntouched = 0xa5a5, kOld = 0xb6b6;

constexpr std::array<std::string_view, 7> kCopyProperties = {"I-24", "I-27", "I-28", "I-31",
                                                             "I-35", "I-37", "I-38"};
enum Number : std::size_t { etb10, full, written, space, start, wraps, bus, read, tracers, within };
constexpr std::array kCopySetup = {
    Dial{"ETB10", 0, 1},
    Dial{"full", 0, 1},
    Dial{"frames to the write pointer", 0, kMemory / kFrame - 1},
    Dial{"room", 0, kArea - 1},
    Dial{"head in words", 0, 2 * kArea / kEtfWord - 1},
    Dial{"overwrite", 0, 1},
    Dial{"words of the bus 2^", 0, 4},
    Dial{"frames to the read pointer", 0, kMemory / kFrame - 1},
    Dial{"tracers beside nine", 0, 9},
    Dial{"words of a frame that is not whole", 0, kFrame / kEtfWord - 1},
};
constexpr std::array kCopyShares = {Share{"copies", 40}, Share{"is capped by the room", 10},
                                    Share{"lost trace", 40}, Share{"ends within a frame", 20},
                                    Share{"leaves the copy to others", 5}};

/// A sink whose registers and memory keep their old contents until it is stopped and waited for.
struct EtfBench {
  EtfBench(const AuxCase& example, DefectSet defects) : b(machine_setup(example), defects) {
    sink.at = EtfCells::at(b.m.driver);
    sink.memory = {b.m.driver + EtfCells::kCount, kMemory, kEtfWord};
    sink.etb10 = example.setup[etb10] != 0;
    is_full = example.setup[full] != 0;
    at = example.setup[written] * kFrame;
    // Only the driver of an ETB10 looks at that.
    reported = at + (sink.etb10 ? example.setup[within] * kEtfWord : 0);
    // A full ETF is read from its oldest frame on; an ETB10's pointer is the driver's.
    from = is_full && !sink.etb10 ? at : example.setup[Number::read] * kFrame;
    len = is_full ? kMemory : (at + kMemory - from) % kMemory;
    for (std::uint64_t i = 0; i < kMemory; i += kEtfWord) b.word(sink.memory.address(i)) = kOld;
    for (std::uint64_t i = 0; i < kArea; i += kEtfWord) b.trace(i) = kUntouched;
    b.word(sink.at.read) = b.word(sink.at.write) = from;
    b.word(sink.at.refcnt) = example.setup[tracers] == 0 ? 2 : 1;
    b.word(b.m.handle.head) = example.setup[Number::start] * kEtfWord;
    room = example.setup[space];
    b.word(b.m.handle.size) = b.m.aux.overwrite ? 0 : room;
  }
  static AuxMachineSetup machine_setup(const AuxCase& example) {
    AuxMachineSetup setup = bench_setup(kArea, 0);
    setup.aux_unit = kEtfWord;
    setup.overwrite = example.setup[wraps] != 0;
    setup.driver_words = EtfCells::kCount + kMemory / kEtfWord;
    return setup;
  }
  // TraceUnit.
  template <class C>
  void start(C&) const {}
  template <class C>
  void stop(C&) {
    stopped = true;
  }
  template <class C>
  void drain(C&) {
    if (!stopped) return;
    for (std::uint64_t i = 0; i < kMemory; i += kEtfWord) b.word(sink.memory.address(i)) = 1 + i;
    b.word(sink.at.write) = reported;
    b.word(sink.at.full) = is_full ? 1 : 0;
  }

  AuxBench b;
  EtfSink sink;
  bool is_full = false, stopped = false;
  std::uint64_t at = 0;        ///< the write pointer, at the end of a frame
  std::uint64_t reported = 0;  ///< the write pointer
  std::uint64_t from = 0;      ///< the read pointer
  std::uint64_t len = 0;       ///< bytes of trace
  std::uint64_t room = 0;
};

/// Checks the area from `head` on, after a copy of `copied` bytes.
void check_area(EtfBench& e, std::uint64_t head, std::uint64_t copied, bool lost, AuxJudge& judge) {
  for (std::uint64_t i = 0; i < kArea; i += kEtfWord) {
    const std::uint64_t word = e.b.trace(head + i);
    if (i >= copied)
      judge.require(word == kUntouched, "I-24", "a word outside the copy is written");
    else if (lost && i < kFrame)
      judge.require(word == packet_unit(i / kEtfWord, kEtfWord), "I-37",
                    "trace was dropped, and the copy does not start with a barrier packet");
    else
      judge.require(word == 1 + (e.at + kMemory - copied + i) % kMemory, "I-35",
                    "the copy is not the newest trace in order");
  }
}

/// The sink goes on after the copy of `copied` bytes; an ETB10 starts anew.
void check_pointers(EtfBench& e, std::uint64_t copied, AuxJudge& judge) {
  const std::uint64_t read_to = e.b.word(e.sink.at.read), written_to = e.b.word(e.sink.at.write);
  if (e.sink.etb10)
    judge.require(read_to == 0 && written_to == 0, "I-35",
                  "an ETB10 does not start from its first word again");
  else
    judge.require(written_to == e.at && (copied == 0 || read_to == e.at), "I-35",
                  "what was not copied is left for another copy, or what was is");
}

/// `frames_only`: a copy that is cut has to start at a frame, even an ETB10's.
void run_copy_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool frames_only) {
  EtfBench e(example, defects);
  AuxMachine& m = e.b.m;
  const bool overwrite = m.aux.overwrite;
  auto cpu = e.b.cpu();
  tmc_set_etf_buffer(cpu, e.sink, m.aux, m.handle);
  const std::uint64_t head = e.b.word(m.handle.head),
                      width = std::uint64_t{1} << example.setup[bus];
  const std::uint64_t copied = tmc_update_etf_buffer(cpu, e, e.sink, width, m.aux, m.handle);
  const std::uint64_t flags = e.b.word(m.handle.flags), moved = e.b.word(m.handle.head) - head;
  if (example.setup[tracers] == 0) {
    judge.comes_to("leaves the copy to others");
    judge.require(copied == 0 && !e.stopped && flags == 0 && moved == 0, "I-38",
                  "a tracer stops and drains a sink that others use");
    return check_area(e, head, 0, false, judge);
  }
  const bool capped = !overwrite && e.len > e.room, cut = e.reported != e.at;
  const bool lost = e.is_full || capped || cut;
  const std::uint64_t frame = width == 8 ? 2 * kFrame : kFrame;
  // There is no bus of more than eight words.
  const bool nothing = width > 8 && !e.sink.etb10;
  const std::uint64_t unit = e.sink.etb10 ? (frames_only ? kFrame : kEtfWord) : frame;
  judge.comes_to("copies", copied != 0);
  judge.comes_to("is capped by the room", capped);
  judge.comes_to("lost trace", lost);
  judge.comes_to("ends within a frame", cut);
  judge.require(overwrite || copied <= e.room, "I-24", "more is copied than there is room");
  judge.require(
      !capped || (e.sink.etb10 && !frames_only) || (e.at + kMemory - copied) % kFrame == 0, "I-37",
      "the copy does not start at a frame");
  judge.require(copied == (capped ? (nothing ? 0 : e.room - e.room % unit) : e.len), "I-35",
                "not as much is copied as there is, or as there is room for");
  judge.require(e.b.said.count<said::OutsideArea>() == 0, "I-37",
                "the barrier packet goes on past its end");
  judge.require(overwrite || flags == (lost ? kAuxTruncated : 0), "I-27",
                "trace was dropped, and the transaction is not called truncated, or none was");
  judge.require(!overwrite || flags == 0, "I-28",
                "in overwrite mode a full buffer has the event disabled");
  judge.require(moved == (overwrite ? copied : 0), "I-31",
                "the handle's head is not behind the copy, or moves where the core moves it");
  check_area(e, head, copied, lost, judge);
  check_pointers(e, copied, judge);
}

void run_copy(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_copy_with(example, defects, judge, false);
}
void run_copy_any_room(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_copy_with(example, defects, judge, true);
}

}  // namespace

const AuxSequence kEtfCopy = {"etf-copy",
                              "one copy out of the memory of an ETF or ETB",
                              kCopyProperties,
                              kCopySetup,
                              {},
                              false,
                              run_copy,
                              4000,
                              kCopyShares};
const AuxSequence kEtfCopyAnyRoom = {"etf-copy-any-room",
                                     "one copy out of the memory of an ETF or ETB",
                                     kCopyProperties,
                                     kCopySetup,
                                     {},
                                     false,
                                     run_copy_any_room};

}  // namespace ringcheck
