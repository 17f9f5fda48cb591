// More calls of the thread libraries, for memory, and for the end of a program: for each, a program
// that holds with it, and fails when it is left out or does less.
#include "tests/source/library_case.hpp"

namespace ringcheck::source::tests {
namespace {

class FurtherLibraryTest : public LibraryTest {};

TEST_P(FurtherLibraryTest, MattersToTheVerdict) {
  expect_that_it_matters();
}

INSTANTIATE_TEST_SUITE_P(
    Locks, FurtherLibraryTest,
    ::testing::Values(
        LibraryCase{"pthread_mutex_timedlock_is_no_deadlock",
                    "pthread_mutex_t m, n; struct timespec t;\n"
                    "void *f(void *p) { pthread_mutex_lock(&m);"
                    " if (pthread_mutex_timedlock(&n, &t) == 0) pthread_mutex_unlock(&n);"
                    " pthread_mutex_unlock(&m); return 0; }\n"
                    "void *g(void *p) { pthread_mutex_lock(&n); pthread_mutex_lock(&m);"
                    " pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return 0; }\n",
                    "#define pthread_mutex_timedlock(m, t) pthread_mutex_lock(m)\n", true},
        LibraryCase{"pthread_mutex_timedlock",
                    "int x; pthread_mutex_t m; struct timespec t;\n"
                    "void *f(void *p) { if (pthread_mutex_timedlock(&m, &t) == 0) { x++;"
                    " pthread_mutex_unlock(&m); } return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define pthread_mutex_timedlock(m, t) 0\n#define pthread_mutex_unlock(m) 0\n"},
        LibraryCase{"pthread_mutex_init",
                    "pthread_mutex_t *m; void init(void) { m = malloc(sizeof *m);"
                    " pthread_mutex_init(m, 0); }\n"
                    "void *f(void *p) { pthread_mutex_lock(m); pthread_mutex_unlock(m); return 0;"
                    " }\nvoid *g(void *p) { return f(p); }\nvoid end(void) { free(m); }\n",
                    "#define pthread_mutex_init(m, a) 0\n"},
        LibraryCase{"pthread_mutexattr_settype",
                    "pthread_mutex_t m; void init(void) { pthread_mutexattr_t a;"
                    " pthread_mutexattr_init(&a);"
                    " pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);"
                    " pthread_mutex_init(&m, &a); pthread_mutexattr_destroy(&a); }\n"
                    "void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&m);"
                    " pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define pthread_mutexattr_settype(a, t) 0\n", true},
        LibraryCase{"pthread_spin_init",
                    "pthread_spinlock_t *m; void init(void) { m = malloc(sizeof *m);"
                    " pthread_spin_init(m, 0); }\n"
                    "void *f(void *p) { pthread_spin_lock(m); pthread_spin_unlock(m); return 0; }\n"
                    "void *g(void *p) { return f(p); }\nvoid end(void) { free((void *)m); }\n",
                    "#define pthread_spin_init(m, n) 0\n"},
        LibraryCase{"pthread_spin_trylock",
                    "int x; pthread_spinlock_t m; void init(void) { pthread_spin_init(&m, 0); }\n"
                    "void *f(void *p) { if (pthread_spin_trylock(&m) == 0) { x++;"
                    " pthread_spin_unlock(&m); } return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define pthread_spin_trylock(m) 0\n#define pthread_spin_unlock(m) 0\n"},
        LibraryCase{"pthread_rwlock_init",
                    "pthread_rwlock_t *m; void init(void) { m = malloc(sizeof *m);"
                    " pthread_rwlock_init(m, 0); }\n"
                    "void *f(void *p) { pthread_rwlock_rdlock(m); pthread_rwlock_unlock(m);"
                    " return 0; }\nvoid *g(void *p) { return f(p); }\n"
                    "void end(void) { free(m); }\n",
                    "#define pthread_rwlock_init(m, a) 0\n"},
        LibraryCase{"pthread_rwlock_trywrlock",
                    "int x; pthread_rwlock_t m;\n"
                    "void *f(void *p) { if (pthread_rwlock_trywrlock(&m) == 0) { x++;"
                    " pthread_rwlock_unlock(&m); } return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define pthread_rwlock_trywrlock pthread_rwlock_tryrdlock\n"},
        LibraryCase{"pthread_rwlock_tryrdlock",
                    "int x; pthread_rwlock_t m;\n"
                    "void *f(void *p) { pthread_rwlock_wrlock(&m); x++; pthread_rwlock_unlock(&m);"
                    " return 0; }\n"
                    "void *g(void *p) { int y = 0; if (pthread_rwlock_tryrdlock(&m) == 0) { y = x;"
                    " pthread_rwlock_unlock(&m); } return (void *)(long)y; }\n",
                    "#define pthread_rwlock_tryrdlock(m) 0\n"
                    "#define pthread_rwlock_unlock(m) 0\n"},
        LibraryCase{
            "pthread_cond_init",
            "int x; pthread_mutex_t m; pthread_cond_t *c;\n"
            "void init(void) { c = malloc(sizeof *c); pthread_cond_init(c, 0); }\n"
            "void *f(void *p) { pthread_mutex_lock(&m); x = 1; pthread_cond_signal(c);"
            " pthread_mutex_unlock(&m); return 0; }\n"
            "void *g(void *p) { pthread_mutex_lock(&m); while (!x) pthread_cond_wait(c, &m);"
            " pthread_mutex_unlock(&m); return 0; }\nvoid end(void) { free(c); }\n",
            "#define pthread_cond_init(c, a) 0\n"},
        LibraryCase{"pthread_cond_timedwait",
                    "int x; pthread_mutex_t m; pthread_cond_t c; struct timespec t;\n"
                    "void *f(void *p) { pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c);"
                    " pthread_mutex_unlock(&m); return 0; }\n"
                    "void *g(void *p) { pthread_mutex_lock(&m);"
                    " if (!x && pthread_cond_timedwait(&c, &m, &t) == 0) assert(x == 1);"
                    " pthread_mutex_unlock(&m); return 0; }\n",
                    "#define pthread_cond_timedwait(c, m, t) 0\n"},
        LibraryCase{"mtx_trylock",
                    "int x; mtx_t m; void init(void) { mtx_init(&m, mtx_plain); }\n"
                    "void *f(void *p) { if (mtx_trylock(&m) == thrd_success) { x++;"
                    " mtx_unlock(&m); } return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define mtx_trylock(m) thrd_success\n#define mtx_unlock(m) 0\n"},
        LibraryCase{"mtx_timedlock",
                    "int x; mtx_t m; struct timespec t;"
                    " void init(void) { mtx_init(&m, mtx_timed); }\n"
                    "void *f(void *p) { if (mtx_timedlock(&m, &t) == thrd_success) { x++;"
                    " mtx_unlock(&m); } return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define mtx_timedlock(m, t) thrd_success\n#define mtx_unlock(m) 0\n"},
        LibraryCase{"mtx_init",
                    "mtx_t m; void init(void) { mtx_init(&m, mtx_plain | mtx_recursive); }\n"
                    "void *f(void *p) { mtx_lock(&m); mtx_lock(&m); mtx_unlock(&m);"
                    " mtx_unlock(&m); return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define mtx_init(m, t) 0\n", true},
        LibraryCase{"cnd_broadcast",
                    "int x; mtx_t m; cnd_t c;"
                    " void init(void) { mtx_init(&m, mtx_plain); cnd_init(&c); }\n"
                    "void *f(void *p) { mtx_lock(&m); x = 1; cnd_broadcast(&c); mtx_unlock(&m);"
                    " return 0; }\n"
                    "void *g(void *p) { mtx_lock(&m); while (!x) cnd_wait(&c, &m); mtx_unlock(&m);"
                    " return 0; }\n",
                    "#define cnd_broadcast(c) 0\n", true},
        LibraryCase{"cnd_timedwait",
                    "int x; mtx_t m; cnd_t c; struct timespec t;"
                    " void init(void) { mtx_init(&m, mtx_plain); cnd_init(&c); }\n"
                    "void *f(void *p) { mtx_lock(&m); x = 1; cnd_signal(&c); mtx_unlock(&m);"
                    " return 0; }\n"
                    "void *g(void *p) { mtx_lock(&m);"
                    " if (!x && cnd_timedwait(&c, &m, &t) == thrd_success) assert(x == 1);"
                    " mtx_unlock(&m); return 0; }\n",
                    "#define cnd_timedwait(c, m, t) thrd_success\n"}),
    [](const auto& c) { return std::string(c.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Threads, FurtherLibraryTest,
    ::testing::Values(
        LibraryCase{"thrd_exit",
                    "int f(void *p) { thrd_exit(5); abort(); }\n"
                    "int main(void) { thrd_t a; int r = 0; thrd_create(&a, f, 0);"
                    " thrd_join(a, &r); assert(r == 5); return 0; }\n",
                    "#define thrd_exit(r) (void)0\n"},
        LibraryCase{"thrd_current",
                    "_Atomic(thrd_t) x;\n"
                    "void *f(void *p) { x = thrd_current(); return 0; }\n"
                    "void *g(void *p) { assert(!thrd_equal(x, thrd_current())); return 0; }\n",
                    "#define thrd_current() 0\n"},
        LibraryCase{"thrd_equal",
                    "void *f(void *p) { assert(thrd_equal(thrd_current(), thrd_current()));"
                    " return 0; }\nvoid *g(void *p) { return 0; }\n",
                    "#define thrd_equal(a, b) 0\n"},
        LibraryCase{"pthread_equal",
                    "void *f(void *p) { assert(pthread_equal(pthread_self(), pthread_self()));"
                    " return 0; }\nvoid *g(void *p) { return 0; }\n",
                    "#define pthread_equal(a, b) 0\n"},
        LibraryCase{"tss_get",
                    "tss_t k; void init(void) { tss_create(&k, 0); }\n"
                    "void *f(void *p) { tss_set(k, &k); assert(tss_get(k) == &k); return 0; }\n"
                    "void *g(void *p) { assert(tss_get(k) == 0); return 0; }\n",
                    "#define tss_set(k, p) 0\n"},
        LibraryCase{"pthread_key_create",
                    "pthread_key_t k, l; void init(void) { pthread_key_create(&k, 0);"
                    " pthread_key_create(&l, 0); }\n"
                    "void *f(void *p) { pthread_setspecific(k, &k); pthread_setspecific(l, &l);"
                    " assert(pthread_getspecific(k) == &k); return 0; }\n"
                    "void *g(void *p) { return 0; }\n",
                    "#define pthread_key_create(k, d) 0\n"}),
    [](const auto& c) { return std::string(c.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Memory, FurtherLibraryTest,
    ::testing::Values(
        LibraryCase{"memcpy",
                    "int x[2] = {1, 2}, y[2]; void *f(void *p) { memcpy(y, x, sizeof y);"
                    " assert(y[1] == 2); return 0; }\nvoid *g(void *p) { return 0; }\n",
                    "#define memcpy(a, b, n) 0\n"},
        LibraryCase{"memmove",
                    "int x[3] = {1, 2, 3}; void *f(void *p) { memmove(x + 1, x, 2 * sizeof *x);"
                    " assert(x[1] == 1 && x[2] == 2); return 0; }\n"
                    "void *g(void *p) { return 0; }\n",
                    "#define memmove(a, b, n) 0\n"},
        LibraryCase{"memset",
                    "int x[2] = {1, 2}; void *f(void *p) { memset(x, 0, sizeof x);"
                    " assert(x[0] + x[1] == 0); return 0; }\nvoid *g(void *p) { return 0; }\n",
                    "#define memset(a, c, n) 0\n"},
        LibraryCase{"memcmp",
                    "int x[2] = {1, 2}, y[2] = {1, 3};"
                    " void *f(void *p) { assert(memcmp(x, y, sizeof x) < 0); return 0; }\n"
                    "void *g(void *p) { return 0; }\n",
                    "#define memcmp(a, b, n) 0\n"},
        LibraryCase{"strlen",
                    "char x[4]; void *f(void *p) { x[0] = 'a'; x[1] = 'b';"
                    " assert(strlen(x) == 2); return 0; }\nvoid *g(void *p) { return 0; }\n",
                    "#define strlen(s) sizeof(s)\n"},
        LibraryCase{"strcmp",
                    "char x[] = \"ab\", y[] = \"ac\";"
                    " void *f(void *p) { assert(strcmp(x, y) < 0); return 0; }\n"
                    "void *g(void *p) { return 0; }\n",
                    "#define strcmp(a, b) 0\n"},
        LibraryCase{"strncmp",
                    "char x[] = \"ab\", y[] = \"ac\"; void *f(void *p) {"
                    " assert(strncmp(x, y, 1) == 0 && strncmp(x, y, 2) < 0); return 0; }\n"
                    "void *g(void *p) { return 0; }\n",
                    "#define strncmp(a, b, n) strcmp(a, b)\n"},
        LibraryCase{"aligned_alloc",
                    "void *f(void *p) { int *q = aligned_alloc(64, 64);"
                    " assert((unsigned long)q % 64 == 0); *q = 1; free(q); return 0; }\n"
                    "void *g(void *p) { return 0; }\n",
                    "#define aligned_alloc(a, n) ((void *)0)\n"},
        LibraryCase{
            "posix_memalign",
            "void *f(void *p) { void *q; posix_memalign(&q, 64, 64); *(int *)q = 1; free(q);"
            " return 0; }\nvoid *g(void *p) { return 0; }\n",
            "#define posix_memalign(q, a, n) 0\n"}),
    [](const auto& c) { return std::string(c.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Semaphores, FurtherLibraryTest,
    ::testing::Values(
        LibraryCase{"sem_wait",
                    "int x; sem_t s; void init(void) { sem_init(&s, 0, 1); }\n"
                    "void *f(void *p) { sem_wait(&s); x++; sem_post(&s); return 0; }\n"
                    "void *g(void *p) { return f(p); }\nvoid end(void) { assert(x == 2); }\n",
                    "#define sem_wait(s) 0\n"},
        LibraryCase{"sem_post",
                    "sem_t s;\nvoid *f(void *p) { sem_wait(&s); return 0; }\n"
                    "void *g(void *p) { sem_post(&s); return 0; }\n",
                    "#define sem_post(s) 0\n", true},
        LibraryCase{"sem_trywait",
                    "int x; sem_t s; void init(void) { sem_init(&s, 0, 1); }\n"
                    "void *f(void *p) { if (sem_trywait(&s) == 0) x++; return 0; }\n"
                    "void *g(void *p) { return f(p); }\nvoid end(void) { assert(x == 1); }\n",
                    "#define sem_trywait(s) 0\n"}),
    [](const auto& c) { return std::string(c.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Assembly, FurtherLibraryTest,
    ::testing::Values(LibraryCase{
        "locked_addition_of_nothing",
        "#ifndef FENCE\n#define FENCE __asm__ volatile(\"lock; addl $0,0(%%rsp)\")\n#endif\n"
        "atomic_int x, y; int a, b;\n"
        "#define LOAD(v) atomic_load_explicit(&v, memory_order_relaxed)\n"
        "#define STORE(v) atomic_store_explicit(&v, 1, memory_order_relaxed)\n"
        "void *f(void *p) { STORE(x); FENCE; a = LOAD(y); __asm__(\"rep; nop\"); return 0; }\n"
        "void *g(void *p) { STORE(y); FENCE; b = LOAD(x); __asm__(\"pause\"); return 0; }\n"
        "void end(void) { assert(a + b > 0); }\n",
        "#define FENCE\n"}),
    [](const auto& c) { return std::string(c.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Text, FurtherLibraryTest,
    ::testing::Values(LibraryCase{"strcpy",
                                  "char a[4]; int main(void) { strcpy(a, \"ab\");"
                                  " assert(!strcmp(a, \"ab\")); return 0; }\n",
                                  "#define strcpy(a, b) 0\n"},
                      LibraryCase{"strncpy",
                                  "char a[4] = \"xyz\"; int main(void) { strncpy(a, \"ab\", 3);"
                                  " assert(a[1] == 'b' && !a[2]); return 0; }\n",
                                  "#define strncpy(a, b, n) strcpy(a, \"xyz\")\n"},
                      LibraryCase{"strchr",
                                  "char a[] = \"ab\"; int main(void) { char *b = strchr(a, 'b');"
                                  " assert(b == a + 1 && !strchr(a, 'c')); return 0; }\n",
                                  "#define strchr(a, b) a\n"},
                      LibraryCase{
                          "abs",
                          "int n = -3; long m = -4; int main(void) {"
                          " assert(abs(n) == 3 && labs(m) == 4 && abs(7) == 7); return 0; }\n",
                          "#define abs(n) n\n"},
                      LibraryCase{"main_with_arguments",
                                  "#ifndef COUNT\n#define COUNT argc\n#endif\n"
                                  "int main(int argc, char **argv) {"
                                  " assert(COUNT == 1 && !*argv[0] && !argv[1]); return 0; }\n",
                                  "#define COUNT 0\n"}),
    [](const auto& c) { return std::string(c.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Ends, FurtherLibraryTest,
    ::testing::Values(
        LibraryCase{"exit",
                    "void *f(void *p) { return 0; }\nvoid *g(void *p) { return 0; }\n"
                    "void end(void) { exit(0); abort(); }\n",
                    "#define exit(n) (void)0\n"},
        LibraryCase{"atexit",
                    "int x; void last(void) { assert(x == 1); }\n"
                    "void *f(void *p) { x = 1; return 0; }\nvoid *g(void *p) { return 0; }\n"
                    "void init(void) { atexit(last); }\n",
                    "#define atexit(f) f()\n"},
        LibraryCase{"VERIFIER_assume",
                    "void __VERIFIER_assume(int);\natomic_int x;\n"
                    "void *f(void *p) { x = 1; return 0; }\n"
                    "void *g(void *p) { int v = x; __VERIFIER_assume(v == 1); assert(v == 1);"
                    " return 0; }\n",
                    "#define __VERIFIER_assume(c) g0(c)\nvoid g0(int c) {}\n"}),
    [](const auto& c) { return std::string(c.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Texts, FurtherLibraryTest,
    ::testing::Values(
        LibraryCase{
            "realloc",
            "int *kept; atomic_int ready;\n"
            "void *f(void *p) { int *q = malloc(4); q[0] = 7; q = realloc(q, 8); q[1] = 8;\n"
            "  kept = q; ready = 1; return 0; }\n"
            "void *g(void *p) { if (ready) assert(kept[0] == 7 && kept[1] == 8); return 0;"
            " }\nvoid end(void) { free(kept); }\n",
            "#define realloc(p, n) malloc(n)\n"},
        LibraryCase{"realloc_frees",
                    "void *f(void *p) { return 0; }\nvoid *g(void *p) { return 0; }\n"
                    "void init(void) { int *q = realloc(0, 4), *r = realloc(q, 8);\n"
                    "#ifdef BAD\n  *q = 1;\n#endif\n  r[1] = 2; free(r); }\n",
                    "#define BAD\n"},
        LibraryCase{"snprintf",
                    "#include <stdio.h>\n#ifndef LAST\n#define LAST \"\"\n#endif\n"
                    "void *f(void *p) { char b[32];\n"
                    "  int n = snprintf(b, sizeof b, \"%s-%04d %lu %c %x%%%5.1f\", \"a\", -7, 9ul,"
                    " 'z', 255, 2.5);\n"
                    "  assert(n == 19 && !strcmp(b, \"a--007 9 z ff%  2.5\" LAST));"
                    " return 0; }\nvoid *g(void *p) { return f(p); }\n",
                    "#define LAST \"!\"\n"},
        LibraryCase{"snprintf_cuts",
                    "#include <stdio.h>\nvoid *f(void *p) { char b[4]; int n = snprintf(b, sizeof "
                    "b, \"%d\", 12345);\n"
                    "  assert(n == 5 && b[3] == 0 && b[2] == '3'); return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#include <stdio.h>\n#define snprintf(b, n, f, x) sprintf(b, f, x)\n"},
        LibraryCase{"errno_of_a_thread",
                    "#include <errno.h>\nsem_t s; void init(void) { sem_init(&s, 0, 0); }\n"
                    "void *f(void *p) { errno = 5; return 0; }\n"
                    "void *g(void *p) { assert(errno == 0); if (sem_trywait(&s) != 0)"
                    " assert(errno == EAGAIN); return 0; }\n",
                    "#include <errno.h>\n#undef errno\nint errno;\n"},
        LibraryCase{"arguments_that_are_printed",
                    "#include <stdarg.h>\n#include <stdio.h>\nint x;\n"
                    "void tell(const char *f, ...) { va_list l; va_start(l, f); vprintf(f, l);"
                    " va_end(l); }\n"
                    "void *f(void *p) { tell(\"%d\", 1); return 0; }\n"
                    "void *g(void *p) { tell(\"\"); assert(x == 0); return 0; }\n"
                    "#ifndef BAD\n#define BAD 0\n#endif\nvoid init(void) { x = BAD; }\n",
                    "#define BAD 1\n"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
