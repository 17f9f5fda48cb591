// Weaker orders, written into a source.
#include "source/order_patch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "source/compile.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck::source {
namespace {

using ::testing::HasSubstr;

/// A program whose line 5 is `line`.
std::string program_with(const std::string& line) {
  return "#include <stdatomic.h>\n"
         "_Atomic int x;\n"
         "int e;\n"
         "int main(void) {\n" +
         line +
         "\n"
         "  return e;\n"
         "}\n";
}

struct Row {
  const char* name;
  const char* line;
  const char* after;  ///< null: the line is gone; empty: it cannot be changed
};

class OrderPatchOf : public ::testing::TestWithParam<Row> {};

TEST_P(OrderPatchOf, ReplacesTheOrderOfItsSite) {
  const ringcheck::tests::TemporaryFolder folder;
  const std::string file = folder.file("p.c", program_with(GetParam().line));
  const Code code = make_code(compile(file, {}));
  const std::vector<OrderSite> sites = order_sites(code);
  ASSERT_EQ(sites.size(), 1U);
  const OrderPatch patch = order_patch(code, sites, {0});
  if (GetParam().after != nullptr && *GetParam().after == '\0') {
    EXPECT_EQ(patch.text, "");
    EXPECT_EQ(patch.left, std::vector<std::size_t>{0});
    return;
  }
  EXPECT_TRUE(patch.left.empty());
  const std::string added =
      GetParam().after == nullptr ? "" : fmt::format("+{}\n", GetParam().after);
  EXPECT_EQ(patch.text,
            fmt::format("--- a/{0}\n+++ b/{0}\n@@ -2,6 +2,{1} @@\n _Atomic int x;\n int e;\n"
                        " int main(void) {{\n-{2}\n{3}   return e;\n }}\n",
                        file.substr(1), added.empty() ? 5 : 6, GetParam().line, added));
}

INSTANTIATE_TEST_SUITE_P(
    Each, OrderPatchOf,
    ::testing::Values(
        Row{"c11", "  atomic_store_explicit(&x, 1, memory_order_release);",
            "  atomic_store_explicit(&x, 1, memory_order_relaxed);"},
        Row{"builtin", "  __atomic_store_n(&e, 1, __ATOMIC_SEQ_CST);",
            "  __atomic_store_n(&e, 1, __ATOMIC_RELAXED);"},
        Row{"without_order", "  e = atomic_load(&x) + 1;",
            "  e = atomic_load_explicit(&x, memory_order_relaxed) + 1;"},
        Row{"two_orders",
            "  atomic_compare_exchange_weak_explicit(&x, &e, 1, memory_order_acq_rel, "
            "memory_order_acquire);",
            "  atomic_compare_exchange_weak_explicit(&x, &e, 1, memory_order_relaxed, "
            "memory_order_relaxed);"},
        Row{"two_without_order", "  atomic_compare_exchange_strong(&x, &e, 1);",
            "  atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_relaxed, "
            "memory_order_relaxed);"},
        Row{"another_within",
            "  atomic_store_explicit(&x, atomic_load_explicit(&x, memory_order_relaxed), "
            "memory_order_release);",
            "  atomic_store_explicit(&x, atomic_load_explicit(&x, memory_order_relaxed), "
            "memory_order_relaxed);"},
        Row{"fence", "  atomic_thread_fence(memory_order_seq_cst);", nullptr},
        Row{"fence_beside_others", "  if (e) atomic_thread_fence(memory_order_seq_cst);",
            "  if (e) (void)0;"},
        Row{"fence_in_the_compilers_way", "  __atomic_thread_fence(__ATOMIC_RELEASE);", nullptr},
        Row{"comment_beside_an_order",
            "  atomic_store_explicit(&x, 1 /* :) */, memory_order_release /* don't */);",
            "  atomic_store_explicit(&x, 1 /* :) */, memory_order_relaxed /* don't */);"},
        Row{"read_by_name", "  e = x;", ""},
        Row{"older_builtin", "  __sync_fetch_and_add(&e, 1);", ""}, Row{"operator", "  x = 1;", ""},
        Row{"increment", "  x++;", ""}),
    [](const auto& row) { return std::string(row.param.name); });

/// Ways in which people write orders: the program, the plan of its sites, and what the patched
/// program has instead of `before`.
struct WayRow {
  const char* name;
  const char* file;
  const char* text;
  const char* before;
  const char* after;  ///< empty: no site can be changed
};

class OrderPatchOfWay : public ::testing::TestWithParam<WayRow> {};

/// Applies the patch with `patch`, and compiles what it leaves: its sites have the new orders.
TEST_P(OrderPatchOfWay, LeavesAProgramWithTheWantedOrders) {
  const WayRow& row = GetParam();
  const ringcheck::tests::TemporaryFolder folder;
  const std::string file = folder.file(row.file, row.text);
  CompileOptions options;
  if (file.ends_with(".cpp")) options.arguments = {"-std=c++20"};
  const Code code = make_code(compile(file, options));
  const std::vector<OrderSite> sites = order_sites(code);
  ASSERT_FALSE(sites.empty());
  const OrderPatch patch = order_patch(code, sites, OrderPlan(sites.size(), 0));
  if (*row.after == '\0') {
    EXPECT_EQ(patch.text, "");
    EXPECT_EQ(patch.left.size(), sites.size());
    return;
  }
  EXPECT_TRUE(patch.left.empty());
  const std::string diff = folder.file("orders.patch", patch.text);
  const std::string command = fmt::format("patch -s -p1 -d / -i {}", diff);
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::string expected = row.text;
  expected.replace(expected.find(row.before), std::string(row.before).size(), row.after);
  std::ifstream in(file);
  const std::string patched{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(patched, expected);
  EXPECT_TRUE(order_sites(make_code(compile(file, options))).empty());
}

INSTANTIATE_TEST_SUITE_P(
    Each, OrderPatchOfWay,
    ::testing::Values(
        WayRow{"macro_for_the_order", "p.c",
               "#include <stdatomic.h>\n#define ORD memory_order_release\natomic_int x;\n"
               "int main(void) { atomic_store_explicit(&x, 1, ORD); }\n",
               "1, ORD", "1, memory_order_relaxed"},
        WayRow{"macro_for_the_order_of_a_fence", "p.c",
               "#include <stdatomic.h>\n#define ORD memory_order_release\n"
               "int main(void) {\n  atomic_thread_fence(ORD);\n  return 0; }\n",
               "  atomic_thread_fence(ORD);\n  return", "  return"},
        WayRow{"fence_after_a_condition", "p.c",
               "#include <stdatomic.h>\nint e;\n"
               "int main(void) {\n  if (e)\n    atomic_thread_fence(memory_order_release);\n"
               "  return 0; }\n",
               "atomic_thread_fence(memory_order_release)", "(void)0"},
        WayRow{"macro_for_a_builtins_order", "p.c",
               "#define ORD __ATOMIC_ACQUIRE\nint x;\n"
               "int main(void) { return __atomic_load_n(&x, ORD); }\n",
               "&x, ORD", "&x, __ATOMIC_RELAXED"},
        WayRow{"macro_for_one_of_two_orders", "p.c",
               "#include <stdatomic.h>\n#define ORD memory_order_acquire\natomic_int x; int e;\n"
               "int main(void) { atomic_compare_exchange_strong_explicit(&x, &e, 1,\n"
               "    memory_order_acq_rel, ORD); }\n",
               "memory_order_acq_rel, ORD", "memory_order_relaxed, memory_order_relaxed"},
        WayRow{"constant_of_cpp", "p.cpp",
               "constexpr int kPublish = __ATOMIC_RELEASE;\nint x;\n"
               "int main() { __atomic_store_n(&x, 1, kPublish); }\n",
               "1, kPublish", "1, __ATOMIC_RELAXED"},
        WayRow{"macro_for_the_access", "p.c",
               "#include <stdatomic.h>\natomic_int x;\n"
               "#define PUBLISH(v) atomic_store_explicit(&x, v, memory_order_release)\n"
               "int main(void) { PUBLISH(1); }\n",
               "", ""},
        WayRow{"macro_that_sounds_like_a_function", "p.c",
               "#include <stdatomic.h>\natomic_int x;\n"
               "#define atomic_publish(v) atomic_store_explicit(&x, v, memory_order_release)\n"
               "int main(void) { atomic_publish(1); }\n",
               "", ""},
        WayRow{"macro_in_the_place_of_a_function", "p.c",
               "int x;\n#define atomic_load(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)\n"
               "int main(void) { return atomic_load(&x); }\n",
               "", ""},
        WayRow{"macro_with_a_fence_in_it", "p.c",
               "#include <stdatomic.h>\natomic_int x;\n"
               "#define PUBLISH(v) do { atomic_thread_fence(memory_order_release);\\\n"
               "  atomic_store_explicit(&x, v, memory_order_relaxed); } while (0)\n"
               "int main(void) {\n  PUBLISH(1);\n}\n",
               "", ""},
        WayRow{"order_that_is_chosen", "p.c",
               "#include <stdatomic.h>\natomic_int x;\n"
               "static void put(int v, memory_order o) { atomic_store_explicit(&x, v, o); }\n"
               "int main(void) { put(1, memory_order_release); put(2, memory_order_seq_cst); }\n",
               "", ""},
        WayRow{"order_that_is_computed", "p.c",
               "#include <stdatomic.h>\natomic_int x;\n"
               "int main(void) { atomic_store_explicit(&x, 1, 1 ? memory_order_release : 0); }\n",
               "", ""},
        WayRow{"member", "p.cpp",
               "#include <atomic>\nstd::atomic<int> x;\n"
               "int main() { x.store(1, std::memory_order_release); }\n",
               "std::memory_order_release", "std::memory_order_relaxed"},
        WayRow{"member_through_a_pointer", "p.cpp",
               "#include <atomic>\nstruct S { std::atomic<bool> b[2]; } s, *p = &s;\n"
               "int main() { return p->b[1].load(std::memory_order::acquire); }\n",
               "std::memory_order::acquire", "std::memory_order::relaxed"},
        WayRow{"member_with_names_of_std", "p.cpp",
               "#include <atomic>\nusing namespace std; atomic<int> x;\n"
               "int main() { x.exchange(1, memory_order_acq_rel); }\n",
               "memory_order_acq_rel", "memory_order_relaxed"},
        WayRow{"member_without_order", "p.cpp",
               "#include <atomic>\nstd::atomic<int> x;\nint main() { return x.load(); }\n",
               "x.load()", "x.load(std::memory_order_relaxed)"},
        WayRow{"member_with_a_value_alone", "p.cpp",
               "#include <atomic>\nstruct P { int a, b; }; std::atomic<P> x;\n"
               "int main() { x.store({1, 2}); }\n",
               "{1, 2}", "{1, 2}, std::memory_order_relaxed"},
        WayRow{"member_that_compares", "p.cpp",
               "#include <atomic>\nstd::atomic<int> x;\n"
               "int main() { int e = 0; x.compare_exchange_weak(e, 1); }\n",
               "(e, 1", "(e, 1, std::memory_order_relaxed"},
        WayRow{"member_that_compares_with_one_order", "p.cpp",
               "#include <atomic>\nstd::atomic<int> x;\n"
               "int main() { int e = 0; x.compare_exchange_strong(e, 1, "
               "std::memory_order_acq_rel); }\n",
               "acq_rel", "relaxed"},
        WayRow{"member_that_compares_with_two_orders", "p.cpp",
               "#include <atomic>\nstd::atomic<int> x;\n"
               "int main() { int e = 0; x.compare_exchange_strong(e, 1, "
               "std::memory_order_release, std::memory_order_relaxed); }\n",
               "release", "relaxed"},
        WayRow{"sum_of_floating_point_numbers", "p.cpp",
               "#include <atomic>\nstd::atomic<double> x;\nint main() { x.fetch_add(1); }\n",
               "fetch_add(1", "fetch_add(1, std::memory_order_relaxed"},
        WayRow{"constant_for_a_members_order", "p.cpp",
               "#include <atomic>\nconstexpr auto kPublish = std::memory_order_release;\n"
               "std::atomic<int> x;\nint main() { x.store(1, kPublish); }\n",
               "1, kPublish", "1, std::memory_order_relaxed"},
        WayRow{"function_of_std", "p.cpp",
               "#include <atomic>\nstd::atomic<int> x;\nint main() { std::atomic_store(&x, 1); }\n",
               "atomic_store(&x, 1", "atomic_store_explicit(&x, 1, std::memory_order_relaxed"},
        WayRow{"fence_of_std", "p.cpp",
               "#include <atomic>\nint main() {\n"
               "  std::atomic_thread_fence(std::memory_order_seq_cst);\n  return 0; }\n",
               "  std::atomic_thread_fence(std::memory_order_seq_cst);\n  return", "  return"},
        WayRow{"operators", "p.cpp",
               "#include <atomic>\nstd::atomic<int> x;\n"
               "int main() { x = 1; x++; int load = x; return load; }\n",
               "", ""},
        WayRow{"member_in_a_macro", "p.cpp",
               "#include <atomic>\nstd::atomic<int> x;\n"
               "#define PUBLISH(v) x.store(v, std::memory_order_release)\n"
               "int main() { PUBLISH(1); }\n",
               "", ""},
        WayRow{
            "order_of_a_template", "p.cpp",
            "#include <atomic>\nstd::atomic<int> x;\n"
            "template <std::memory_order O> void put() { x.store(1, O); }\n"
            "int main() { put<std::memory_order_release>(); put<std::memory_order_seq_cst>(); }\n",
            "", ""},
        WayRow{"member_of_the_users_own", "p.cpp",
               "#include <atomic>\nstruct Box { std::atomic<int> x; Box& load() { return *this; }\n"
               "  operator int() { return x; } } box;\n"
               "int main() { return box.load().x; }\n",
               "", ""},
        WayRow{"wrapper_with_two_callers", "p.c",
               "#include <stdatomic.h>\natomic_int x;\n"
               "static void put(int v) { atomic_store_explicit(&x, v, memory_order_release); }\n"
               "int main(void) { put(1); put(2); }\n",
               "memory_order_release", "memory_order_relaxed"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(OrderPatch, PutsWhatIsNearIntoOneHunk) {
  const ringcheck::tests::TemporaryFolder folder;
  const std::string one = "  atomic_store_explicit(&x, 1, memory_order_release);\n";
  std::string body = one + "  e = 1;\n" + one;
  for (int n = 0; n < 9; ++n) body += fmt::format("  e = {};\n", n);
  const std::string fence = "  atomic_thread_fence(memory_order_release);\n";
  const std::string file = folder.file("p.c", program_with(body + fence + "  e = 9;\n" + one));
  const Code code = make_code(compile(file, {}));
  const std::vector<OrderSite> sites = order_sites(code);
  ASSERT_EQ(sites.size(), 4U);
  const std::string text = order_patch(code, sites, {0, kReleases, 0, 0}).text;
  EXPECT_THAT(text, HasSubstr("@@ -2,7 +2,7 @@\n"));
  EXPECT_THAT(text, HasSubstr("@@ -14,9 +14,8 @@\n"));
  EXPECT_EQ(text.find("@@", text.find("@@ -14")) + 2, text.find(" -14,"));
}

TEST(OrderPatch, NamesAFileAsItIsFoundFromHere) {
  const ringcheck::tests::TemporaryFolder folder;
  const std::filesystem::path file =
      folder.file("p.c", program_with("  atomic_store_explicit(&x, 1, memory_order_release);"));
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(file.parent_path());
  const Code code = make_code(compile("p.c", {}));
  const std::string text = order_patch(code, order_sites(code), {0}).text;
  std::filesystem::current_path(before);
  EXPECT_THAT(text, ::testing::StartsWith("--- a/p.c\n+++ b/p.c\n"));
}

}  // namespace
}  // namespace ringcheck::source
