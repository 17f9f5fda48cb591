// Tested by tests/cli/check_session_test.cpp and tests/cli/program_session_test.cpp.
#include "cli/session_time.hpp"

#include "cli/interrupt.hpp"
#include "explore/watch.hpp"

namespace ringcheck {

namespace {

constexpr double kCheckpointSeconds = 30;

}  // namespace

SessionTime::SessionTime(const SessionOptions& options)
    : options_(options), interrupt_(interrupt_flag()) {}

double SessionTime::left() const {
  return seconds_left(options_.seconds, start_);
}

SessionSlice SessionTime::next() const {
  SessionSlice slice;
  slice.limits = {options_.limit_executions, left(), options_.memory << 20U, &interrupt_};
  double& seconds = slice.limits.seconds;
  slice.is_part = !options_.checkpoint.empty() && (seconds == 0 || seconds > kCheckpointSeconds);
  if (slice.is_part) seconds = kCheckpointSeconds;
  return slice;
}

}  // namespace ringcheck
