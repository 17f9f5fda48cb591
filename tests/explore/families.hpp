#pragma once
// Families of programs whose numbers of executions are known by hand.

#include "explore/program.hpp"

namespace ringcheck {

/// n threads that take a lock with one cmpxchg_acquire, read and write what it protects, and
/// release it. Executions in which the cmpxchg fails are blocked.
Program cas_lock(int n);
/// The same around spin_lock, which waits.
Program spin_lock(int n);
/// The same around a ticket lock: a ticket is drawn, and the thread waits until it is served.
Program ticket_lock(int n);
/// n threads that each add 1 to one location.
Program fetch_adds(int n);

/// How the store of a load-buffering thread depends on its load.
enum class Dependent { none, one_thread, value, masked, branch };
/// n threads in a ring: each loads its location and stores to the next thread's. It stores 1, or,
/// with Dependent::value, what it has loaded.
Program load_buffering(int n, Dependent dependent);

/// A thread that writes one location `writes` times, and `readers` threads that read it `reads`
/// times.
Program one_writer(int readers, int writes, int reads);

/// The ring with one word per record: one writer, one reader, acquire and release on both sides.
/// The writer writes `records` records, and skips those that find the ring full; the reader polls
/// as many times.
Program ring(std::uint64_t slots, std::uint64_t records);

}  // namespace ringcheck
