// Which calls of a driver the core makes, after others.
#include "kernel/calls/driver_schedule.hpp"

#include <gtest/gtest.h>

namespace ringcheck {
namespace {

/// A call with the number of an event, and whether it is started.
Call call(DriverOp op, std::uint64_t event = 0, std::uint64_t started = 1) {
  return {static_cast<unsigned>(op), {event, started}, {}};
}

struct ScheduleCase {
  const char* name;
  DriverInterrupts interrupts;
  std::vector<DriverOp> done;   ///< of event 0, each to its end
  std::vector<DriverOp> begun;  ///< and then these, without an end
  Call asked;
  const CallGuard* guard;  ///< null: the call is made
};

class DriverScheduleTest : public ::testing::TestWithParam<ScheduleCase> {};

TEST_P(DriverScheduleTest, guards) {
  DriverSchedule schedule(GetParam().interrupts);
  for (const DriverOp op : GetParam().done) {
    EXPECT_EQ(schedule.guard(call(op), false), nullptr);
    schedule.begin(call(op));
    schedule.end(call(op), 0);
  }
  for (const DriverOp op : GetParam().begun) schedule.begin(call(op));
  EXPECT_EQ(schedule.guard(GetParam().asked, false), GetParam().guard);
}

constexpr auto kOwn = DriverInterrupts::its_own;
constexpr auto kAny = DriverInterrupts::any;
constexpr auto kAskedFor = DriverInterrupts::asked_for;

INSTANTIATE_TEST_SUITE_P(
    all, DriverScheduleTest,
    ::testing::Values(
        ScheduleCase{"add_at_first", kAny, {}, {}, call(DriverOp::add), nullptr},
        ScheduleCase{
            "second_event", kAny, {DriverOp::add}, {}, call(DriverOp::add, 1), &guards::kExclusive},
        ScheduleCase{"add_after_del",
                     kAny,
                     {DriverOp::add, DriverOp::del},
                     {},
                     call(DriverOp::add, 1),
                     nullptr},
        ScheduleCase{"stop_of_none", kAny, {}, {}, call(DriverOp::stop), &guards::kNotOnCpu},
        ScheduleCase{"stop_of_another",
                     kAny,
                     {DriverOp::add},
                     {},
                     call(DriverOp::stop, 1),
                     &guards::kNotOnCpu},
        ScheduleCase{"start_of_running",
                     kAny,
                     {DriverOp::add},
                     {},
                     call(DriverOp::start),
                     &guards::kNotStopped},
        ScheduleCase{"start_of_stopped",
                     kAny,
                     {DriverOp::add, DriverOp::stop},
                     {},
                     call(DriverOp::start),
                     nullptr},
        ScheduleCase{"callback_in_callback",
                     kAny,
                     {DriverOp::add},
                     {DriverOp::stop},
                     call(DriverOp::del),
                     &guards::kCallbackInCallback},
        ScheduleCase{"interrupt_in_callback",
                     kAny,
                     {DriverOp::add},
                     {DriverOp::stop},
                     call(DriverOp::interrupt),
                     nullptr},
        ScheduleCase{"interrupt_in_interrupt",
                     kAny,
                     {DriverOp::add},
                     {DriverOp::interrupt},
                     call(DriverOp::interrupt),
                     &guards::kNmiInNmi},
        ScheduleCase{"user_while_another_is_at_work",
                     DriverInterrupts::users,
                     {DriverOp::add},
                     {DriverOp::interrupt},
                     call(DriverOp::interrupt),
                     nullptr},
        ScheduleCase{"interrupt_of_others", kAny, {}, {}, call(DriverOp::interrupt), nullptr},
        ScheduleCase{"interrupt_of_nobody",
                     kOwn,
                     {},
                     {},
                     call(DriverOp::interrupt),
                     &guards::kNoActiveEvent},
        ScheduleCase{"interrupt_before_trace",
                     kOwn,
                     {DriverOp::add},
                     {},
                     call(DriverOp::interrupt),
                     &guards::kNeverTraced},
        ScheduleCase{"interrupt_unasked",
                     kAskedFor,
                     {DriverOp::add},
                     {},
                     call(DriverOp::interrupt),
                     &guards::kNotAskedFor},
        ScheduleCase{
            "unit_in_callback", kOwn, {}, {DriverOp::add}, call(DriverOp::write), nullptr}),
    [](const auto& test) { return test.param.name; });

TEST(DriverSchedule, AnEventThatWorkTookOffMayComeBack) {
  DriverSchedule schedule(kAny);
  schedule.begin(call(DriverOp::add));
  schedule.end(call(DriverOp::add), 0);
  schedule.disabled(1);
  EXPECT_TRUE(schedule.is_on(0));
  schedule.disabled(0);
  EXPECT_FALSE(schedule.is_on(0));
  EXPECT_EQ(schedule.guard(call(DriverOp::add), false), nullptr);
}

TEST(DriverSchedule, AnInterruptThatWasAskedForComesOnce) {
  DriverSchedule schedule(kAskedFor);
  const Call interrupt = call(DriverOp::interrupt);
  schedule.ask_for_interrupt();
  EXPECT_EQ(schedule.guard(interrupt, false), nullptr);
  schedule.begin(interrupt);
  schedule.end(interrupt, 0);
  EXPECT_EQ(schedule.guard(interrupt, false), &guards::kNotAskedFor);
}

TEST(DriverSchedule, AnEventThatCouldNotBeAddedIsNotThere) {
  DriverSchedule schedule(kAny);
  schedule.begin(call(DriverOp::add));
  schedule.end(call(DriverOp::add), -22);
  EXPECT_EQ(schedule.guard(call(DriverOp::stop), false), &guards::kNotOnCpu);
}

}  // namespace
}  // namespace ringcheck
