// Structures that are copied as a whole, where parts of them have no value: a copy is no use of
// them, and what uses them later is an error.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct CopyCase {
  const char* name;
  const char* file;
  const char* text;
  const char* error;  ///< the kind of the error; empty: the program holds
};

constexpr const char* kHead =
    "#include <assert.h>\n#include <stdlib.h>\n"
    "struct tag {};\n"
    "struct padded { long a; char b; };\n"
    "struct option { int value; int has; };\n"
    "struct result { long value; int ok; };\n"
    "struct bits { unsigned low : 3, high : 5; };\n";

class CopyTest : public ::testing::TestWithParam<CopyCase> {};

TEST_P(CopyTest, IsNoUse) {
  const CheckResult result =
      check(std::string(kHead) + GetParam().text, "rc11", {}, GetParam().file);
  const std::string found = result.error ? std::string(name_of(result.error->kind)) : "";
  EXPECT_EQ(found, GetParam().error)
      << (result.error ? result.error->where + ": " + result.error->what : "");
}

INSTANTIATE_TEST_SUITE_P(
    Each, CopyTest,
    ::testing::Values(
        CopyCase{"padding_that_fills_a_register", "p.cpp",
                 "struct alignas(16) wide { int x; };\n"
                 "static int of(wide w) { return w.x; }\n"
                 "int main() { wide w; w.x = 4; auto f = [w] { return of(w); };\n"
                 "  assert(f() == 4 && of(w) == 4); }\n",
                 ""},
        CopyCase{"member_without_bytes", "p.cpp",
                 "struct request { long id; tag t; };\n"
                 "static long of(request r) { return r.id; }\n"
                 "template <class F> long call(F f) { return f(); }\n"
                 "int main() { request r; r.id = 3; assert(call([r, t = tag{}] { return of(r); })"
                 " == 3); }\n",
                 ""},
        CopyCase{"padding_within_a_closure", "p.cpp",
                 "template <class F> int call(F f) { return f(); }\n"
                 "template <class F> int again(F f) { return call([&x = f, g = f] { return g()"
                 " + x(); }); }\n"
                 "int main() { int n = 3; int *p = &n;\n"
                 "  assert(again([n, p] { return n + *p; }) == 12); }\n",
                 ""},
        CopyCase{"made_in_place", "p.cpp",
                 "struct made { long id; char kind; long rest; made(long i) : id(i) {} };\n"
                 "struct two { long id; char kind; two(long i) : id(i) {} };\n"
                 "static long of(made m, two t) { return m.id + t.id; }\n"
                 "int main() { assert(of(made(1), two(2)) == 3); }\n",
                 ""},
        CopyCase{"value_that_is_not_there_yet", "p.c",
                 "static struct option none(int a) { struct option o; if (a) o.has = 0;\n"
                 "  else { o.value = 5; o.has = 1; } return o; }\n"
                 "int main(void) { struct option *kept = malloc(sizeof *kept);\n"
                 "  *kept = none(1); struct option o = *kept; assert(o.has == 0); }\n",
                 ""},
        CopyCase{"use_of_a_copied_value", "p.c",
                 "static struct result none(void) { struct result r; r.ok = 0; return r; }\n"
                 "int main(void) { struct result *kept = malloc(sizeof *kept);\n"
                 "  *kept = none(); struct result r = *kept; if (r.value) return 1; }\n",
                 "uninitialized"},
        CopyCase{"arithmetic_on_a_copied_value", "p.c",
                 "static int of(struct result r) { return r.value * 2.5 > 1; }\n"
                 "int main(void) { struct result *r = malloc(sizeof *r); r->ok = 1;\n"
                 "  if (of(*r)) return 1; }\n",
                 "uninitialized"},
        CopyCase{"read_of_one_member", "p.c",
                 "int kept;\n"
                 "int main(void) { struct option *o = malloc(sizeof *o); o->has = 1;\n"
                 "  kept = o->value; }\n",
                 "uninitialized"},
        CopyCase{"bit_fields_on_the_heap", "p.c",
                 "int main(void) { struct bits *b = malloc(sizeof *b); b->low = 5; b->high = 9;\n"
                 "  assert(b->low == 5 && b->high == 9); }\n",
                 ""},
        CopyCase{"bit_field_without_a_value", "p.c",
                 "int main(void) { struct bits *b = malloc(sizeof *b); if (b->high) return 1; }\n",
                 "uninitialized"},
        CopyCase{"mask_of_no_value", "p.c", "int main(void) { int x; if (x & 4) return 1; }\n",
                 "uninitialized"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
