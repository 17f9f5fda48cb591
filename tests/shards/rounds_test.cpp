// Divided explorations end as one process would, whatever happens to their shards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "check/execution_json.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"
#include "shards/gather.hpp"
#include "shards/seal.hpp"

namespace ringcheck::shards {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::Contains;
using ::testing::HasSubstr;

const Origin& origin() {
  static const Origin kOrigin{perf_catalogue(), {}};
  return kOrigin;
}

/// What must be the same, byte for byte: everything but the time taken.
std::string answer_of(const Exploration& exploration) {
  Json json = exploration.to_json();
  json.erase("seconds");
  json.erase("started");
  if (const ResumableLitmus* litmus = exploration.litmus()) {
    LitmusResult result = litmus->result();
    result.seconds = 0;
    return to_herd_log(result) + json.dump();
  }
  const CheckResult result = exploration.check()->result();
  return std::string(verdict_name(result.verdict)) + json.dump() +
         (result.witness ? to_json(*result.witness) : "");
}

Check check(const char* scenario, const char* model, const char* settings) {
  return Check(find_scenario(scenario), find_model(model)).with(settings);
}

/// Three threads with the same text, each of which increments what another may overwrite.
constexpr const char* kIncrements = R"(C increments
{}
P0(atomic_t *x, int *y) { int r0; atomic_inc(x); r0 = READ_ONCE(*y); WRITE_ONCE(*y, r0 + 1); }
P1(atomic_t *x, int *y) { int r0; atomic_inc(x); r0 = READ_ONCE(*y); WRITE_ONCE(*y, r0 + 1); }
P2(atomic_t *x, int *y) { int r0; atomic_inc(x); r0 = READ_ONCE(*y); WRITE_ONCE(*y, r0 + 1); }
exists (x=3 /\ y=1)
)";

std::vector<Check> checks() {
  return {check("spsc-ring", "sc", "records=3 polls=2"),
          check("perf-ring-nested", "riscv", "records=1 B=none")};
}

std::vector<Exploration> explorations() {
  std::vector<Exploration> all;
  for (const Check& one : checks()) all.emplace_back(ResumableCheck(one));
  all.emplace_back(ResumableLitmus(kIncrements, "increments.litmus", "lkmm", {}));
  return all;
}

std::vector<std::string> answers(const std::vector<Exploration>& all) {
  std::vector<std::string> texts;
  for (const Exploration& one : all) texts.push_back(answer_of(one));
  return texts;
}

const std::vector<std::string>& answers_of_one_process() {
  static const std::vector<std::string> texts = [] {
    std::vector<Exploration> all = explorations();
    for (Exploration& one : all) one.run({}, nullptr);
    return answers(all);
  }();
  return texts;
}

Work work_on(const Round& round, std::size_t i, std::uint64_t executions) {
  Work work = read_shard(text_of_shard(round, i), "shard", origin());
  ExploreLimits limits;
  limits.executions = executions;
  work.exploration.run(limits, nullptr);
  return work;
}

/// One history of a cluster: shards are worked on in bursts; results are lost, torn, done twice, or
/// come from the round before; until nothing is left.
class History {
 public:
  explicit History(unsigned seed) : random_(seed) {}

  std::vector<std::string> run() {
    Round round = divide_round(explorations(), 1 + below(12), 1);
    for (;;) {
      round = read_round(text_of(round), "round", origin());
      std::vector<std::string> results = work_on_all(round);
      std::ranges::shuffle(results, random_);
      Gathering gathering(round, origin());
      for (const std::string& result : results) gathering.take(result, "result");
      for (const std::string& result : late_) gathering.take(result, "late");
      late_ = std::move(results);
      Gathered gathered = gathering.finish();
      if (std::ranges::all_of(gathered.explorations, &Exploration::done))
        return answers(gathered.explorations);
      round = divide_round(std::move(gathered.explorations), 1 + below(12), round.number + 1);
    }
  }

 private:
  std::size_t below(unsigned n) { return random_() % n; }

  std::vector<std::string> work_on_all(const Round& round) {
    std::vector<std::string> results;
    for (std::size_t i = 0; i < round.shards.size(); ++i) {
      const std::size_t fate = below(8);
      if (fate == 0) continue;  // lost
      const Work work = work_on(round, i, fate < 3 ? 1 + below(20) : 0);
      std::string text = text_of(work);
      if (fate == 3) results.push_back(text);  // done twice
      if (fate == 4) results.push_back(text_of(work_on(round, i, 1 + below(9))));
      if (fate == 5) text.resize(below(static_cast<unsigned>(text.size())));  // torn
      if (fate == 6 && below(2) == 0) text[text.size() / 2] ^= 1;             // changed on its way
      results.push_back(std::move(text));
    }
    return results;
  }

  std::mt19937 random_;
  std::vector<std::string> late_;
};

/// Executions are taken up through their decisions, also below branches of which both outcomes were
/// tried: an interrupted writer waits for what the interrupt has still to write.
TEST(Results, AreTakenUpAfterEachExecution) {
  Exploration nested{ResumableCheck(checks()[1])};
  ExploreLimits limits;
  limits.executions = 1;
  while (!nested.done()) {
    nested.run(limits, nullptr);
    nested = Exploration(Json::parse(nested.to_json().dump()), origin());
  }
  EXPECT_TRUE(nested.has_violation());
  EXPECT_EQ(answer_of(nested), answers_of_one_process()[1]);
}

class Histories : public ::testing::TestWithParam<unsigned> {};

TEST_P(Histories, EndAsOneProcess) {
  for (unsigned i = 0; i < 10; ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(History(10 * GetParam() + i).run(), answers_of_one_process());
  }
}

INSTANTIATE_TEST_SUITE_P(Tens, Histories, ::testing::Range(0U, 10U));

/// A round of four shards or so, with the results of all of them.
struct Done {
  Round round = divide_round(explorations(), 8, 1);
  std::vector<std::string> results;
  Done() {
    for (std::size_t i = 0; i < round.shards.size(); ++i)
      results.push_back(text_of(work_on(round, i, 0)));
  }
};

const Done& done() {
  static const Done value;
  return value;
}

TEST(Gathering, NoticesWhatDoesNotCount) {
  std::string other_build = done().results[0];
  other_build.replace(other_build.find(this_build()), this_build().size(), "0.0.1");
  std::string torn = done().results[0];
  torn.resize(torn.size() - 30);
  Round other = divide_round(explorations(), 9, 2);
  struct Row {
    const char* name;
    std::string first;
    const char* notice;
    std::size_t done;
  };
  const std::size_t all = done().results.size();
  for (const Row& row : {
           Row{"of another build", other_build, "was written by ringcheck 0.0.1", all - 1},
           Row{"torn", torn, "torn", all - 1},
           Row{"a shard in the place of a result", text_of_shard(done().round, 0),
               "saw no ringcheck-result-1", all - 1},
           Row{"of another round", text_of(work_on(other, 0, 0)), "is of round 2", all - 1},
           Row{"twice", done().results[1], "was done twice", all - 1},
       }) {
    SCOPED_TRACE(row.name);
    Gathering gathering(done().round, origin());
    for (std::size_t i = 1; i < all; ++i) gathering.take(done().results[i], "other");
    gathering.take(row.first, "first");
    const Gathered gathered = gathering.finish();
    EXPECT_EQ(gathered.done, row.done);
    EXPECT_THAT(gathered.notices, Contains(HasSubstr(row.notice)));
    EXPECT_FALSE(std::ranges::all_of(gathered.explorations, &Exploration::done));
  }
}

TEST(Gathering, OfNothingLeavesAll) {
  Gathering gathering(done().round, origin());
  Gathered gathered = gathering.finish();
  EXPECT_EQ(gathered.done + gathered.begun, 0U);
  for (Exploration& exploration : gathered.explorations) exploration.run({}, nullptr);
  EXPECT_EQ(answers(gathered.explorations), answers_of_one_process());
}

TEST(Shards, OfWhatIsDoneAreNone) {
  std::vector<Exploration> all = explorations();
  for (Exploration& one : all) one.run({}, nullptr);
  EXPECT_TRUE(divide_round(std::move(all), 5, 3).shards.empty());
}

TEST(Shards, AreAboutAsManyAsAskedFor) {
  for (const std::size_t wanted : {3U, 8U, 40U}) {
    const Round round = divide_round(explorations(), wanted, 1);
    EXPECT_GE(round.shards.size() + 4, wanted);
    EXPECT_LE(round.shards.size(), wanted + 4);
    for (const Shard& shard : round.shards) EXPECT_FALSE(shard.paths.empty());
  }
}

/// Nearly all executions are below interrupts that come late or never.
TEST(Shards, OfNestedInterruptsAreAboutEqual) {
  struct Row {
    const char* scenario;
    const char* settings;
    double largest;  ///< relative to the average share
  };
  for (const Row& row : {Row{"perf-ring-nested", "records=3 polls=3", 3},
                         Row{"perf-ring-nested", "records=2 polls=2", 2},
                         Row{"spsc-ring", "records=6 polls=6", 1.6}}) {
    SCOPED_TRACE(std::string(row.scenario) + " " + row.settings);
    std::vector<Exploration> all;
    all.emplace_back(ResumableCheck(check(row.scenario, "sc", row.settings)));
    const Round round = divide_round(std::move(all), 24, 1);
    double largest = 0;
    double sum = 0;
    for (std::size_t i = 0; i < round.shards.size(); ++i) {
      const auto share = static_cast<double>(work_on(round, i, 0).exploration.executions());
      largest = std::max(largest, share);
      sum += share;
    }
    EXPECT_LE(largest, row.largest * sum / static_cast<double>(round.shards.size()));
  }
}

TEST(Shards, RefuseWhatIsNotTheirs) {
  const std::string shard = text_of_shard(done().round, 0);
  const Work first = read_shard(shard, "0", origin());
  EXPECT_THROW(read_result(done().results[1], "1", first, origin()), InputError);
  EXPECT_THROW(read_shard(shard.substr(0, shard.size() / 2), "0", origin()), InputError);
  EXPECT_THROW(read_shard(done().results[0], "0", origin()), InputError);
  Json lying = unsealed("shard", shard, "0");
  lying["exploration"]["check"]["scenario"] = "no such scenario";
  EXPECT_THROW(read_shard(sealed("shard", lying), "0", origin()), InputError);
}

TEST(Seal, IsOfEveryByte) {
  const std::string whole = sealed("test", Json{{"a", 1}, {"b", "two"}});
  EXPECT_EQ(unsealed("test", whole, "file").at("b"), "two");
  for (std::size_t n = 0; n < whole.size(); ++n) {
    EXPECT_THROW(unsealed("test", whole.substr(0, n), "file"), InputError) << n;
    std::string changed = whole;
    changed[n] ^= 1;
    EXPECT_THROW(unsealed("test", changed, "file"), InputError) << n;
  }
}

}  // namespace
}  // namespace ringcheck::shards
