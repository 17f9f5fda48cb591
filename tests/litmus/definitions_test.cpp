// Definitions of primitives: the rows to which they reduce, and what is refused.
#include "litmus/definitions.hpp"

#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/files/temporary_folder.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck::litmus {
namespace {

std::shared_ptr<const Primitives> read(const std::string& text, bool allow = true) {
  return read_definitions(text, "d.def", [&](auto, auto) { return allow; });
}

std::string error_of(const std::string& text, bool allow = true) {
  try {
    (void)read(text, allow);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

struct Row {
  const char* text;  ///< of the definition of f
  const char* like;  ///< a built-in primitive that does the same
};

TEST(Definitions, ComeDownToPrimitives) {
  constexpr Row kRows[] = {
      {"f(X) __load{once}(X)", "READ_ONCE"},
      {"f(X) __load{acquire}(*X)", "smp_load_acquire"},
      {"f(X,V) { __store{once}(X,V); }", "WRITE_ONCE"},
      {"f(X, V) { __store{release}(*X, V); }", "smp_store_release"},
      {"f(X,V) { __store{once}(X,V); __fence{mb}; }", "smp_store_mb"},
      {"f() { __fence{after-unlock-lock}; }", "smp_mb__after_unlock_lock"},
      {"f() { __fence{sync-rcu}; }", "synchronize_rcu"},
      {"f(X,V) __xchg{mb}(X,V)", "xchg"},
      {"f(X,V) __xchg{release}(X,V)", "xchg_release"},
      {"f(X,V,W) __cmpxchg{acquire}(X,V,W)", "cmpxchg_acquire"},
      {"f(V,X) { __atomic_op(X,+,V); }", "atomic_add"},
      {"f(V,X) { __atomic_op{noreturn}(X,+,V); }", "atomic_add"},
      {"f(X) { __atomic_op(X,-,1); }", "atomic_dec"},
      {"f(V,X) __atomic_op_return{once}(X,-,V)", "atomic_sub_return_relaxed"},
      {"f(V,X) __atomic_fetch_op{acquire}(X,+,V)", "atomic_fetch_add_acquire"},
      {"f(X) __atomic_op_return{mb}(X,-,1) == 0", "atomic_dec_and_test"},
      {"f(V,X) __atomic_op_return{mb}(X,+,V) < 0", "atomic_add_negative"},
      {"f(X,V,E) __atomic_add_unless{mb}(X,V,E)", "atomic_add_unless"},
      {"f(X) { __lock(X); }", "spin_lock"},
      {"f(X) { __unlock(X); }", "spin_unlock"},
      {"f(X) __trylock(X)", "spin_trylock"},
      {"f(X) __islocked(X)", "spin_is_locked"},
      {"f(X) __srcu{srcu-lock}(X)", "srcu_read_lock"},
      {"f(X,Y) { __srcu{srcu-unlock}(X,Y); }", "srcu_read_unlock"},
      {"f(X) { __srcu{sync-srcu}(X); }", "synchronize_srcu"},
      {"g(X) __load{once}(X) f(X) g(*X)", "atomic_read"},
      {"// a\ng(X,V) { /* b\n */ __store{once}(X,V); }\nf(X,V) { g(*X,V); }", "atomic_set"},
      {"f(X) __load{acquire}(*X) f(X) __load{once}(X)", "READ_ONCE"},
  };
  for (const Row& row : kRows) {
    const auto table = read(row.text);
    const Primitive* f = table->find("f");
    ASSERT_NE(f, nullptr) << row.text;
    ringcheck::tests::expect_same_meaning(*f, *builtin_primitives().find(row.like), row.text);
  }
}

TEST(Definitions, NumbersAreOperands) {
  EXPECT_EQ(read("f(X) { __atomic_op(X,+,3); }")->find("f")->operand, 3U);
  EXPECT_EQ(read("f(X) { __store{once}(X,2); }")->find("f")->operand, 2U);
  EXPECT_EQ(read("f(V,X) __atomic_fetch_op{mb}(X,^,V)")->find("f")->operation,
            RmwOperation::bit_xor);
}

TEST(Definitions, ReplaceTheBuiltInPrimitives) {
  const auto table = read("f() { __fence{mb}; }");
  EXPECT_EQ(table->find("smp_mb"), nullptr);
  EXPECT_NE(table->find("atomic_add_unless"), nullptr);
}

TEST(Definitions, ErrorsNameThePlace) {
  constexpr std::pair<const char*, const char*> kRows[] = {
      {"1", "1:1: saw '1', expected the name of a primitive"},
      {"f", "1:2: saw the end of the file, expected ("},
      {"f(X", "1:4: saw the end of the file, expected )"},
      {"f(X,X)", "1:5: saw 'X', expected a parameter of another name"},
      {"f(X)", "1:5: saw the end of the file, expected an operation such as __load"},
      {"f(X) __magic{once}(X)",
       "1:6: saw '__magic', expected an operation that ringcheck knows, or a primitive defined "
       "above"},
      {"f(X)\n  g(X)",
       "2:3: saw 'g', expected an operation that ringcheck knows, or a primitive defined above"},
      {"f(X) __load(X)", "1:12: saw '(', expected {"},
      {"f(X) __load{twice}(X)",
       "1:13: saw 'twice', expected an annotation that ringcheck knows of __load"},
      {"f(X) __load{release}(X)",
       "1:13: saw 'release', expected an annotation that ringcheck knows of __load"},
      {"f(X,V) __xchg{noreturn}(X,V)",
       "1:15: saw 'noreturn', expected an annotation that ringcheck knows of __xchg"},
      {"f() { __fence{once}; }",
       "1:15: saw 'once', expected an annotation that ringcheck knows of __fence"},
      {"f(X) __load{once}(Y)", "1:19: saw 'Y', expected a parameter, or * before one"},
      {"f(X) __load{once}(X) + 1", "1:22: saw '+', expected the name of a primitive"},
      {"f(X) __load{once}(X) == 0",
       "1:22: saw '==', expected a comparison of what __atomic_op_return returns"},
      {"f(V,X) __atomic_op_return{mb}(X,+,V) == 1", "1:41: saw '1', expected 0"},
      {"f(V,X) __atomic_op_return{mb}(X,*,V)",
       "1:33: saw '*', expected one of the operators + - & | ^"},
      {"f(V,X) __atomic_op_return{mb}(X,&,V)",
       "1:33: saw '&', expected + or - in an operation that returns the new value"},
      {"f(X,Y) __load{once}(X)", "1:8: saw '__load', expected a body that uses the parameter Y"},
      {"f(X,V) { __store{once}(X,X); }", "1:26: saw 'X', expected each parameter once"},
      {"f(X,V) __store{once}(X,V)", "1:8: saw '__store', expected an operation that has a value"},
      {"f(X) { __load{once}(X) }", "1:24: saw '}', expected ;"},
      {"f(X,V) { __store{once}(X,V); __fence{wmb}; }",
       "1:30: saw '__fence', expected }, or __fence{mb} after a store"},
      {"f(X,P) __cmpxchg{mb}(X,0,P)", "1:24: saw '0', expected a parameter"},
      {"/* f", "1:1: saw '/*', expected its end, */"},
  };
  for (const auto& [text, message] : kRows)
    EXPECT_EQ(error_of(text), std::string("d.def:") + message) << text;
  EXPECT_EQ(error_of("f(X) __load{once}(X)", false),
            "d.def:1:13: saw 'once', expected an annotation that the bell file allows for "
            "instructions R");
}

/// A user's own model, in a folder with a .bell and a .def file: what tests may call, and what
/// their calls do.
class OwnModel {
 public:
  explicit OwnModel(const std::string& bell, const std::string& definitions) {
    (void)folder_.file("own.cat",
                       "acyclic po-loc | rf | co | fr as coherence\nflag ~empty Mb as full\n"
                       "acyclic (po ; [Mb] ; po) | rf | co | fr as fenced\n");
    (void)folder_.file("own.bell", bell);
    (void)folder_.file("own.def", definitions);
  }

  [[nodiscard]] std::string file(const std::string& name) const { return folder_.path(name); }

  /// The flags and the number of states of `text`, or why it is refused.
  [[nodiscard]] std::string run(const std::string& text) const {
    try {
      const Model model = load_model(file("own.cat"));
      const LitmusResult result = run_litmus(parse_litmus(text, "t", primitives_of(model)), model);
      return std::to_string(result.states.size()) + (result.flags.empty() ? "" : " full");
    } catch (const InputError& error) {
      return error.what();
    }
  }

 private:
  ringcheck::tests::TemporaryFolder folder_;
};

std::string store_buffering(const std::string& fence) {
  return "C SB\n{ }\nP0(int *x, int *y) { put(*x, 1); " + fence +
         "; int r0 = get(*y); }\nP1(int *x, int *y) { put(*y, 1); " + fence +
         "; int r0 = get(*x); }\nexists (0:r0=0 /\\ 1:r0=0)\n";
}

TEST(Definitions, SayWhatATestMayCall) {
  const std::string bell =
      "enum A = 'once enum B = 'mb || 'wmb\ninstructions R[{'once}] instructions W[{'once}]\n"
      "instructions F[{'mb}]\n";
  const std::string access =
      "get(X) __load{once}(X)\nput(X,V) { __store{once}(X,V); }\nfull() { __fence{mb}; }\n";
  const OwnModel model(bell, access);
  EXPECT_EQ(model.run(store_buffering("full()")), "3 full");
  EXPECT_EQ(model.run(store_buffering("")), "4");
  EXPECT_EQ(model.run(store_buffering("smp_mb()")),
            "t:3:34: saw 'smp_mb', expected a primitive of the kernel's memory model, or an atomic "
            "operation of "
            "C11");
  const OwnModel weak(bell, access + "half() { __fence{wmb}; }\n");
  EXPECT_EQ(weak.run(store_buffering("full()")),
            weak.file("own.def") +
                ":4:18: saw 'wmb', expected an annotation that the bell file allows for "
                "instructions F");
}

// A text that makes co, but not what lock events read from, says nothing about lock events.
TEST(UserModels, LocksAreRefusedWhereTheTextHasNone) {
  const ringcheck::tests::TemporaryFolder folder;
  const Model model = load_model(
      folder.file("without_locks.cat", "include \"cos.cat\"\nacyclic po | rf | co | fr as sc\n"));
  const auto run = [&](const std::string& body) {
    return run_litmus(parse_litmus(ringcheck::tests::one_thread(body), "t"), model);
  };
  EXPECT_EQ(run("WRITE_ONCE(*x, 1);").positive, 1U);
  try {
    run("spin_lock(l);");
    ADD_FAILURE() << "ran";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what())
                  .find("t:3:46: saw spin_lock, expected what model "
                        "without_locks knows"),
              0U)
        << error.what();
  }
}

}  // namespace
}  // namespace ringcheck::litmus
