// Weaker orders, written into a source.
#include "source/order_patch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

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
        Row{"operator", "  x = 1;", ""}, Row{"increment", "  x++;", ""}),
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
