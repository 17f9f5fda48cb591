// etr-status: an ETR reports a memory error, or was given the buffer of another session, when its
// trace should be copied. Whether a memory error is reported (docs/findings.md V-27) is judged by a
// machine of its own. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/etr_update.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kSize = 64, kFrame = 16;
constexpr std::uint64_t kOld = 0xa5;

constexpr std::array<std::string_view, 3> kProperties = {"I-27", "I-35", "I-38"};
constexpr std::array<std::string_view, 1> kErrorProperties = {"I-27"};
constexpr std::array kSetup = {Dial{"memory error", 0, 1}, Dial{"full", 0, 1},
                               Dial{"another session's buffer", 0, 1}, Dial{"overwrite", 0, 1},
                               Dial{"frames", 0, 3}};

/// `judges_error`: a memory error must be reported as a loss.
void run_copy(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool judges_error,
              bool error_is_loss) {
  const bool error = example.setup[0] != 0, full = example.setup[1] != 0;
  const bool foreign = example.setup[2] != 0, overwrite = example.setup[3] != 0;
  AuxMachineSetup setup = bench_setup(kSize, 0);
  setup.overwrite = overwrite;
  if (overwrite) setup.watermark = 0;
  setup.driver_words = EtrCells::kCount + kSize;
  AuxBench b(setup, defects);
  EtrBuf buf;
  buf.at = EtrCells::at(b.m.driver);
  buf.data.memory = buf.data.view = {b.m.driver + EtrCells::kCount, kSize, 1};
  buf.defects = defects;
  buf.error_is_loss = error_is_loss;
  for (std::uint64_t i = 0; i < kSize; ++i) {
    b.word(buf.data.view.address(i)) = 1 + i;
    b.trace(i) = kOld;
  }
  b.word(buf.at.refcnt) = 1;
  // What the last session left.
  b.word(buf.at.len) = b.word(buf.at.full) = kFrame;
  b.word(buf.at.perf_buf) = buf.name + (foreign ? 1 : 0);
  b.word(buf.at.rwp) = example.setup[4] * kFrame;
  b.word(buf.at.status) = (error ? kEtrMemoryError : 0) | (full ? kEtrFull : 0);
  auto cpu = b.cpu();
  SettledUnit unit;
  perf_aux_output_begin(cpu, b.m.aux, b.m.handle, b.m.events[0]);
  const std::uint64_t copied = tmc_update_etr_buffer(cpu, unit, buf, 4, b.m.aux, b.m.handle);
  const bool told = (b.word(b.m.handle.flags) & kAuxTruncated) != 0;
  bool stored = copied != 0;
  for (std::uint64_t i = 0; i < kSize; ++i) stored = stored || b.trace(i) != kOld;
  judge.require(!foreign || !stored, "I-38", "a tracer copies what another session traced");
  judge.require(!error || !stored, "I-35", "what a device failed to write is copied");
  judge.require(!overwrite || !told, "I-27",
                "in overwrite mode a session that has no trace is stopped");
  judge.require(foreign || error || told == (full && !overwrite), "I-27",
                "a loss is told where there is none, or not where there is one");
  judge.require(!foreign || overwrite || told, "I-27",
                "a session's trace went to another's buffer, and no record tells so");
  if (judges_error)
    judge.require(!error || overwrite || told, "I-27",
                  "all trace is dropped for a memory error, and no record tells so");
}
void run_status(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_copy(example, defects, judge, false, false);
}
void run_error(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_copy(example, defects, judge, true, false);
}
void run_error_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_copy(example, defects, judge, true, true);
}

}  // namespace

const AuxSequence kEtrStatus = {"etr-status", "what an ETR reports", kProperties, kSetup, {}, true,
                                run_status};
const AuxSequence kEtrError = {
    "etr-error", "a memory error of an ETR", kErrorProperties, kSetup, {}, true, run_error};
const AuxSequence kEtrErrorRepaired = {
    "etr-error-repaired", "a memory error of an ETR", kErrorProperties, kSetup, {}, true,
    run_error_repaired};

}  // namespace ringcheck
