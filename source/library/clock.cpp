// Clocks, and what a wait that has timed out does to them. Each thread has a clock of its own: it
// stands still while the thread does not wait. A wait that times out sets it to the time of its
// end, a sleep adds to it, and who asks twice at the same place waits for time to pass, so the
// second answer is much later.
// Tested by tests/source/clock_test.cpp.
#include "source/library/clock.hpp"

#include <algorithm>

#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;  ///< nanoseconds
constexpr std::uint64_t kStart = 1'000'000 * kSecond;
constexpr std::uint64_t kLong = 1'000'000 * kSecond;
constexpr std::uint64_t kMicrosecond = 1000;

std::uint64_t now(LibraryCall& call) {
  if (call.state.clock_asked_at == call.place()) call.state.clock += kLong;
  call.state.clock_asked_at = call.place();
  return kStart + call.state.clock;
}

/// A word of a time: all have the size of a pointer.
std::uint64_t word_at(LibraryCall& call, const Value& address, std::uint64_t number) {
  const auto bytes = static_cast<std::uint64_t>(call.pointer_bytes());
  return call.machine.number_of(call.load_pointer(plus(address, bytes * number)));
}
void set_word(LibraryCall& call, const Value& address, std::uint64_t number, std::uint64_t value) {
  const auto bytes = static_cast<std::uint32_t>(call.pointer_bytes());
  call.machine.store(call.site(bytes), plus(address, std::uint64_t{bytes} * number), value,
                     call.interpreter.options().plain);
}

/// The time since an epoch that a structure of seconds and nanoseconds at `address` holds.
std::uint64_t time_at(LibraryCall& call, const Value& address) {
  return word_at(call, address, 0) * kSecond + word_at(call, address, 1);
}

CallOutcome chrono_now(LibraryCall& call) {
  call.result = now(call);
  return CallOutcome::returned;
}

/// Stores the time to argument `to`, as seconds and parts of `part` nanoseconds.
CallOutcome tell(LibraryCall& call, std::size_t to, std::uint64_t part) {
  const std::uint64_t time = now(call);
  set_word(call, call.argument(to), 0, time / kSecond);
  set_word(call, call.argument(to), 1, time % kSecond / part);
  call.result = 0;
  return CallOutcome::returned;
}
CallOutcome clock_gettime_(LibraryCall& call) {
  return tell(call, 1, 1);
}
CallOutcome gettimeofday_(LibraryCall& call) {
  return tell(call, 0, kMicrosecond);
}
/// timespec_get(where to, base): returns the base.
CallOutcome timespec_get_(LibraryCall& call) {
  const CallOutcome outcome = tell(call, 0, 1);
  call.result = call.argument(1);
  return outcome;
}

CallOutcome time_(LibraryCall& call) {
  const std::uint64_t seconds = now(call) / kSecond;
  if (call.machine.number_of(call.argument(0)) != 0) set_word(call, call.argument(0), 0, seconds);
  call.result = seconds;
  return CallOutcome::returned;
}

CallOutcome clock_(LibraryCall& call) {
  call.result = (now(call) - kStart) / kMicrosecond;
  return CallOutcome::returned;
}

CallOutcome slept(LibraryCall& call, std::uint64_t time) {
  call.state.clock += time;
  call.state.clock_asked_at = 0;
  call.result = 0;
  return CallOutcome::returned;
}

/// nanosleep(how long, rest), thrd_sleep(how long, rest)
CallOutcome nanosleep_(LibraryCall& call) {
  return slept(call, time_at(call, call.argument(0)));
}
/// clock_nanosleep(clock, flags, until when or how long, rest)
CallOutcome clock_nanosleep_(LibraryCall& call) {
  constexpr std::uint64_t kAbsolute = 1;
  const std::uint64_t time = time_at(call, call.argument(2));
  if ((call.machine.number_of(call.argument(1)) & kAbsolute) == 0) return slept(call, time);
  const std::uint64_t wanted = time < kStart ? 0 : time - kStart;
  return slept(call, wanted - std::min(wanted, call.state.clock));
}
CallOutcome sleep_(LibraryCall& call) {
  return slept(call, call.machine.number_of(call.argument(0)) * kSecond);
}
CallOutcome usleep_(LibraryCall& call) {
  return slept(call, call.machine.number_of(call.argument(0)) * kMicrosecond);
}

/// The first ones tell the time.
constexpr std::size_t kTelling = 9;
constexpr LibraryRow kRows[] = {
    {"_ZNSt6chrono3_V212steady_clock3nowEv", chrono_now},
    {"_ZNSt6chrono3_V212system_clock3nowEv", chrono_now},
    {"clock_gettime", clock_gettime_},
    {"gettimeofday", gettimeofday_},
    {"timespec_get", timespec_get_},
    {"time", time_},
    {"clock", clock_},
    {"llvm.readcyclecounter", chrono_now},
    {"llvm.x86.rdtsc", chrono_now},
    {"nanosleep", nanosleep_},
    {"thrd_sleep", nanosleep_},
    {"clock_nanosleep", clock_nanosleep_},
    {"sleep", sleep_},
    {"usleep", usleep_},
};

/// True iff the program asks for the time anywhere.
bool has_clocks(LibraryCall& call) {
  const std::vector<std::string>& names = call.interpreter.code().unit.externals;
  return std::ranges::any_of(std::span(kRows).first(kTelling), [&](const LibraryRow& row) {
    return std::ranges::find(names, row.name) != names.end();
  });
}

/// Whether the wait of `call` times out, which is chosen. `end()`: when it then ends; 0: nobody
/// asks.
template <class End>
std::optional<bool> times_out_by(LibraryCall& call, End&& end) {
  const auto late = call.machine.choose(2);
  if (!late) return std::nullopt;
  call.state.clock_asked_at = 0;
  if (*late == 0) return false;
  if (const std::uint64_t time = end(); time > kStart)
    call.state.clock = std::max(call.state.clock, time - kStart);
  return true;
}

}  // namespace

std::optional<bool> times_out(LibraryCall& call, std::size_t until) {
  return times_out_by(call, [&] {
    return has_clocks(call) ? time_at(call, call.argument(until)) : std::uint64_t{0};
  });
}

std::optional<bool> times_out_at(LibraryCall& call, const Value& seconds,
                                 const Value& nanoseconds) {
  return times_out_by(call, [&] {
    return call.machine.number_of(seconds) * kSecond + call.machine.number_of(nanoseconds);
  });
}

std::span<const LibraryRow> clock_rows() {
  return kRows;
}

}  // namespace ringcheck::source
