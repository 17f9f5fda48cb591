// What programs ask of the operating system and of C's library besides threads and text: each
// program holds, and fails when the call does less.
#include "graph/diagnostic.hpp"
#include "tests/source/library_case.hpp"

namespace ringcheck::source::tests {
namespace {

class SystemTest : public LibraryTest {};

TEST_P(SystemTest, MattersToTheVerdict) {
  expect_that_it_matters();
}

INSTANTIATE_TEST_SUITE_P(
    Each, SystemTest,
    ::testing::Values(
        LibraryCase{"mmap",
                    "#include <sys/mman.h>\nint *m;\n"
                    "void init(void) { m = mmap(0, 5000, PROT_READ | PROT_WRITE,\n"
                    "  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); assert(m != MAP_FAILED); }\n"
                    "void *f(void *p) { assert(m[3] == 0 && m[2047] == 0); return 0; }\n"
                    "void *g(void *p) { return f(p); }\nvoid end(void) { munmap(m, 5000); }\n",
                    "#include <sys/mman.h>\n#define mmap(a, n, p, f, d, o) malloc(n)\n"
                    "#define munmap(m, n) free(m)\n"},
        LibraryCase{"munmap",
                    "#include <sys/mman.h>\nint *m;\n#ifndef BAD\n#define BAD 0\n#endif\n"
                    "void *f(void *p) { return 0; }\nvoid *g(void *p) { return 0; }\n"
                    "void init(void) { m = mmap(0, 8, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,\n"
                    "  0); if (BAD) munmap(m, 8); m[0] = 1; }\n",
                    "#define BAD 1\n"},
        LibraryCase{"gettid",
                    "#include <unistd.h>\n#include <sys/syscall.h>\nlong a, b;\n"
                    "void *f(void *p) { a = syscall(SYS_gettid); return 0; }\n"
                    "void *g(void *p) { b = syscall(SYS_gettid); return 0; }\n"
                    "void end(void) { assert(a != b && a != getpid() && getpid() == getpid()); }\n",
                    "#include <unistd.h>\n#define syscall(n) 1\n"},
        LibraryCase{"setjmp_returns_once",
                    "#include <setjmp.h>\njmp_buf j; int n;\n"
                    "void *f(void *p) { if (setjmp(j) == 0) n = 1; assert(n == 1); return 0; }\n"
                    "void *g(void *p) { return 0; }\n",
                    "#include <setjmp.h>\n#undef setjmp\n#define setjmp(j) 1\n"},
        LibraryCase{
            "cleanup_of_a_thread_that_is_not_cancelled",
            "pthread_mutex_t m; void give_back(void *m) { pthread_mutex_unlock(m); }\n"
            "void *f(void *p) { pthread_mutex_lock(&m); pthread_cleanup_push(give_back, &m);\n"
            "  pthread_testcancel(); pthread_cleanup_pop(1); return 0; }\n"
            "void *g(void *p) { return f(p); }\n",
            "#undef pthread_cleanup_push\n#undef pthread_cleanup_pop\n"
            "#define pthread_cleanup_push(f, a) {\n#define pthread_cleanup_pop(run) }\n",
            true},
        LibraryCase{"getenv",
                    "void *f(void *p) { assert(getenv(\"HOME\") == 0); return 0; }\n"
                    "void *g(void *p) { return 0; }\n",
                    "#define getenv(name) name\n"},
        LibraryCase{"rdtsc",
                    "#include <x86intrin.h>\n"
                    "void *f(void *p) { unsigned long last = 0;\n"
                    "  for (int i = 0; i < 2; ++i) { unsigned long now = __rdtsc();\n"
                    "    assert(now > last); last = now; } return 0; }\n"
                    "void *g(void *p) { return 0; }\n",
                    "#include <x86intrin.h>\n#undef __rdtsc\n#define __rdtsc() 7\n"},
        LibraryCase{
            "strcasecmp",
            "#include <strings.h>\n"
            "void *f(void *p) { assert(!strcasecmp(\"aBc\", \"AbC\") && \n"
            "  strcasecmp(\"a\", \"B\") < 0 && !strncasecmp(\"aBx\", \"Aby\", 2)); return 0; }\n"
            "void *g(void *p) { return 0; }\n",
            "#include <strings.h>\n#define strcasecmp strcmp\n"},
        LibraryCase{
            "strtol",
            "#include <errno.h>\nlong of(const char *s, int base, int end) { char *e;\n"
            "  long n = strtol(s, &e, base); assert(e == s + end); return n; }\n"
            "void *f(void *p) { assert(of(\" -12x\", 10, 4) == -12 && of(\"0x1fg\", 0, 4) == 31 "
            "&&\n"
            "  of(\"0x\", 16, 1) == 0 && of(\"077\", 0, 3) == 63 && of(\"zZ\", 36, 2) == 1295 &&\n"
            "  of(\"-\", 10, 0) == 0 && errno == 0);\n"
            "  assert(of(\"9223372036854775808\", 10, 19) == 9223372036854775807 &&\n"
            "  errno == ERANGE && strtoul(\"18446744073709551615\", 0, 10) == ~0ul &&\n"
            "  strtoul(\"-1\", 0, 10) == ~0ul); return 0; }\n"
            "void *g(void *p) { return 0; }\n",
            "#define strtol(s, e, b) (*(e) = (char *)(s), atol(s))\n"}),
    [](const auto& row) { return std::string(row.param.name); });

/// A call that is not modelled as it stands.
struct Refused {
  const char* name;
  const char* call;
  const char* what;
};

class RefusedCall : public ::testing::TestWithParam<Refused> {};

TEST_P(RefusedCall, IsNamed) {
  const std::string text =
      std::string("#include <setjmp.h>\n#include <sys/mman.h>\n#include <unistd.h>\n") +
      "int main(void) { " + GetParam().call + " return 0; }\n";
  try {
    check(text, "sc");
    FAIL() << "it is taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().what), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, RefusedCall,
    ::testing::Values(
        Refused{"mmap_of_a_file", "mmap(0, 4096, PROT_READ, MAP_SHARED, 3, 0);",
                "an mmap of a file"},
        Refused{"munmap_of_a_part",
                "char *m = mmap(0, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"
                "munmap(m, 4096);",
                "a munmap of a part"},
        Refused{"longjmp", "jmp_buf j; if (setjmp(j) == 0) longjmp(j, 1);", "a call of longjmp"},
        Refused{"syscall", "syscall(7);", "other than futex and gettid"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
