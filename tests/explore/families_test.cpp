// Numbers of executions that follow from a short argument, under every model.
#include "tests/explore/families.hpp"

#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <string>

#include "tests/explore/programs.hpp"
#include "tests/explore/subjects.hpp"

namespace ringcheck {
namespace {

/// Complete executions under each of kModelNames: sc, x86-tso, rc11, armv8, riscv, power, lkmm.
using Counts = std::array<std::uint64_t, kModelNames.size()>;

constexpr Counts everywhere(std::uint64_t n) {
  Counts counts;
  counts.fill(n);
  return counts;
}

struct Row {
  std::string name;
  Program program;
  Counts complete;
  bool has_dead_ends = false;  ///< a thread waits, or a branch is speculated
};

/// The test's name.
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class Families : public ::testing::TestWithParam<Row> {};

TEST_P(Families, HaveAsManyExecutionsAsIsKnown) {
  const Row& row = GetParam();
  for (std::size_t m = 0; m < kModelNames.size(); ++m) {
    SCOPED_TRACE(kModelNames[m]);
    const Found found = explore_all(row.program, kModelNames[m]);
    EXPECT_EQ(found.counts.complete, row.complete[m]);
    EXPECT_TRUE(found.each_once());
    EXPECT_EQ(found.counts.cut + found.counts.faults, 0U);
    if (!row.has_dead_ends) {
      EXPECT_EQ(found.counts.dead, 0U);
    }
  }
}

std::uint64_t factorial(std::uint64_t n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

/// n choose k.
std::uint64_t binomial(std::uint64_t n, std::uint64_t k) {
  return k == 0 ? 1 : binomial(n - 1, k - 1) * n / k;
}

std::uint64_t power(std::uint64_t base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

using Rows = std::vector<Row>;

/// Who holds the lock first, second, … is one of n! orders. Each holder takes over from the one
/// before through an acquire of what that one released, so everything else follows from the order.
Rows locks() {
  Rows rows;
  for (int n = 2; n <= 4; ++n) {
    const std::string threads = "_" + std::to_string(n);
    const Counts orders = everywhere(factorial(static_cast<std::uint64_t>(n)));
    rows.push_back({"cas_lock" + threads, cas_lock(n), orders, true});
    rows.push_back({"spin_lock" + threads, spin_lock(n), orders, true});
    rows.push_back({"ticket_lock" + threads, ticket_lock(n), orders, true});
  }
  return rows;
}

/// n atomic additions to one location are in one of n! orders, which says what each reads.
Rows atomic_additions() {
  Rows rows;
  for (int n = 2; n <= 5; ++n)
    rows.push_back({"fetch_adds_" + std::to_string(n), fetch_adds(n),
                    everywhere(factorial(static_cast<std::uint64_t>(n)))});
  return rows;
}

/// Each of n loads reads 0 or the 1 of the thread before it: 2^n. If program order or a dependency
/// orders each store after its load, not all can read 1; one thread without such an order is enough
/// for that. This also holds if the stored value is the 0 that was loaded: reading it from the
/// thread before is a different execution from reading it from the initial write.
Rows load_buffering_rings() {
  Rows rows;
  for (int n = 2; n <= 5; ++n) {
    const std::string threads = "_" + std::to_string(n);
    const std::uint64_t all = power(2, n);
    const Counts free = {all - 1, all - 1, all - 1, all, all, all, all};
    const auto add = [&](const char* name, Dependent dependent, const Counts& complete) {
      rows.push_back({"lb_" + (name + threads), load_buffering(n, dependent), complete,
                      dependent == Dependent::branch});
    };
    add("independent", Dependent::none, free);
    add("one_masked", Dependent::one_thread, free);
    add("all_masked", Dependent::masked, everywhere(all - 1));
    add("all_branch", Dependent::branch, everywhere(all - 1));
    add("all_value", Dependent::value, everywhere(all - 1));
  }
  return rows;
}

/// Every model is coherent: the r reads of a thread see w writes and the initial one in a sequence
/// that never goes back, one of C(w + r, r). Threads that only read know nothing about each other.
Rows readers_of_one_writer() {
  Rows rows;
  const auto add = [&](int readers, int writes, int reads) {
    const auto w = static_cast<std::uint64_t>(writes);
    const auto r = static_cast<std::uint64_t>(reads);
    rows.push_back({"readers_" + std::to_string(readers) + "_writes_" + std::to_string(writes) +
                        "_reads_" + std::to_string(reads),
                    one_writer(readers, writes, reads),
                    everywhere(power(binomial(w + r, r), readers))});
  };
  for (int readers = 1; readers <= 6; ++readers) add(readers, 1, 1);  // 2^readers
  for (int reads = 2; reads <= 5; ++reads) add(1, 3, reads);          // 10, 20, 35, 56
  add(2, 3, 3);                                                       // 20^2
  add(3, 2, 2);                                                       // 6^3
  return rows;
}

std::string name_of_row(const ::testing::TestParamInfo<Row>& row) {
  return row.param.name;
}

INSTANTIATE_TEST_SUITE_P(Locks, Families, ::testing::ValuesIn(locks()), name_of_row);
INSTANTIATE_TEST_SUITE_P(Additions, Families, ::testing::ValuesIn(atomic_additions()), name_of_row);
INSTANTIATE_TEST_SUITE_P(LoadBuffering, Families, ::testing::ValuesIn(load_buffering_rings()),
                         name_of_row);
INSTANTIATE_TEST_SUITE_P(Readers, Families, ::testing::ValuesIn(readers_of_one_writer()),
                         name_of_row);

/// The ring with two slots, 2 to 5 records and as many polls. Measured by explorations that share
/// no code with this one, and compared with brute-force enumeration up to 4 records. A release
/// followed by an acquire is ordered under sc, and on Armv8 (stlr, ldar). Elsewhere, the reader's
/// store of the tail may be late for its next load of the head: more executions come from that.
struct RingRow {
  std::uint64_t records;
  Counts complete;
};

void PrintTo(const RingRow& row, std::ostream* out) {
  *out << row.records << "_records";
}

class Ring : public ::testing::TestWithParam<RingRow> {};

TEST_P(Ring, HasAsManyExecutionsAsIsKnownAndNoDeadEnd) {
  const Program program = ring(2, GetParam().records);
  for (std::size_t m = 0; m < kModelNames.size(); ++m) {
    SCOPED_TRACE(kModelNames[m]);
    const Found found = explore_all(program, kModelNames[m]);
    EXPECT_EQ(found.sequence.size(), GetParam().complete[m]);
    EXPECT_EQ(found.counts.complete, GetParam().complete[m]);
    EXPECT_EQ(found.counts.dead, 0U);
    EXPECT_TRUE(found.each_once());
  }
}

INSTANTIATE_TEST_SUITE_P(TwoSlots, Ring,
                         ::testing::Values(RingRow{2, {19, 20, 20, 19, 20, 20, 20}},
                                           RingRow{3, {118, 147, 147, 118, 147, 147, 147}},
                                           RingRow{4, {754, 1134, 1134, 754, 1134, 1134, 1134}},
                                           RingRow{5, {4974, 8998, 8998, 4974, 8998, 8998, 8998}}),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace ringcheck
