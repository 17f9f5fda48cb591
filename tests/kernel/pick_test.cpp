// Picking definitions by name, with what they need.
#include "kernel/tree/pick.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kHeader =
    "#ifndef A_H\n#define A_H\n"
    "struct inner { int x; };\n"
    "struct outer { struct inner in; };\n"
    "struct other { int y; };\n"
    "#define LIMIT 3\n"
    "static inline int helper(void) { return LIMIT; }\n"
    "#endif\n";
constexpr const char* kSource =
    "#include \"a.h\"\n"
    "static int table[LIMIT];\n"
    "int f(struct outer *o) { return o->in.x + table[0]; }\n"
    "int g(struct other *o) { return o->y; }\n";

std::string picked(std::vector<std::string_view> functions, std::vector<std::string_view> ours = {},
                   const char* source = kSource) {
  std::vector<std::unique_ptr<CText>> texts;
  texts.push_back(std::make_unique<CText>("a.h", kHeader));
  texts.push_back(std::make_unique<CText>("a.c", source));
  return pick({"unit", {{"a.h"}, {"a.c", std::move(functions)}}, std::move(ours)}, texts);
}

TEST(Pick, takes_what_a_function_needs_and_no_more) {
  const std::string text = picked({"f"});
  for (const char* needed : {"struct inner", "struct outer", "#define LIMIT", "int table", "int f"})
    EXPECT_THAT(text, HasSubstr(needed));
  for (const char* not_needed : {"struct other", "int helper", "int g", "#include", "A_H"})
    EXPECT_THAT(text, Not(HasSubstr(not_needed)));
}

TEST(Pick, says_where_each_item_stands) {
  EXPECT_THAT(picked({"g"}), HasSubstr("#line 4 \"a.c\"\nint g"));
}

TEST(Pick, takes_whole_files) {
  EXPECT_THAT(picked({"*"}), HasSubstr("int g"));
}

TEST(Pick, leaves_out_what_is_ours) {
  EXPECT_THAT(picked({"f"}, {"table"}), Not(HasSubstr("int table")));
}

TEST(Pick, takes_functions_alone_of_a_file_that_says_so) {
  std::vector<std::unique_ptr<CText>> texts;
  texts.push_back(std::make_unique<CText>("a.h", kHeader));
  texts.push_back(std::make_unique<CText>("a.c", kSource));
  const std::string text = pick({"unit", {{"a.h"}, {"a.c", {"f"}, true}}}, texts);
  for (const char* needed : {"struct outer", "int f"}) EXPECT_THAT(text, HasSubstr(needed));
  EXPECT_THAT(text, Not(HasSubstr("int table")));
}

TEST(Pick, refuses_a_function_that_is_not_there) {
  EXPECT_THROW(picked({"missing"}), InputError);
  EXPECT_NO_THROW(picked({"missing?"}));
}

TEST(Pick, keeps_conditions_around_neighbours_together) {
  const std::string text = picked(
      {"h"}, {},
      "#ifndef own\n#define own own\nint own(void);\n#endif\nint h(void) { return own(); }\n");
  EXPECT_THAT(text, HasSubstr("#ifndef own\n#line 2 \"a.c\"\n#define own own\n#line 3"));
}

}  // namespace
}  // namespace ringcheck
