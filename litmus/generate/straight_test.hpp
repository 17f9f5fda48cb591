#pragma once
// Litmus tests without loops and branches that matter, as values. Generators make them from
// anything (a cycle, a scenario, a witness); they are printed in the kernel's C or in an
// architecture's assembly.
//
// A value says what is accessed, in the words of the language in which it is printed:
// `kernel_c_test` wants fences such as "smp_wmb", an assembly printer wants instructions such as
// "DMB ISHST". A compilation table turns one into the other, access by access; everything else in
// the value stays the same.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// What an access does to its location.
enum class AccessKind : std::uint8_t {
  read,
  write,
  exchange,  ///< atomically reads, and writes without looking at what was read
};

/// How an access is marked. For a machine, plain and once are the same.
enum class Mark : std::uint8_t {
  plain,       ///< *x
  once,        ///< READ_ONCE, WRITE_ONCE, xchg_relaxed; a machine's ordinary load or store
  acquire,     ///< of reads and exchanges
  acquire_pc,  ///< of reads; a machine's LDAPR, nothing in the kernel's C
  release,     ///< of writes and exchanges
  full,        ///< of exchanges: xchg; a machine's, or C11's, acquire and release together
  seq_cst,     ///< C11's memory_order_seq_cst; nothing elsewhere
};

enum class DependencyKind : std::uint8_t { address, data, control };

/// A dependency on an earlier access of the same thread. It is false: what is computed from the
/// value that was read is always the same.
struct StraightDependency {
  DependencyKind kind = DependencyKind::address;
  std::size_t on = 0;  ///< number of that access in its thread; it reads
  friend bool operator==(const StraightDependency&, const StraightDependency&) = default;
};

/// An access, with what stands between it and the access before it: first the branches of its
/// control dependencies, then its fences.
struct StraightAccess {
  AccessKind kind = AccessKind::read;
  std::size_t location = 0;  ///< number of the location
  Mark mark = Mark::once;
  std::int64_t value = 0;  ///< that is written
  /// What the condition says of the value that is read; empty: nothing. Not empty if a control
  /// dependency starts here, since in C the branch asks for just this value.
  std::optional<std::int64_t> seen{};
  std::vector<std::string> fences{};  ///< before the access, in order: names or instructions
  /// Address and control dependencies of any access, data dependencies of one that writes. Control
  /// holds for every later access of the thread too.
  std::vector<StraightDependency> dependencies{};
  friend bool operator==(const StraightAccess&, const StraightAccess&) = default;
};

/// A location.
struct StraightLocation {
  std::string name{};
  std::int64_t initial = 0;
  /// What the condition says of the final value; empty: nothing.
  std::optional<std::int64_t> final_value{};
  friend bool operator==(const StraightLocation&, const StraightLocation&) = default;
};

/// A straight-line test. Its condition is that some execution shows everything that accesses and
/// locations say of values.
struct StraightTest {
  std::string name{};
  std::vector<StraightLocation> locations{};
  std::vector<std::vector<StraightAccess>> threads{};
  friend bool operator==(const StraightTest&, const StraightTest&) = default;
};

/// What stands above a generated test, between its name and its initial state.
struct TestHead {
  std::string cycle;                 ///< in diy's vocabulary; empty: the test comes from none
  std::vector<std::string> comment;  ///< lines
};

/// The test in the kernel's C, as herd7 and klitmus7 read it: parameters `int *x`, registers r0,
/// r1, … numbered by thread in the order of the accesses that read; what depends on a branch stands
/// within it.
/// Pre: every mark fits its access, and dependencies start at accesses that read.
/// Errors: InputError for a mark that the kernel's C does not have.
LitmusTest kernel_c_test(const StraightTest& test);

/// The test in the C of ISO/IEC 9899:2011, with its own words in place of the kernel's: a location
/// that every access takes atomically is an `atomic_int`, and plain accesses are those of an `int`.
/// Fences are "acquire", "release", "acq_rel" and "seq_cst", orders of an atomic_thread_fence.
/// Pre and errors: as for kernel_c_test.
LitmusTest c11_test(const StraightTest& test);

/// The test in an architecture's assembly, its fences being instructions of that architecture. The
/// value of an access must fit an immediate.
/// Pre: `architecture` is not c.
/// Errors: InputError for an exchange or a mark that the architecture has no single instruction
/// for, more than one dependency of a kind on one access, and more values than registers.
LitmusTest assembly_test(const StraightTest& test, Architecture architecture);

/// `test` as text, with `head` after its first line.
std::string text_with_head(const LitmusTest& test, const TestHead& head);

/// A text that two tests share if and only if they differ at most in names, the order of locations,
/// and the order of threads.
/// Complexity: factorial in the number of threads.
std::string canonical_form(const StraightTest& test);

}  // namespace ringcheck::litmus
