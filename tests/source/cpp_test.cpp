// C++'s own threads, and what goes with them.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct CppCase {
  const char* name;
  const char* text;
  const char* without;  ///< definitions that make it fail
};

constexpr const char* kHead =
    "#include <atomic>\n#include <cassert>\n#include <mutex>\n#include <thread>\n";
/// What the programs do unless something else is defined.
constexpr const char* kDefaults =
    "#ifndef GUARD\n#define GUARD std::lock_guard<std::mutex> g(m)\n#endif\n"
    "#ifndef READY\n#define READY !q.empty()\n#endif\n"
    "#ifndef SHARED\n#define SHARED std::shared_lock l(m)\n#endif\n"
    "#ifndef ONCE\n#define ONCE std::call_once(f, [] { x++; })\n#endif\n"
    "#ifndef LOCAL\n#define LOCAL thread_local\n#endif\n"
    "#ifndef ORDER\n#define ORDER std::memory_order_release\n#endif\n"
    "#ifndef SUM\n#define SUM 3\n#endif\n";

class CppTest : public ::testing::TestWithParam<CppCase> {};

TEST_P(CppTest, MattersToTheVerdict) {
  const CppCase& c = GetParam();
  const CheckResult with =
      check(std::string(kHead) + kDefaults + c.text, "rc11", {}, "program.cpp");
  EXPECT_EQ(with.verdict, CheckResult::Verdict::holds)
      << (with.error ? with.error->where + ": " + with.error->what : "");
  EXPECT_GT(with.executions, 0U);
  const CheckResult without =
      check(std::string(kHead) + c.without + kDefaults + c.text, "rc11", {}, "program.cpp");
  EXPECT_EQ(without.verdict, CheckResult::Verdict::violated);
}

INSTANTIATE_TEST_SUITE_P(
    Each, CppTest,
    ::testing::Values(
        CppCase{
            "atomic_accesses_to_a_shared_ptr",
            "#include <memory>\n#ifndef LOAD\n#define LOAD(p) std::atomic_load(&p)\n#endif\n"
            "std::shared_ptr<int> p, q;\n"
            "int main() { std::thread t([] { auto none = std::atomic_load(&p);\n"
            "  bool first = std::atomic_compare_exchange_strong(&p, &none,\n"
            "    std::make_shared<int>(3)); std::atomic_store(&q, p);\n"
            "  assert(first && *std::atomic_exchange(&q, none) == 3); });\n"
            "  auto seen = LOAD(p); assert(!seen || *seen == 3); t.join(); assert(*p == 3); }\n",
            "#define LOAD(p) p\n"},
        CppCase{
            "list_and_hash_table",
            "#include <list>\n#include <unordered_map>\n"
            "std::list<int> l; std::unordered_map<int, int> t; std::mutex m;\n"
            "void f(int n) { GUARD; l.push_back(n); t[n] = n; }\n"
            "int main() { for (int i = 9; i < 40; i++) f(i); for (int i = 9; i < 40; i++)"
            " { l.pop_front(); t.erase(i); }\n"
            "  std::thread a(f, 1), b(f, 2); a.join(); b.join();\n"
            "  assert(l.size() == 2 && t.size() == 2 && t[1] == 1 && t.find(9) == t.end()); }\n",
            "#define GUARD\n"},
        CppCase{"tree_with_erased_nodes",
                "#include <map>\n#include <set>\nstd::map<int, int> t; std::set<int> s;"
                " std::mutex m;\n"
                "void check() { int last = -1, n = 0; for (auto& [k, v] : t)"
                " { assert(k > last && v == k); last = k; n++; }\n"
                "  for (auto i = t.rbegin(); i != t.rend(); ++i) n--;"
                " assert(n == 0 && (t.empty() || t.count(last))); }\n"
                "void f(int n) { GUARD; t.erase(n); t[n + 1] = n + 1; }\n"
                "int main() { for (int i = 0; i < 61; i++) { t[i * 17 % 61] = i * 17 % 61;"
                " s.insert(i); }\n"
                "  for (int i = 0; i < 61; i += 2) { t.erase(i * 23 % 61);"
                " s.erase(s.begin()); check(); }\n"
                "  assert(t.size() == 30 && s.size() == 30 && *s.begin() == 31);\n"
                "  while (!t.empty()) { t.erase(t.begin()); check(); }\n"
                "  t[10] = 10; t[20] = 20; std::thread a(f, 10), b(f, 20); a.join(); b.join();\n"
                "  assert(t.size() == 2 && t.count(11) && t.count(21)); }\n",
                "#define GUARD\n"},
        CppCase{"several_locks_at_once",
                "#ifndef BOTH\n#define BOTH std::scoped_lock l(m, o)\n#endif\n"
                "std::mutex m, o; int x;\n"
                "void f() { BOTH; x++; }\nvoid g() { std::lock(o, m); x++; o.unlock();"
                " m.unlock(); }\n"
                "void h() { std::unique_lock k(m, std::defer_lock), l(o, std::defer_lock);"
                " std::lock(k, l); x++; assert(k && l); }\n"
                "int main() { std::thread a(f), b(g), c(h); a.join(); b.join(); c.join();"
                " assert(x == 3); }\n",
                "#define BOTH\n"},
        CppCase{"tree",
                "#include <map>\n#include <string>\nstd::map<int, int> t; std::mutex m;\n"
                "std::map<std::string, int> named;\n"
                "void f(int n) { GUARD; t[n] = n; }\n"
                "int main() { for (int i = 0; i < 97; i++) f(i * 38 % 97 + 10);\n"
                "  int last = 9; for (auto &e : t) assert(e.first == ++last);\n"
                "  for (auto e = t.rbegin(); e != t.rend(); ++e) assert(e->first == last--);\n"
                "  named[\"b\"] = 1; named[\"a\"] = 2; assert(named.begin()->second == 2);\n"
                "  std::thread a(f, 1), b(f, 2); a.join(); b.join();\n"
                "  assert(t.size() == 99 && t.begin()->first == 1 && t.count(106)); }\n",
                "#define GUARD\n"},
        CppCase{"output_is_ignored",
                "#include <iostream>\n#include <string>\nint x;\n"
                "int main() { std::thread a([] { x = 3; std::cout << x << \" \" << 2.5 << 'c'"
                " << std::string(\"s\") << std::endl; std::cerr << std::flush; });\n"
                "  a.join(); assert(x == SUM); }\n",
                "#define SUM 2\n"},
        CppCase{"semaphore",
                "#include <semaphore>\nstd::counting_semaphore<2> s(SUM - 2); int x;\n"
                "void f() { s.acquire(); x++; s.release(); }\n"
                "int main() { std::thread a(f), b(f); a.join(); b.join(); assert(x == 2); }\n",
                "#define SUM 4\n"},
        CppCase{"latch",
                "#include <latch>\nstd::latch l(SUM - 1); int x, y;\n"
                "int main() { std::thread a([] { x = 1; l.count_down(); }),"
                " b([] { y = 2; l.count_down(); });\n"
                "  l.wait(); assert(x + y == 3); a.join(); b.join(); }\n",
                "#define SUM 2\n"},
        CppCase{"promise",
                "#include <future>\nint x;\n"
                "int main() { std::promise<int> p; auto f = p.get_future();\n"
                "  std::thread a([&] { x = 1; p.set_value(2); });\n"
                "  assert(f.get() + x == SUM); a.join(); }\n",
                "#define SUM 4\n"},
        CppCase{"async",
                "#include <future>\nint x;\n"
                "int main() { auto f = std::async(std::launch::async, [] { x = 1; return 2; });\n"
                "  assert(f.get() + x == SUM); }\n",
                "#define SUM 4\n"},
        CppCase{"string",
                "#include <string>\nstd::string s;\n"
                "int main() { std::thread a([] { s = std::string(\"ab\") + \"c\"; }); a.join();\n"
                "  assert(s.size() == SUM); }\n",
                "#define SUM 2\n"},
        CppCase{"atomic_wait",
                "std::atomic<int> f{0}; int x;\n"
                "int main() { std::thread a([] { x = SUM; f.store(1, ORDER); f.notify_one(); });\n"
                "  f.wait(0, std::memory_order_acquire); assert(x == 3); a.join(); }\n",
                "#define SUM 2\n"},
        CppCase{"thread_with_arguments",
                "std::atomic<int> x{0};\nvoid add(int n) { x += n; }\n"
                "int main() { std::thread a(add, 1), b(add, 2); a.join(); b.join();"
                " assert(x == SUM); }\n",
                "#define SUM 2\n"},
        CppCase{"mutex",
                "#include <vector>\nstd::mutex m; int x;\n"
                "int main() { std::vector<std::thread> v; for (int i = 0; i < 2; i++)"
                " v.emplace_back([] { GUARD; x++; });\n"
                "  for (auto &t : v) t.join(); assert(x == 2); }\n",
                "#define GUARD\n"},
        CppCase{"condition_variable",
                "#include <condition_variable>\n#include <queue>\n"
                "std::mutex m; std::condition_variable c; std::queue<int> q;\n"
                "int main() { std::thread p([] { std::lock_guard<std::mutex> g(m); q.push(7);"
                " c.notify_one(); });\n"
                "  std::thread k([] { std::unique_lock<std::mutex> l(m);"
                " c.wait(l, [] { return READY; }); assert(!q.empty() && q.front() == 7); });\n"
                "  p.join(); k.join(); }\n",
                "#define READY true\n"},
        CppCase{"shared_mutex",
                "#include <shared_mutex>\nstd::shared_mutex m; int x;\n"
                "int main() { std::thread t([] { std::unique_lock l(m); x = 1; });\n"
                "  std::thread u([] { SHARED; assert(x < 2); }); t.join(); u.join(); }\n",
                "#define SHARED\n"},
        CppCase{"call_once",
                "std::once_flag f; int x;\nvoid once() { ONCE; }\n"
                "int main() { std::thread t(once); std::thread u(once); t.join(); u.join();"
                " assert(x == 1); }\n",
                "#define ONCE x++\n"},
        CppCase{"thread_local_variable",
                "LOCAL int x;\nvoid count() { x++; assert(x == 1); }\n"
                "int main() { std::thread t(count); std::thread u(count); t.join(); u.join(); }\n",
                "#define LOCAL\n"},
        CppCase{"what_a_thread_holds",
                "#ifndef OTHER\n#define OTHER a.join(); v = 2\n#endif\n"
                "int v;\nstruct G { int *p; G(int *q) : p(q) {}\n"
                "  G(G &&o) : p(o.p) { o.p = nullptr; } ~G() { if (p) *p = 1; } };\n"
                "int main() { std::thread a([g = G(&v)] {}); OTHER; if (a.joinable()) a.join();"
                " assert(v == 2); }\n",
                "#define OTHER v = 2; a.join()\n"},
        CppCase{"nodes_of_threads",
                "struct Node { int v; std::atomic<Node *> next{nullptr}; };\n"
                "std::atomic<Node *> head{nullptr};\n"
                "void push(int v) { Node *n = new Node{v}; Node *h = head.load();\n"
                "  do n->next.store(h); while (!head.compare_exchange_weak(h, n, ORDER,"
                " std::memory_order_relaxed)); }\n"
                "int main() { std::thread t(push, 1), u(push, 2);\n"
                "  while (Node *n = head.load(std::memory_order_acquire)) { assert(n->v > 0);"
                " break; }\n"
                "  t.join(); u.join(); }\n",
                "#define ORDER std::memory_order_relaxed\n"}),
    [](const auto& c) { return std::string(c.param.name); });

TEST(CppThreads, LeaveNoBlocks) {
  const CheckResult result = check(std::string(kHead) +
                                       "std::atomic<int> x{0};\n"
                                       "int main() { std::thread a([] { x++; }), b([] { x++; });\n"
                                       "  a.join(); b.join(); }\n",
                                   "sc", {}, "program.cpp");
  EXPECT_EQ(result.verdict, CheckResult::Verdict::holds);
  EXPECT_EQ(result.leak, "");
}

TEST(CppThreads, DestroyWhatTheyHold) {
  const std::string start = std::string(kHead) + "#include <memory>\n";
  const CheckResult counted =
      check(start +
                "std::atomic<int> live{0};\n"
                "struct D { D() { ++live; } D(const D &) { ++live; } ~D() { --live; } };\n"
                "int main() { { D d; std::thread t([d] {}); t.join(); } assert(live == 0); }\n",
            "sc", {}, "program.cpp");
  EXPECT_EQ(counted.verdict, CheckResult::Verdict::holds);
  const CheckResult shared = check(start +
                                       "int main() { auto p = std::make_shared<int>(5);\n"
                                       "  std::thread a([p] { assert(*p == 5); }); a.join(); }\n",
                                   "rc11", {}, "program.cpp");
  EXPECT_EQ(shared.verdict, CheckResult::Verdict::holds);
  EXPECT_EQ(shared.leak, "");
}

}  // namespace
}  // namespace ringcheck::source::tests
