// Each call of the thread libraries: a program that holds with it, and fails when the call is left
// out or does less.
#include "tests/source/library_case.hpp"

namespace ringcheck::source::tests {
namespace {

TEST_P(LibraryTest, MattersToTheVerdict) {
  expect_that_it_matters();
}

INSTANTIATE_TEST_SUITE_P(
    Each, LibraryTest,
    ::testing::Values(
        LibraryCase{"pthread_create",
                    "int x; void *f(void *p) { x = (int)(long)p; return 0; }\n"
                    "int main(void) { pthread_t a; pthread_create(&a, 0, f, (void *)1);"
                    " pthread_join(a, 0); assert(x == 1); return 0; }\n",
                    "#define pthread_create(t, a, f, p) 0\n#define pthread_join(t, r) 0\n"},
        LibraryCase{"pthread_join",
                    "int x; void *f(void *p) { x = 1; return 0; }\nvoid *g(void *p) { return 0; }\n"
                    "void end(void) { assert(x == 1); }\n",
                    "#define pthread_join(t, r) 0\n"},
        LibraryCase{"pthread_exit",
                    "void *f(void *p) { pthread_exit((void *)1); abort(); }\n"
                    "void *g(void *p) { return 0; }\n",
                    "#define pthread_exit(r) 0\n"},
        LibraryCase{"pthread_join_gives_the_result",
                    "void *f(void *p) { pthread_exit((void *)7); }\n"
                    "int main(void) { pthread_t a; void *r = 0; pthread_create(&a, 0, f, 0);"
                    " pthread_join(a, &r); assert(r == (void *)7); return 0; }\n",
                    "#define pthread_join(t, r) pthread_join(t, 0)\n"},
        LibraryCase{"pthread_mutex_lock",
                    "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                    "void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
                    " return 0; }\n"
                    "void *g(void *p) { return f(p); }\nvoid end(void) { assert(x == 2); }\n",
                    "#define pthread_mutex_lock(m) 0\n#define pthread_mutex_unlock(m) 0\n"},
        LibraryCase{
            "pthread_mutex_unlock",
            "pthread_mutex_t m;\n"
            "void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }\n"
            "void *g(void *p) { return f(p); }\n",
            "#define pthread_mutex_unlock(m) 0\n", true},
        LibraryCase{"pthread_mutex_trylock",
                    "int x; pthread_mutex_t m;\n"
                    "void *f(void *p) { if (pthread_mutex_trylock(&m) == 0) { x++;"
                    " pthread_mutex_unlock(&m); } return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define pthread_mutex_trylock(m) 0\n#define pthread_mutex_unlock(m) 0\n"},
        LibraryCase{"pthread_spin_lock",
                    "int x; pthread_spinlock_t m; void init(void) { pthread_spin_init(&m, 0); }\n"
                    "void *f(void *p) { pthread_spin_lock(&m); x++; pthread_spin_unlock(&m);"
                    " return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define pthread_spin_lock(m) 0\n#define pthread_spin_unlock(m) 0\n"},
        LibraryCase{"pthread_rwlock_wrlock",
                    "int x; pthread_rwlock_t m;\n"
                    "void *f(void *p) { pthread_rwlock_wrlock(&m); x++; pthread_rwlock_unlock(&m);"
                    " return 0; }\n"
                    "void *g(void *p) { pthread_rwlock_rdlock(&m); int y = x;"
                    " pthread_rwlock_unlock(&m); return (void *)(long)y; }\n",
                    "#define pthread_rwlock_wrlock pthread_rwlock_rdlock\n"},
        LibraryCase{
            "pthread_rwlock_rdlock",
            "int x; pthread_rwlock_t m;\n"
            "void *f(void *p) { pthread_rwlock_wrlock(&m); x++; pthread_rwlock_unlock(&m);"
            " return 0; }\n"
            "void *g(void *p) { pthread_rwlock_rdlock(&m); int y = x; pthread_rwlock_unlock(&m);"
            " return (void *)(long)y; }\n",
            "#define pthread_rwlock_rdlock(m) 0\n"},
        LibraryCase{
            "pthread_cond_wait",
            "int x; pthread_mutex_t m; pthread_cond_t c;\n"
            "void *f(void *p) { pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c);"
            " pthread_mutex_unlock(&m); return 0; }\n"
            "void *g(void *p) { pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m);"
            " assert(x == 1); pthread_mutex_unlock(&m); return 0; }\n",
            "#define while if\n#define pthread_cond_wait(c, m) 0\n"},
        LibraryCase{
            "pthread_cond_signal",
            "int x; pthread_mutex_t m; pthread_cond_t c;\n"
            "void *f(void *p) { pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c);"
            " pthread_mutex_unlock(&m); return 0; }\n"
            "void *g(void *p) { pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m);"
            " pthread_mutex_unlock(&m); return 0; }\n",
            "#define pthread_cond_signal(c) 0\n", true},
        LibraryCase{
            "pthread_cond_broadcast",
            "int x; pthread_mutex_t m; pthread_cond_t c;\n"
            "void *f(void *p) { pthread_mutex_lock(&m); x = 1; pthread_cond_broadcast(&c);"
            " pthread_mutex_unlock(&m); return 0; }\n"
            "void *g(void *p) { pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m);"
            " pthread_mutex_unlock(&m); return 0; }\n",
            "#define pthread_cond_broadcast(c) 0\n", true},
        LibraryCase{
            "pthread_barrier_wait",
            "int x, y; pthread_barrier_t m; void init(void) { pthread_barrier_init(&m, 0, 2); }\n"
            "void *f(void *p) { x = 1; pthread_barrier_wait(&m); assert(y == 1); return 0; }\n"
            "void *g(void *p) { y = 1; pthread_barrier_wait(&m); assert(x == 1); return 0; }\n",
            "#define pthread_barrier_wait(m) 0\n"},
        LibraryCase{"pthread_barrier_init",
                    "pthread_barrier_t m; void init(void) { pthread_barrier_init(&m, 0, 2); }\n"
                    "void *f(void *p) { pthread_barrier_wait(&m); return 0; }\n"
                    "void *g(void *p) { pthread_barrier_wait(&m); return 0; }\n",
                    "#define pthread_barrier_init(m, a, n) 0\n"},
        LibraryCase{"pthread_once",
                    "int x; pthread_once_t o = PTHREAD_ONCE_INIT; void count(void) { x++; }\n"
                    "void *f(void *p) { pthread_once(&o, count); assert(x == 1); return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define pthread_once(o, f) f()\n"},
        LibraryCase{"pthread_self",
                    "_Atomic(pthread_t) x;\n"
                    "void *f(void *p) { x = pthread_self(); return 0; }\n"
                    "void *g(void *p) { assert(!pthread_equal(x, pthread_self())); return 0; }\n",
                    "#define pthread_self() 0\n"},
        LibraryCase{
            "pthread_getspecific",
            "pthread_key_t k; void init(void) { pthread_key_create(&k, 0); }\n"
            "void *f(void *p) { pthread_setspecific(k, &k); assert(pthread_getspecific(k) =="
            " &k); return 0; }\n"
            "void *g(void *p) { assert(pthread_getspecific(k) == 0); return 0; }\n",
            "#define pthread_setspecific(k, p) 0\n"},
        LibraryCase{"mtx_lock",
                    "int x; mtx_t m; void init(void) { mtx_init(&m, mtx_plain); }\n"
                    "void *f(void *p) { mtx_lock(&m); x++; mtx_unlock(&m); return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define mtx_lock(m) 0\n#define mtx_unlock(m) 0\n"},
        LibraryCase{"thrd_join",
                    "int x; int f(void *p) { x = 1; return 3; }\n"
                    "int main(void) { thrd_t a; int r = 3; thrd_create(&a, f, 0); thrd_join(a, &r);"
                    " assert(x == 1 && r == 3); return 0; }\n",
                    "#define thrd_join(t, r) 0\n"},
        LibraryCase{"call_once",
                    "int x; once_flag o = ONCE_FLAG_INIT; void count(void) { x++; }\n"
                    "void *f(void *p) { call_once(&o, count); assert(x == 1); return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#define call_once(o, f) f()\n"},
        LibraryCase{"cnd_wait",
                    "int x; mtx_t m; cnd_t c;"
                    " void init(void) { mtx_init(&m, mtx_plain); cnd_init(&c); }\n"
                    "void *f(void *p) { mtx_lock(&m); x = 1; cnd_signal(&c); mtx_unlock(&m);"
                    " return 0; }\n"
                    "void *g(void *p) { mtx_lock(&m); while (!x) cnd_wait(&c, &m); mtx_unlock(&m);"
                    " return 0; }\n",
                    "#define cnd_signal(c) 0\n", true},
        LibraryCase{"malloc",
                    "void *f(void *p) { int *q = malloc(8); q[1] = 1; free(q); return 0; }\n"
                    "void *g(void *p) { return 0; }\n",
                    "#define malloc(n) ((void *)0)\n"},
        LibraryCase{
            "calloc",
            "void *f(void *p) { int *q = calloc(2, 4); assert(q[1] == 0); free(q); return 0; }\n"
            "void *g(void *p) { return 0; }\n",
            "#define calloc(n, m) malloc((n) * (m))\n"},
        LibraryCase{"thread_local_variable",
                    "thread_local int x; void *f(void *p) { x++; assert(x == 1); return 0; }\n"
                    "void *g(void *p) { return f(p); }\n",
                    "#undef thread_local\n#define thread_local\n"}),
    [](const auto& c) { return std::string(c.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
