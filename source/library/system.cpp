// Calls of the operating system: futexes, of which std::atomic::wait, C++20's semaphores, latches
// and barriers, and futures are made.
//
// A wait at a futex may end at any time, as Linux allows, so code that waits looks again at what it
// waits for. What a wake does is therefore nothing, and that one is missing is not found.
// Source: futex(2). Tested by tests/source/cpp_test.cpp.
#include <algorithm>
#include <string>

#include "graph/diagnostic.hpp"
#include "source/library/clock.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

constexpr std::uint64_t kFutexOnX86 = 202;
constexpr std::uint64_t kFutexElsewhere = 98;
/// FUTEX_WAIT, FUTEX_WAKE, FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET, without FUTEX_PRIVATE_FLAG.
constexpr std::uint64_t kWaitsAndWakes[] = {0, 1, 9, 10};
constexpr std::uint64_t kPrivate = 128;

CallOutcome syscall_(LibraryCall& call) {
  const std::string& triple = call.interpreter.code().unit.triple;
  const std::uint64_t futex = triple.starts_with("x86_64") ? kFutexOnX86 : kFutexElsewhere;
  const bool is_futex = call.machine.number_of(call.argument(0)) == futex;
  const std::uint64_t operation =
      is_futex ? call.machine.number_of(call.argument(2)) & ~kPrivate : UINT64_MAX;
  if (std::ranges::find(kWaitsAndWakes, operation) == std::end(kWaitsAndWakes))
    throw InputError({call.interpreter.code().where(call.place()), 0, 0,
                      is_futex ? "saw an operation of futex other than to wait and to wake, which "
                                 "is not modelled"
                               : "saw a call of syscall other than futex, which is not modelled"});
  call.result = 0;
  return CallOutcome::returned;
}

/// std::__atomic_futex_unsigned_base: a wait (this, address, value, whether it may time out,
/// seconds, nanoseconds), which returns true unless it has timed out, and a wake.
CallOutcome wait_of_future(LibraryCall& call) {
  call.result = 1;
  if ((call.machine.number_of(call.argument(3)) & 1U) == 0) return CallOutcome::returned;
  const auto late = times_out_at(call, call.argument(4), call.argument(5));
  if (!late) return CallOutcome::ended;
  call.result = *late ? 0 : 1;
  return CallOutcome::returned;
}
CallOutcome wake_of_future(LibraryCall&) {
  return CallOutcome::returned;
}

constexpr LibraryRow kRows[] = {
    {"syscall", syscall_},
    {"_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl"
     "1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE",
     wait_of_future},
    {"_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5"
     "ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE",
     wait_of_future},
    {"_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj", wake_of_future},
};

}  // namespace

std::span<const LibraryRow> system_rows() {
  return kRows;
}

}  // namespace ringcheck::source
