// Sites of std::atomic and its kin: where they are, what they do, and their orders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "source/order_sites.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

/// The sites of `code`: `line:column kind order`.
std::vector<std::string> sites_of(const Code& code) {
  std::vector<std::string> texts;
  for (const OrderSite& site : order_sites(code)) {
    const Place& place = code.place(site.place);
    texts.push_back(fmt::format("{}:{} {} {}", place.line, place.column, name_of(site.kind),
                                site.text(site.parts())));
  }
  return texts;
}

struct SiteRow {
  const char* name;
  const char* line;  ///< the sixth of the program
  std::vector<std::string> sites;
};

class AtomicSitesOf : public ::testing::TestWithParam<SiteRow> {};

TEST_P(AtomicSitesOf, AreWhereTheUserHasThem) {
  const std::string text = std::string("#include <atomic>\n#include <memory>\n") +
                           "struct Pair { int a, b; };\nstd::atomic<int> x; std::atomic<bool> b;"
                           " std::atomic<int*> p; std::atomic<Pair> q; std::atomic_flag f;"
                           " std::atomic<double> d; int n;\n"
                           "int main() {\n" +
                           GetParam().line + "\n}\n";
  EXPECT_EQ(sites_of(*code_of(text, "program.cpp")), GetParam().sites);
}

INSTANTIATE_TEST_SUITE_P(
    Each, AtomicSitesOf,
    ::testing::Values(
        SiteRow{"load", "n = x.load(std::memory_order_acquire);", {"6:7 load acquire"}},
        SiteRow{"load_without_order", "n = x.load();", {"6:7 load seq_cst"}},
        SiteRow{"relaxed_ones_are_none", "x.store(1, std::memory_order_relaxed);", {}},
        SiteRow{"store", "x.store(1, std::memory_order::release);", {"6:3 store release"}},
        SiteRow{"store_to_a_pointer", "p.store(&n);", {"6:3 store seq_cst"}},
        SiteRow{"store_to_a_structure", "q.store({1, 2});", {"6:3 store seq_cst"}},
        SiteRow{"exchange", "b.exchange(true, std::memory_order_acq_rel);", {"6:3 update acq_rel"}},
        SiteRow{"addition", "x.fetch_add(2, std::memory_order_release);", {"6:3 update release"}},
        SiteRow{"addition_of_floating_point_numbers",
                "d.fetch_add(2);",
                {"6:3 compare_exchange seq_cst"}},
        SiteRow{"comparison_with_one_order",
                "x.compare_exchange_weak(n, 3, std::memory_order_acquire);",
                {"6:3 compare_exchange acquire"}},
        SiteRow{"comparison_with_two_orders",
                "p.compare_exchange_strong(*new int*, &n, std::memory_order_release, "
                "std::memory_order_relaxed);",
                {"6:3 compare_exchange release"}},
        SiteRow{"comparison_without_order",
                "x.compare_exchange_strong(n, 3);",
                {"6:3 compare_exchange seq_cst"}},
        SiteRow{"assignment", "x = 1;", {"6:3 store seq_cst"}},
        SiteRow{"conversion", "n = x;", {"6:5 load seq_cst"}},
        SiteRow{"condition", "if (b) n = 1;", {"6:5 load seq_cst"}},
        SiteRow{"increments", "x++; ++x;", {"6:1 update seq_cst", "6:6 update seq_cst"}},
        SiteRow{"sum", "x += 2;", {"6:3 update seq_cst"}},
        SiteRow{"flag",
                "f.test_and_set(std::memory_order_acquire); f.clear();",
                {"6:3 update acquire", "6:46 store seq_cst"}},
        SiteRow{
            "fence", "std::atomic_thread_fence(std::memory_order_release);", {"6:1 fence release"}},
        SiteRow{"fences_of_signals_are_none",
                "std::atomic_signal_fence(std::memory_order_release);",
                {}},
        SiteRow{"function",
                "std::atomic_store_explicit(&x, 1, std::memory_order_release);",
                {"6:1 store release"}},
        SiteRow{"reference", "std::atomic_ref<int>(n).store(1);", {"6:25 store seq_cst"}},
        SiteRow{"order_that_the_program_computes",
                "x.store(1, n ? std::memory_order_release : std::memory_order_relaxed);",
                {"6:3 store release", "6:3 store seq_cst"}},
        SiteRow{"what_else_the_library_makes_of_atomics",
                "std::shared_ptr<int> s = std::make_shared<int>(); s.reset();",
                {}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(AtomicSites, AreThoseOfTheUsersOwnFunctions) {
  const char* text =
      "#include <atomic>\n"
      "template <class T> struct Cell {\n"
      "  std::atomic<T> value;\n"
      "  T get() const { return value.load(std::memory_order_acquire); }\n"
      "};\n"
      "Cell<int> a; Cell<long> b;\n"
      "int main() { return a.get() + (int)b.get(); }\n";
  const auto code = code_of(text, "program.cpp");
  EXPECT_THAT(sites_of(*code), ::testing::ElementsAre("4:32 load acquire"));
  EXPECT_EQ(order_sites(*code)[0].instructions.size(), 2U);
}

TEST(AtomicSites, AreTheSameAfterTheCompilersPasses) {
  const char* text =
      "#include <atomic>\n#include <memory>\n#include <semaphore>\n"
      "std::atomic<int> x; std::counting_semaphore<> s{1}; std::shared_ptr<int> p;\n"
      "int main() {\n"
      "  s.acquire(); auto copy = p;\n"
      "  x.store(1, std::memory_order_release);\n"
      "}\n";
  const auto code = code_of(text, "program.cpp", "O2");
  EXPECT_THAT(sites_of(*code), ::testing::ElementsAre("7:5 store release"));
}

}  // namespace
}  // namespace ringcheck::source::tests
