// Tokens of a function, and what they become.
#include "kernel/mutate/token_change.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringcheck {
namespace {

/// The changes of a function with this body, as text.
std::vector<std::string> changes_of(const std::string& body) {
  const CText file("a.c", "void f(void)\n{\n" + body + "\n}\n");
  std::vector<std::string> texts;
  for (const TokenChange& change : token_changes(file)) texts.push_back(to_text(change));
  return texts;
}

TEST(TokenChanges, AreOfTheUsualKinds) {
  const struct {
    const char* body;
    std::vector<std::string> changes;
  } rows[] = {
      {"if (a < b) return;\ng();",
       {"line 3: if -> rc_unless", "line 3: < -> <=", "line 3: return -> nothing",
        "line 4: g -> rc_nothing"}},
      {"for (;;) { if (a) break; else continue; }\nx = y;",
       {"line 3: if -> rc_unless", "line 3: break -> nothing", "line 3: continue -> nothing",
        "line 4: x = -> nothing"}},
      {"if (a) goto out;\nout: return b;", {"line 3: if -> rc_unless", "line 3: goto -> nothing"}},
      {"while (a >= b && !c) ;", {"line 3: >= -> >", "line 3: && -> ||", "line 3: ! -> nothing"}},
      {"smp_wmb();", {"line 3: smp_wmb -> rc_nothing"}},
      {"x = READ_ONCE(p->y);", {"line 3: x = -> nothing", "line 3: READ_ONCE -> rc_plain_read"}},
      {"p->x = y + 1;", {"line 3: p->x = -> nothing", "line 3: + -> -", "line 3: 1 -> 2"}},
      {"a = b = 0UL;", {"line 3: a = -> nothing", "line 3: 0UL -> 1UL"}},
      {"int x = -1;", {"line 3: - -> nothing", "line 3: 1 -> 2"}},
      {"struct s *p = q->r;", {}},
      {"nest++;", {"line 3: ++ -> --"}},
      {"x &= ~mask;", {"line 3: &= -> =", "line 3: ~ -> nothing"}},
      {"local_inc(&rb->lost);",
       {"line 3: local_inc -> local_dec", "line 3: local_inc -> rc_nothing"}},
      {"return f(&x);", {}},
      {"/* a < b */ g(\"<\", 0x10);", {"line 3: g -> rc_nothing"}},
  };
  for (const auto& row : rows)
    EXPECT_THAT(changes_of(row.body), ::testing::ElementsAreArray(row.changes)) << row.body;
}

TEST(TokenChanges, AreInMacrosAndStructuresToo) {
  const struct {
    const char* text;
    std::vector<std::string> changes;
  } rows[] = {
      {"#define SIZE 24\n", {"line 1: 24 -> 25"}},
      {"#define FLAG(x) \\\n\t((x) & ~1)\n",
       {"line 2: & -> |", "line 2: ~ -> nothing", "line 2: 1 -> 2"}},
      {"#define EMPTY\n", {}},
      {"struct s { u64 a; unsigned long b; };\n",
       {"line 1: u64 -> u32", "line 1: unsigned -> signed", "line 1: long -> int"}},
      {"struct s f(u64 a);\nu64 g;\n", {}},
  };
  for (const auto& row : rows) {
    const CText file("a.c", row.text);
    std::vector<std::string> texts;
    for (const TokenChange& change : token_changes(file)) texts.push_back(to_text(change));
    EXPECT_THAT(texts, ::testing::ElementsAreArray(row.changes)) << row.text;
  }
}

TEST(TokenChanges, TellsThoseOfAKindApart) {
  const CText file("a.c", "int g;\nvoid f(void) { barrier();\nbarrier(); }\n");
  const std::vector<TokenChange> changes = token_changes(file);
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].nth, 1U);
  EXPECT_EQ(changes[1].nth, 2U);
  EXPECT_EQ(changed_text(file, changes[1]), "int g;\nvoid f(void) { barrier();\nrc_nothing(); }\n");
}

TEST(TokenChanges, TakeAStoreAway) {
  const CText file("a.c", "void f(void) { p->x = 3; q(); }\n");
  EXPECT_EQ(changed_text(file, token_changes(file).front()), "void f(void) { ; q(); }\n");
}

}  // namespace
}  // namespace ringcheck
