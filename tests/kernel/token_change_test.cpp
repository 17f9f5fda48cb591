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
      {"if (a < b) return;", {"line 3: if -> rc_unless", "line 3: < -> <="}},
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
