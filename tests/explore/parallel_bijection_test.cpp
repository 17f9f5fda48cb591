// Several workers together find the oracle's executions, each once. Runs under the thread sanitizer
// too (make tsan).
#include <gtest/gtest.h>

#include <memory>
#include <mutex>

#include "explore/parallel.hpp"
#include "models/model.hpp"
#include "tests/explore/subjects.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

/// Explores with three workers.
Subject parallel_subject(const std::string& name) {
  Subject subject = model_subject(name);
  const auto workers = std::make_shared<Workers>(3);
  subject.explore = [workers, model = find_model(name)](const Program& program,
                                                        const ExecutionVisitor& visit) {
    ParallelOptions options;
    options.workers = workers.get();
    std::mutex mutex;
    return explore_segments(program, model, options,
                            [&](std::size_t) {
                              return [&](const Execution& execution) {
                                const std::lock_guard lock(mutex);
                                return visit(execution);
                              };
                            })
        .counts;
  };
  return subject;
}

class ParallelBijection : public ::testing::TestWithParam<const char*> {};

TEST_P(ParallelBijection, WithTheOracleOnRandomPrograms) {
  const Subject subject = parallel_subject(GetParam());
  oracle::CandidateOptions options;
  options.max_candidates = 300;
  Tally tally;
  for (const int rmw_percent : {0, 45})
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const oracle::TestProgram program = oracle::random_program(seed, rmw_percent);
      const Comparison comparison = compare(program, subject, options);
      tally.add(comparison);
      EXPECT_EQ(comparison.difference, "")
          << "seed " << seed << ", " << rmw_percent << " % read-modify-writes\n"
          << oracle::to_text(program);
    }
  EXPECT_LE(tally.too_large, tally.programs / 2);
}

INSTANTIATE_TEST_SUITE_P(Models, ParallelBijection, ::testing::ValuesIn(kModelNames),
                         [](const auto& model) { return identifier(model.param); });

}  // namespace
}  // namespace ringcheck
