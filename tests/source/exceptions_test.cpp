// Exceptions: what a handler catches, what is done on the way to it, and what is left.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

constexpr const char* kHead = R"(
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
struct Base { int n = 1; virtual ~Base() = default; };
struct Derived : Base { Derived() { n = 2; } };
struct Second { int m = 3; };
struct Both : Base, Second {};
struct Mine : std::runtime_error { int n; explicit Mine(int k) : runtime_error("mine"), n(k) {} };
struct Counted {
  static inline int made = 0, gone = 0;
  Counted() { ++made; }
  Counted(const Counted&) { ++made; }
  ~Counted() { ++gone; }
};
struct Note { int& where; ~Note() { ++where; } };
int x, y;
void deep(int n) { Note note{x}; if (n == 0) throw Derived(); deep(n - 1); }
)";

struct Row {
  const char* name;
  const char* body;  ///< of a function that leaves x and y
  const char* ends;  ///< what holds of them
};

std::string program(const Row& row, bool denied) {
  return fmt::format(
      "{}void run() {{ {} }}\nint main() {{ std::thread t(run); t.join(); assert({}({})); }}\n",
      kHead, row.body, denied ? "!" : "", row.ends);
}

class Exceptions : public ::testing::TestWithParam<Row> {};

TEST_P(Exceptions, AreCaught) {
  const CheckResult result = check(program(GetParam(), false), "rc11", {}, "program.cpp");
  EXPECT_EQ(result.verdict, CheckResult::Verdict::holds)
      << (result.error ? result.error->where + ": " + result.error->what : "");
  EXPECT_EQ(result.executions, 1U);
  EXPECT_EQ(result.leak, "");
  EXPECT_EQ(check(program(GetParam(), true), "sc", {}, "program.cpp").verdict,
            CheckResult::Verdict::violated);
}

INSTANTIATE_TEST_SUITE_P(
    Each, Exceptions,
    ::testing::Values(
        Row{"by_its_type", "try { throw 3; } catch (long) { x = 1; } catch (int i) { y = i; }",
            "x == 0 && y == 3"},
        Row{"by_a_base", "try { throw Derived(); } catch (Base& b) { x = b.n; }", "x == 2"},
        Row{"by_the_first_that_fits",
            "try { throw Derived(); } catch (Both&) { x = 1; } catch (Derived&) { x = 2; }"
            " catch (Base&) { x = 3; }",
            "x == 2"},
        Row{"by_the_first_of_two_bases", "try { throw Both(); } catch (Base& b) { x = b.n; }",
            "x == 1"},
        Row{"whatever_it_is",
            "try { throw Second(); } catch (Base&) { x = 1; } catch (...) { x = 2; }", "x == 2"},
        Row{"pointer", "try { throw \"text\"; } catch (const char* s) { x = s[1]; }", "x == 'e'"},
        Row{"standard_class",
            "try { throw std::out_of_range(\"far\"); } catch (const std::runtime_error&) { x = 1; }"
            " catch (const std::exception& e) { x = 2; y = e.what()[0]; }",
            "x == 2 && y == 'f'"},
        Row{"class_from_a_standard_one",
            "try { throw Mine(7); } catch (const std::exception& e) { x = e.what()[0];"
            " y = static_cast<const Mine&>(e).n; }",
            "x == 'm' && y == 7"},
        Row{"after_destructors", "try { deep(3); } catch (Base&) { y = 1; }", "x == 4 && y == 1"},
        Row{"and_thrown_again",
            "try { try { throw Derived(); } catch (Base& b) { b.n = 5; throw; } }"
            " catch (Derived& d) { x = d.n; }",
            "x == 5"},
        Row{"and_another_thrown",
            "try { try { throw 1; } catch (int) { throw Second(); } }"
            " catch (Second& s) { x = s.m; } catch (int) { x = 9; }",
            "x == 3"},
        Row{"and_destroyed",
            "try { throw Counted(); } catch (const Counted&) { y = Counted::gone; }"
            " x = Counted::made == Counted::gone;",
            "x == 1 && y == 0"},
        Row{"within_a_handler",
            "try { throw 1; } catch (int i) { try { throw 2; } catch (int j) { x = j; } y = i; }",
            "x == 2 && y == 1"},
        Row{"counted_on_the_way",
            "struct Way { ~Way() { x = std::uncaught_exceptions(); } };"
            " try { Way way; throw 1; } catch (int) { y = std::uncaught_exceptions() + 5; }",
            "x == 1 && y == 5"},
        Row{"an_object_that_is_deleted",
            "std::exception* e = new std::logic_error(\"kept\"); x = e->what()[1]; delete e;"
            " try { if (y == 1) throw 1; } catch (int) {}",
            "x == 'e'"},
        Row{"dynamic_cast",
            "Derived d; Base b; Both c; Base* all[] = {&d, &b, &c};"
            " for (Base* each : all) x = 2 * x + (dynamic_cast<Derived*>(each) != nullptr);"
            " y = dynamic_cast<Derived&>(*all[0]).n; try { if (y == 7) throw 1; } catch (int) {}",
            "x == 4 && y == 2"},
        Row{"in_a_loop",
            "for (int i = 0; i < 4; ++i) { try { if (i % 2) throw i; ++x; } catch (int k) { y += "
            "k; } }",
            "x == 2 && y == 4"},
        Row{"not_where_none_is_thrown", "try { x = 1; } catch (...) { x = 2; } if (y) throw 1;",
            "x == 1"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Exceptions, GiveLocksBack) {
  const std::string text = std::string(kHead) + R"(
std::mutex m;
void add() { std::lock_guard hold(m); if (++x == 1) throw std::logic_error("first"); }
void run() { try { add(); } catch (const std::logic_error&) { y = 1; } }
int main() { std::thread a(run); std::thread b([] { try { add(); } catch (...) {} });
  a.join(); b.join(); assert(x == 2); }
)";
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8"}) {
    const CheckResult result = check(text, model, {}, "program.cpp");
    EXPECT_EQ(result.verdict, CheckResult::Verdict::holds)
        << model << (result.error ? ": " + result.error->what : "");
    EXPECT_EQ(result.executions, 2U) << model;
  }
}

TEST(Exceptions, OrderTheirHandlersAsBranchesDo) {
  // What the handler stores depends by control on what made the exception.
  const auto text = [](const char* order) {
    return std::string(kHead) + "std::atomic<int> p, q;\nconstexpr auto o = std::memory_order_" +
           order + R"(;
void look() { if (p.load(o)) throw 1; }
int main() { std::thread a([] { try { look(); } catch (int) { q.store(1, o); } });
  std::thread b([] { if (q.load(o)) { x = 1; } else { p.store(1, o); } });
  a.join(); b.join(); assert(x == 0); }
)";
  };
  for (const char* model : {"armv8", "power", "rc11"})
    EXPECT_EQ(check(text("relaxed"), model, {}, "program.cpp").verdict, CheckResult::Verdict::holds)
        << model;
}

/// What ends in an error, or is refused.
struct Wrong {
  const char* name;
  const char* body;
  const char* what;
};

class WrongExceptions : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongExceptions, AreTold) {
  std::string told;
  try {
    const Row row{"", GetParam().body, "true"};
    const CheckResult result = check(program(row, false), "rc11", {}, "program.cpp");
    if (result.error) told = result.error->what;
  } catch (const InputError& error) {
    told = error.what();
  }
  EXPECT_NE(told.find(GetParam().what), std::string::npos) << told;
}

INSTANTIATE_TEST_SUITE_P(
    Each, WrongExceptions,
    ::testing::Values(
        Wrong{"nobody_catches", "try { throw 1; } catch (long) {}",
              "the program throws an exception"},
        Wrong{"left_by_noexcept",
              "auto f = []() noexcept { if (x == 0) throw 1; };"
              " try { f(); } catch (int) {}",
              "the program aborts"},
        Wrong{"a_base_that_is_not_first", "try { throw Both(); } catch (Second& s) { x = s.m; }",
              "as a part of it"},
        Wrong{"a_cast_to_a_part", "Both c; Base* b = &c; if (dynamic_cast<Second*>(b)) x = 1;",
              "a dynamic_cast to a class"},
        Wrong{"another_pointer", "static Derived d; try { throw &d; } catch (Base*) {}",
              "as another pointer"},
        Wrong{"text_of_a_string",
              "try { throw std::runtime_error(std::string(\"a\")); }"
              " catch (std::exception& e) { x = e.what()[0]; }",
              "made of a std::string"},
        Wrong{"the_library_throws",
              "try { std::string s(\"abc\"); x = s.at(5); throw 1; } catch (...) {}",
              "an exception of the C++ library"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
