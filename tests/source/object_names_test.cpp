// What locations and values of a witness are called.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct NameCase {
  const char* name;
  const char* text;
  std::vector<std::string> locations;  ///< some of the named ones
  std::vector<std::string> values;
};

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"
    "#define R(x) atomic_load_explicit(&(x), memory_order_relaxed)\n"
    "#define W(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)\n"
    "struct node { atomic_int value; _Atomic(struct node *) next; };\n"
    "static _Atomic(struct node *) head;\n"
    "static void start(void *(*f)(void *), void *p) {\n"
    "  pthread_t t; pthread_create(&t, 0, f, p); }\n";

class NameTest : public ::testing::TestWithParam<NameCase> {};

TEST_P(NameTest, NamesWhatIsShown) {
  const CheckResult result =
      check_program(code_of(std::string(kHead) + GetParam().text), find_model("sc"), {});
  ASSERT_TRUE(result.execution.has_value());
  std::vector<std::string> locations;
  for (const Location& location : result.execution->named.locations)
    locations.push_back(location.name);
  std::vector<std::string> values;
  for (const auto& [value, name] : result.execution->named.value_names) values.push_back(name);
  EXPECT_THAT(locations, ::testing::IsSupersetOf(GetParam().locations));
  EXPECT_THAT(values, ::testing::IsSupersetOf(GetParam().values));
}

INSTANTIATE_TEST_SUITE_P(
    Each, NameTest,
    ::testing::Values(
        NameCase{"block_of_a_thread",
                 "static void *push(void *p) {\n"
                 "  struct node *n = malloc(sizeof *n); W(n->value, 1); W(n->next, R(head));\n"
                 "  W(head, n); return 0; }\n"
                 "int main(void) { start(push, 0); start(push, 0);\n"
                 "  struct node *first = R(head); if (first && R(first->next)) assert(0); }\n",
                 {"head", "node#1.next", "node#2.next"},
                 {"&node#1", "&node#2"}},
        NameCase{"block_from_before_there_are_threads",
                 "static void *use(void *p) { W(((struct node *)p)->value, 1); return 0; }\n"
                 "int main(void) { struct node *n = malloc(sizeof *n); W(n->value, 0);\n"
                 "  start(use, n); assert(R(n->value) == 0); }\n",
                 {"node#1.value"},
                 {}},
        NameCase{"array_on_the_heap",
                 "static void *use(void *p) { W(((atomic_int *)p)[2], 1); return 0; }\n"
                 "int main(void) { atomic_int *slots = calloc(4, sizeof *slots);\n"
                 "  start(use, slots); assert(R(slots[2]) == 0); }\n",
                 {"slots#1[2]"},
                 {}},
        NameCase{"local_variable",
                 "static void *use(void *p) { W(((struct node *)p)->value, 1); return 0; }\n"
                 "int main(void) { struct node queue; W(queue.value, 0);\n"
                 "  start(use, &queue); assert(R(queue.value) == 0); }\n",
                 {"queue.value"},
                 {}},
        NameCase{"local_variables_of_one_name",
                 "static _Atomic(atomic_int *) mine, other;\n"
                 "static void *use(void *p) { atomic_int x; W(x, 7); W(other, &x);\n"
                 "  while (R(x) != 8) {} return 0; }\n"
                 "int main(void) { atomic_int x; W(x, 1); W(mine, &x); start(use, 0);\n"
                 "  atomic_int *found = R(other); if (found) { W(*found, 8); assert(0); } }\n",
                 {"other", "x#2"},
                 {"&x#2"}},
        NameCase{"memory_that_nothing_was_stored_to",
                 "static void *push(void *p) {\n"
                 "  struct node *n = malloc(sizeof *n); W(head, n); return 0; }\n"
                 "int main(void) { start(push, 0);\n"
                 "  struct node *first = R(head); if (first) return R(first->value); }\n",
                 {"node#1.value"},
                 {"nothing stored"}}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
