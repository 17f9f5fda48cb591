// What the driver of Arm TRBE makes of its unit's reports, and of an interrupt for nobody.
#include <gtest/gtest.h>

#include "kernel/calls/trbe_sides.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPageBytes = 4096;

TrbeSetup setup_with(std::uint64_t errata = 0) {
  TrbeSetup setup;
  setup.area.page_bytes = kPageBytes;
  setup.area.aux_pages = 4;
  setup.area.driver_words = TrbeCells::kCount;
  setup.errata = errata;
  return setup;
}

Call call(DriverOp op, std::uint64_t first = 0, std::uint64_t second = 0) {
  return {static_cast<unsigned>(op), {first, second}, {}};
}

/// A unit whose event runs.
struct Running {
  explicit Running(std::uint64_t errata = 0) : setup(setup_with(errata)) {
    unit.run(call(DriverOp::add, 0, 1), answers);
  }
  TrbeSetup setup;
  TrbeWords words{setup};
  TrbeSpecification unit{setup, words, ReserveOrder::tail_first};
  Answers answers;
};

struct ReportCase {
  const char* name;
  std::uint64_t bytes;
  std::uint64_t status;  ///< besides what a full unit says
  bool goes_on;          ///< enabled after its interrupt, and the CPU traces
  bool is_told;          ///< the trace was reported: aux_head has moved
  std::uint64_t left;    ///< of the status
};

class TrbeReport : public ::testing::TestWithParam<ReportCase> {};

TEST_P(TrbeReport, interrupt) {
  Running running;
  running.unit.run(call(DriverOp::write, GetParam().bytes, GetParam().status), running.answers);
  running.unit.run(call(DriverOp::interrupt), running.answers);
  const auto word = [&](std::uint64_t at) { return running.unit.word(at); };
  EXPECT_EQ(word(running.words.trbe.limit) & kTrbeEnable, GetParam().goes_on ? 1U : 0U);
  EXPECT_EQ(word(running.words.trbe.trfcr), GetParam().goes_on ? 1U : 0U);
  EXPECT_EQ(word(running.words.aux.user_head) != 0, GetParam().is_told);
  EXPECT_EQ(word(running.words.trbe.status), GetParam().left);
}

// The wakeup is due half the area further on, where the unit is to stop.
constexpr std::uint64_t kHalf = 2 * kPageBytes;
constexpr std::uint64_t kAsks = kTrbeIrq | kTrbeStopped;

INSTANTIATE_TEST_SUITE_P(
    all, TrbeReport,
    ::testing::Values(
        ReportCase{"full", kHalf, 0, true, true, 0},
        ReportCase{"filled_elsewhere", 16, kTrbeFull, true, false, kTrbeFull & ~kTrbeIrq},
        ReportCase{"another_class", 16, kAsks | 1U << 26U, true, false, kTrbeStopped | 1U << 26U},
        ReportCase{"not_at_all", 16, kAsks, true, false, kTrbeStopped},
        ReportCase{"stage_1", 16, kAsks | kTrbeStage1Abort, false, false,
                   kTrbeStopped | kTrbeStage1Abort},
        ReportCase{"stage_2", 16, kAsks | kTrbeStage2Abort, false, false,
                   kTrbeStopped | kTrbeStage2Abort},
        ReportCase{"triggered", 16, kAsks | kTrbeTriggered, false, false,
                   kTrbeStopped | kTrbeTriggered},
        ReportCase{"full_and_aborted", kHalf, kTrbeAbort, false, false,
                   kTrbeAbort | (kTrbeFull & ~kTrbeIrq)}),
    [](const auto& test) { return test.param.name; });

/// An external abort is not forgotten when the event starts again: the next fill is taken for one
/// (docs/findings.md V-42).
TEST(Trbe, AnAbortStaysWhenTheEventStartsAgain) {
  Running running;
  running.unit.run(call(DriverOp::write, 16, kAsks | kTrbeAbort), running.answers);
  running.unit.run(call(DriverOp::stop), running.answers);
  running.unit.run(call(DriverOp::start), running.answers);
  EXPECT_EQ(running.unit.word(running.words.trbe.status), kTrbeAbort);
}

/// A transaction that found no room leaves no handle, and the interrupt follows the pointer to it.
TEST(Trbe, AnInterruptWithoutAHandleUsesANullPointer) {
  const TrbeSetup setup = setup_with();
  const TrbeWords words(setup);
  TrbeSpecification unit(setup, words, ReserveOrder::tail_first);
  Answers answers;
  EXPECT_THROW(unit.run(call(DriverOp::interrupt), answers), SpecificationFailure);
}

/// Where the unit is to write, as offsets, for each erratum.
TEST(Trbe, LeavesOutWhatAnErratumSpoils) {
  const auto span_of = [](std::uint64_t errata) {
    const Running running(errata);
    const TrbeCells& at = running.words.trbe;
    const auto offset = [&](std::uint64_t cell) {
      return (running.unit.word(cell) & ~kTrbeEnable) - kTrbeBase;
    };
    return std::array{offset(at.base), offset(at.pointer), offset(at.limit)};
  };
  using Span = std::array<std::uint64_t, 3>;
  EXPECT_EQ(span_of(0), (Span{0, 0, kHalf}));
  EXPECT_EQ(span_of(1U << kTrbeOverwrites), (Span{0, kTrbeSkipped, kHalf}));
  EXPECT_EQ(span_of(1U << kTrbeBeyondLimit), (Span{0, 0, kHalf - kPageBytes}));
}

}  // namespace
}  // namespace ringcheck
