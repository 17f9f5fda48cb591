// Checks of programs whose parts are explored apart, in any order, end like those of one process.
#include "source/divided_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "graph/diagnostic.hpp"
#include "source/resumable_check.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source {
namespace {

using Json = nlohmann::ordered_json;

/// Threads that add to a counter of a structure and read it; what is read says what is shared.
constexpr const char* kCounters =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"
    "struct node { atomic_int x; int plain; };\nstruct node *n; atomic_int y; int seen[3];\n"
    "void *f(void *p) {\n"
    "  atomic_fetch_add_explicit(&n->x, 1, memory_order_relaxed);\n"
    "  seen[(long)p] = atomic_load_explicit(&n->x, memory_order_relaxed);\n"
    "  atomic_store_explicit(&y, seen[(long)p], memory_order_relaxed);\n"
    "  return 0; }\n"
    "int main(void) {\n"
    "  n = malloc(sizeof *n); n->x = 0;\n"
    "  pthread_t t[3];\n"
    "  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, f, (void *)i);\n"
    "  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);\n"
    "  assert(n->x == 3 && y LIMIT);\n"
    "  return 0; }\n";

/// A thread looks up to four times for what the other adds: more often than the bound allows.
constexpr const char* kLooks =
    "#include <pthread.h>\n#include <stdatomic.h>\n"
    "atomic_int x; atomic_int y;\n"
    "void *f(void *p) {\n"
    "  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);\n"
    "  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);\n"
    "  return 0; }\n"
    "void *g(void *p) {\n"
    "  for (int i = 0; i < 4; i++) {\n"
    "    int seen = atomic_load_explicit(&x, memory_order_relaxed);\n"
    "    atomic_store_explicit(&y, seen, memory_order_relaxed);\n"
    "    if (seen == 2) break;\n"
    "  }\n"
    "  return 0; }\n"
    "int main(void) { pthread_t a, b;\n"
    "  pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);\n"
    "  pthread_join(a, 0); pthread_join(b, 0);\n"
    "  return 0; }\n";

/// The fault happens before there is a second thread.
constexpr const char* kEarly =
    "#include <assert.h>\n"
    "int main(void) { int i = 3; assert(i != 3); return 0; }\n";

struct Row {
  const char* name;
  const char* text;
  const char* limit;  ///< of what is asserted
  const char* model;
  unsigned unroll;
  CheckResult::Verdict verdict;
};

constexpr auto kHolds = CheckResult::Verdict::holds;
constexpr auto kViolated = CheckResult::Verdict::violated;
constexpr auto kBound = CheckResult::Verdict::bound_reached;

// A thread reads at least its own addition, and the last of them in co order reads 3.
const Row kRows[] = {
    {"holds_sc", kCounters, ">= 1", "sc", 0, kHolds},
    {"holds_rc11", kCounters, ">= 1", "rc11", 0, kHolds},
    {"violated_first", kCounters, "!= 1", "rc11", 0, kViolated},
    {"violated_last", kCounters, "!= 3", "armv8", 0, kViolated},
    {"violated_within", kCounters, "!= 2", "x86-tso", 0, kViolated},
    {"cut", kLooks, "", "sc", 3, kBound},
    {"early", kEarly, "", "sc", 0, kViolated},
};

class DividedProgram : public ::testing::TestWithParam<Row> {
 protected:
  DividedProgram() {
    std::string text = GetParam().text;
    if (const std::size_t at = text.find("LIMIT"); at != std::string::npos)
      text.replace(at, 5, GetParam().limit);
    code_ = tests::code_of(text);
    check_ = {"program.c", {}, GetParam().model, {}};
    check_.options.subject.unroll = GetParam().unroll;
  }

  /// All that people are told about a result.
  [[nodiscard]] std::string said(const CheckResult& result) const {
    const Json counts = {static_cast<int>(result.verdict), result.executions, result.blocked,
                         result.cut, result.bound};
    return counts.dump() + (result.error ? witness_json(check_, result) : "");
  }

  [[nodiscard]] std::string alone() const {
    ResumableProgramCheck check(code_, find_model(check_.model), check_.options);
    check.run({});
    EXPECT_EQ(check.result().verdict, GetParam().verdict);
    return said(check.result());
  }

  /// `check`, written to a file and read back.
  [[nodiscard]] DividedProgramCheck again(const DividedProgramCheck& check) const {
    return {Json::parse(check.to_json().dump()), [this](const std::string& digest) {
              EXPECT_EQ(digest, code_->unit.digest);
              return code_;
            }};
  }

  /// Parts of the check: none of them run, some up to a limit, most to their end.
  void explore(DividedProgramCheck& whole, std::mt19937& random) const {
    std::vector<ringcheck::Piece> pieces =
        whole.divide(1 + random() % 12, random() % 2 == 0 ? 0 : 4);
    std::vector<DividedProgramCheck> parts;
    for (std::size_t i = 0; i < pieces.size();) {
      std::vector<Path> paths;
      for (std::size_t n = 1 + random() % 3; n > 0 && i < pieces.size(); --n)
        paths.push_back(std::move(pieces[i++].path));
      DividedProgramCheck part = again(whole.part(std::move(paths)));
      ExploreLimits limits;
      const auto fate = random() % 5;
      if (fate == 1) limits.executions = 1 + static_cast<std::uint64_t>(random() % 9);
      if (fate != 0) part.run(limits);
      if (fate == 2) part.run(limits);
      parts.push_back(again(part));
    }
    std::ranges::shuffle(parts, random);
    for (DividedProgramCheck& part : parts) whole.append(std::move(part));
  }

  std::shared_ptr<const Code> code_;
  ProgramCheck check_;
};

TEST_P(DividedProgram, EndsAsOneProcess) {
  const std::string expected = alone();
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    DividedProgramCheck whole(check_, code_);
    int rounds = 0;
    for (; !whole.done() && rounds < 1000; ++rounds) {
      explore(whole, random);
      whole.settle();
      whole = again(whole);
    }
    ASSERT_LT(rounds, 1000);
    EXPECT_EQ(said(whole.result()), expected);
    EXPECT_EQ(whole.has_error(), GetParam().verdict == kViolated);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, DividedProgram, ::testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(DividedProgramCheck, LearnsWhatAPartAskedForAndBeginsAgain) {
  std::string text = kCounters;
  const auto code = tests::code_of(text.replace(text.find("LIMIT"), 5, ">= 1"));
  DividedProgramCheck whole({"program.c", {}, "sc", {}}, code);
  // Without a separate beginning, the first part meets what has to be known.
  std::vector<ringcheck::Piece> pieces = whole.divide(3, 0);
  ASSERT_FALSE(pieces.empty());
  for (ringcheck::Piece& piece : pieces) {
    DividedProgramCheck part = whole.part({std::move(piece.path)});
    part.run({});
    EXPECT_TRUE(part.done());
    whole.append(std::move(part));
  }
  EXPECT_TRUE(whole.done());
  EXPECT_TRUE(whole.settle());
  EXPECT_EQ(whole.left(), std::vector<Path>(1));
  EXPECT_EQ(whole.executions(), 0U);
}

TEST(DividedProgramCheck, RefusesWhatIsNoneOfIt) {
  const auto code = tests::code_of(kEarly);
  const DividedProgramCheck check({"program.c", {}, "sc", {}}, code);
  struct Bad {
    const char* path;
    Json value;
  };
  for (const Bad& bad : {Bad{"/learnt", {"7 words"}}, Bad{"/rest", "nothing"}, Bad{"/parts", {{1}}},
                         Bad{"/program", {{"file", "program.c"}}}}) {
    Json json = check.to_json();
    json[Json::json_pointer(bad.path)] = bad.value;
    const auto read = [&] { DividedProgramCheck(json, {}); };
    bool refused = false;
    try {
      read();
    } catch (const InputError&) {
      refused = true;
    } catch (const nlohmann::json::exception&) {
      refused = true;
    }
    EXPECT_TRUE(refused) << bad.path;
  }
}

}  // namespace
}  // namespace ringcheck::source
