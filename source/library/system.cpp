// Calls of the operating system: memory, the numbers of process and threads, and futexes, of which
// std::atomic::wait, C++20's semaphores, latches and barriers, and futures are made.
//
// A wait at a futex may end at any time, as Linux allows, so code that waits looks again at what it
// waits for. What a wake does is therefore nothing, and that one is missing is not found.
// Sources: futex(2), mmap(2), gettid(2).
// Tested by tests/source/cpp_test.cpp and tests/source/further_library_test.cpp.
#include <algorithm>
#include <string>

#include "graph/diagnostic.hpp"
#include "source/library/clock.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

constexpr std::uint64_t kFutexOnX86 = 202;
constexpr std::uint64_t kFutexElsewhere = 98;
constexpr std::uint64_t kGettidOnX86 = 186;
constexpr std::uint64_t kGettidElsewhere = 178;
/// FUTEX_WAIT, FUTEX_WAKE, FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET, without FUTEX_PRIVATE_FLAG.
constexpr std::uint64_t kWaitsAndWakes[] = {0, 1, 9, 10};
constexpr std::uint64_t kPrivate = 128;

/// The number of the process, and of its first thread.
constexpr std::uint64_t kProcess = 1000;

CallOutcome getpid_(LibraryCall& call) {
  call.result = kProcess;
  return CallOutcome::returned;
}

CallOutcome gettid_(LibraryCall& call) {
  call.machine.tell_apart();
  call.result = kProcess + call.machine.this_thread();
  return CallOutcome::returned;
}

std::uint64_t whole_pages(std::uint64_t bytes) {
  constexpr std::uint64_t kPage = 4096;
  return (bytes + kPage - 1) / kPage * kPage;
}

/// mmap(wanted address, bytes, protection, flags, file, offset), of anonymous memory.
CallOutcome mmap_(LibraryCall& call) {
  constexpr std::uint64_t kFixed = 0x10, kAnonymous = 0x20;
  const std::uint64_t flags = call.machine.number_of(call.argument(3));
  if ((flags & kAnonymous) == 0 || (flags & kFixed) != 0)
    throw InputError({call.interpreter.code().where(call.place()), 0, 0,
                      "saw an mmap of a file or to a fixed address, which is not modelled"});
  const std::uint64_t bytes = call.machine.number_of(call.argument(1));
  call.result = call.machine.allocate_zeroed(whole_pages(bytes), call.place());
  return CallOutcome::returned;
}

/// munmap(address, bytes): all of what a call of mmap returned.
CallOutcome munmap_(LibraryCall& call) {
  const std::uint64_t bytes = call.machine.number_of(call.argument(1));
  const auto mapped = call.machine.block_bytes(call.machine.number_of(call.argument(0)));
  if (mapped != whole_pages(bytes))
    throw InputError({call.interpreter.code().where(call.place()), 0, 0,
                      "saw a munmap of a part, or of what another thread has mapped, which is not "
                      "modelled"});
  call.machine.free(call.argument(0), call.place());
  call.result = 0;
  return CallOutcome::returned;
}

CallOutcome syscall_(LibraryCall& call) {
  const bool is_x86 = call.interpreter.code().unit.triple.starts_with("x86_64");
  const std::uint64_t number = call.machine.number_of(call.argument(0));
  if (number == (is_x86 ? kGettidOnX86 : kGettidElsewhere)) return gettid_(call);
  const bool is_futex = number == (is_x86 ? kFutexOnX86 : kFutexElsewhere);
  const std::uint64_t operation =
      is_futex ? call.machine.number_of(call.argument(2)) & ~kPrivate : UINT64_MAX;
  if (std::ranges::find(kWaitsAndWakes, operation) == std::end(kWaitsAndWakes))
    throw InputError(
        {call.interpreter.code().where(call.place()), 0, 0,
         is_futex ? "saw an operation of futex other than to wait and to wake, which "
                    "is not modelled"
                  : "saw a call of syscall other than futex and gettid, which is not modelled"});
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
    {"getpid", getpid_},
    {"gettid", gettid_},
    {"mmap", mmap_},
    {"mmap64", mmap_},
    {"munmap", munmap_},
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
