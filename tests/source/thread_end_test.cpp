// What runs when a thread or the program ends, and what is gone then.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct EndCase {
  const char* name;
  const char* kind;  ///< of the error; empty: the program holds
  const char* body;  ///< a function t that thread a runs, and what main does
  bool termination = false;
};

class ThreadEndTest : public ::testing::TestWithParam<EndCase> {};

TEST_P(ThreadEndTest, DoesWhatItHasTo) {
  const EndCase& c = GetParam();
  CheckOptions options;
  options.termination = c.termination;
  const std::string text =
      std::string(
          "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
          "#include <stdlib.h>\n#include <threads.h>\n#include <unistd.h>\n"
          "pthread_t a, b; pthread_key_t k; int n; atomic_int go; int *_Atomic shown;\n"
          "_Thread_local int own; void set(void *p) { *(int *)p = 1; } void fail(void) { abort(); "
          "}\n"
          "void *spin(void *p) { while (!go) ; return 0; }\n") +
      c.body;
  for (const char* model : {"sc", "rc11", "armv8"}) {
    const CheckResult result = check(text, model, options);
    EXPECT_EQ(result.error ? name_of(result.error->kind) : "", c.kind) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Exit, ThreadEndTest,
    ::testing::Values(
        EndCase{"ends_the_program", "",
                "void *t(void *p) { exit(0); }\n"
                "int main(void) { pthread_create(&a, 0, t, 0); pthread_join(a, 0); abort(); }\n"},
        EndCase{"is_no_deadlock", "",
                "void *t(void *p) { exit(0); }\n"
                "int main(void) { pthread_create(&a, 0, t, 0); pthread_create(&b, 0, spin, 0);\n"
                " pthread_join(b, 0); return 0; }\n",
                true},
        EndCase{"of_the_first_thread_is_no_deadlock", "",
                "int main(void) { pthread_create(&b, 0, spin, 0); exit(0); }\n", true},
        EndCase{"may_come_after_what_others_do", "assertion",
                "void *t(void *p) { if (go) exit(0); return 0; }\n"
                "int main(void) { pthread_create(&a, 0, t, 0); go = 1; abort(); }\n"},
        EndCase{
            "runs_what_was_put_off", "assertion",
            "void *t(void *p) { exit(0); }\n"
            "int main(void) { atexit(fail); pthread_create(&a, 0, t, 0); pthread_join(a, 0); }\n"},
        EndCase{"of_the_first_thread_runs_what_was_put_off", "assertion",
                "int main(void) { atexit(fail); exit(0); }\n"},
        EndCase{"at_once_runs_nothing", "", "int main(void) { atexit(fail); _exit(0); }\n"},
        EndCase{"runs_destructors_of_the_program_last", "",
                "__attribute__((destructor)) void last(void) { assert(n == 1); }\n"
                "void count(void) { n++; } int main(void) { atexit(count); return 0; }\n"},
        EndCase{"runs_destructors_of_the_program", "assertion",
                "__attribute__((destructor)) void last(void) { abort(); }\n"
                "int main(void) { return 0; }\n"}),
    [](const auto& test) { return std::string(test.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Keys, ThreadEndTest,
    ::testing::Values(
        EndCase{"have_destructors", "",
                "void *t(void *p) { pthread_setspecific(k, &n); return 0; }\n"
                "int main(void) { pthread_key_create(&k, set); pthread_create(&a, 0, t, 0);\n"
                " pthread_join(a, 0); assert(n == 1); return 0; }\n"},
        EndCase{"of_the_first_thread_are_kept", "",
                "int main(void) { pthread_key_create(&k, set); pthread_setspecific(k, &n);\n"
                " atexit(fail); _exit(n); }\n"},
        EndCase{"may_be_freed", "allocation",
                "void *t(void *p) { void *q = malloc(4); pthread_setspecific(k, q); free(q);\n"
                " return 0; }\n"
                "int main(void) { pthread_key_create(&k, free); pthread_create(&a, 0, t, 0);\n"
                " pthread_join(a, 0); return 0; }\n"},
        EndCase{"of_the_C_library", "",
                "int t(void *p) { tss_set(k, &n); return 0; } thrd_t c;\n"
                "int main(void) { tss_create(&k, set); thrd_create(&c, t, 0); thrd_join(c, 0);\n"
                " assert(n == 1); return 0; }\n"},
        EndCase{"without_a_value_have_none_to_destroy", "",
                "void *t(void *p) { pthread_setspecific(k, 0); return 0; }\n"
                "int main(void) { pthread_key_create(&k, set); pthread_create(&a, 0, t, 0);\n"
                " pthread_join(a, 0); return 0; }\n"}),
    [](const auto& test) { return std::string(test.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Variables, ThreadEndTest,
    ::testing::Values(
        EndCase{"of_a_thread_that_may_have_ended", "freed",
                "void *t(void *p) { shown = &own; return 0; }\n"
                "int main(void) { pthread_create(&a, 0, t, 0); if (shown) n = *shown;\n"
                " pthread_join(a, 0); return 0; }\n"},
        EndCase{"of_a_thread_that_has_ended", "freed",
                "void *t(void *p) { shown = &own; return 0; }\n"
                "int main(void) { pthread_create(&a, 0, t, 0); pthread_join(a, 0);\n"
                " return *shown; }\n"},
        EndCase{"of_a_thread_that_waits", "",
                "void *t(void *p) { shown = &own; spin(0); return 0; }\n"
                "int main(void) { pthread_create(&a, 0, t, 0); if (shown) n = *shown; go = 1;\n"
                " pthread_join(a, 0); return 0; }\n"},
        EndCase{"of_the_first_function_are_there_to_the_end", "",
                "void *t(void *p) { *(int *)p = 1; return 0; }\n"
                "int main(void) { int v; pthread_create(&a, 0, t, &v); pthread_detach(a); }\n"},
        EndCase{"of_the_first_function_go_with_its_thread", "freed",
                "void *t(void *p) { *(int *)p = 1; return 0; }\n"
                "int main(void) { int v; pthread_create(&a, 0, t, &v); pthread_exit(0); }\n"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
