// Each model on the classic shapes: which are allowed, and which axiom forbids the others.
#include "models/model.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <map>

#include "models/any_checker.hpp"
#include "models/evaluation.hpp"
#include "models/model_data.hpp"
#include "tests/models/shapes.hpp"

namespace ringcheck {
namespace {

using namespace ringcheck::tests;

constexpr const char* kAllowed = "";

/// Axiom that forbids a shape under each model; kAllowed if none does.
struct Expectation {
  const char* shape;
  ExecutionGraph graph;
  std::map<std::string, std::string> axiom;
};

/// What each model says about a shape; all models are named, so that none is forgotten.
struct Verdicts {
  const char *sc, *tso, *armv8, *riscv, *power, *rc11, *lkmm;
};

Expectation row(const char* shape, const ExecutionGraph& graph, const Verdicts& by) {
  return {shape,
          graph,
          {{"sc", by.sc},
           {"x86-tso", by.tso},
           {"armv8", by.armv8},
           {"riscv", by.riscv},
           {"power", by.power},
           {"rc11", by.rc11},
           {"lkmm", by.lkmm}}};
}

std::vector<Expectation> expectations() {
  const Side none{};
  const Side wmb{.fence = Tag::wmb};
  const Side rmb{.fence = Tag::rmb};
  const Side mb{.fence = Tag::mb};
  const Side barrier{.fence = Tag::compiler_barrier};
  const Side release{.second = {Tag::release}};
  const Side acquire{.first = {Tag::acquire}};
  const Side addr{.dependency = Dependency::addr};
  const Side data{.dependency = Dependency::data};
  const Side ctrl{.dependency = Dependency::ctrl};
  std::vector<Expectation> rows;
  // shape, sc, x86-tso, armv8, riscv, power, rc11, lkmm
  rows.push_back(
      row("MP", mp(none, none), {"sc", "tso", kAllowed, kAllowed, kAllowed, kAllowed, kAllowed}));
  rows.push_back(row("MP+barrier+barrier", mp(barrier, barrier),
                     {"sc", "tso", kAllowed, kAllowed, kAllowed, kAllowed, kAllowed}));
  rows.push_back(row("MP+wmb+po", mp(wmb, none),
                     {"sc", "tso", kAllowed, kAllowed, kAllowed, kAllowed, kAllowed}));
  rows.push_back(
      row("MP+wmb+rmb", mp(wmb, rmb),
          {"sc", "tso", "external", "global-order", "observation", "coherence", "happens-before"}));
  rows.push_back(
      row("MP+mb+mb", mp(mb, mb),
          {"sc", "tso", "external", "global-order", "observation", "coherence", "happens-before"}));
  rows.push_back(
      row("MP+rel+acq", mp(release, acquire),
          {"sc", "tso", "external", "global-order", "observation", "coherence", "happens-before"}));
  rows.push_back(
      row("MP+wmb+addr", mp(wmb, addr),
          {"sc", "tso", "external", "global-order", "observation", kAllowed, "happens-before"}));
  rows.push_back(row("MP+wmb+ctrl", mp(wmb, ctrl),
                     {"sc", "tso", kAllowed, kAllowed, kAllowed, kAllowed, kAllowed}));
  rows.push_back(row("MP+rmb+rmb", mp(rmb, rmb),
                     {"sc", "tso", kAllowed, kAllowed, "observation", kAllowed, kAllowed}));
  rows.push_back(row("SB", sb(none, none),
                     {"sc", kAllowed, kAllowed, kAllowed, kAllowed, kAllowed, kAllowed}));
  rows.push_back(row("SB+mb+po", sb(mb, none),
                     {"sc", kAllowed, kAllowed, kAllowed, kAllowed, kAllowed, kAllowed}));
  rows.push_back(
      row("SB+mb+mb", sb(mb, mb),
          {"sc", "tso", "external", "global-order", "propagation", "sc", "propagation"}));
  rows.push_back(row("SB+rel+acq", sb(release, acquire),
                     {"sc", kAllowed, kAllowed, kAllowed, kAllowed, kAllowed, kAllowed}));
  rows.push_back(row("LB", lb(none, none),
                     {"sc", "tso", kAllowed, kAllowed, kAllowed, "no-thin-air", kAllowed}));
  rows.push_back(row("LB+ctrl+ctrl", lb(ctrl, ctrl),
                     {"sc", "tso", "external", "global-order", "happens-before", "no-thin-air",
                      "happens-before"}));
  rows.push_back(row("LB+data+data", lb(data, data),
                     {"sc", "tso", "external", "global-order", "happens-before", "no-thin-air",
                      "happens-before"}));
  rows.push_back(row("LB+data+mb", lb(data, mb),
                     {"sc", "tso", "external", "global-order", "happens-before", "no-thin-air",
                      "happens-before"}));
  rows.push_back(row("LB+data+po", lb(data, none),
                     {"sc", "tso", kAllowed, kAllowed, kAllowed, "no-thin-air", kAllowed}));
  rows.push_back(
      row("LB+rmb+rmb", lb(rmb, rmb),
          {"sc", "tso", "external", kAllowed, "happens-before", "no-thin-air", kAllowed}));
  rows.push_back(row("2+2W", two_plus_two_w(none, none),
                     {"sc", "tso", kAllowed, kAllowed, kAllowed, kAllowed, kAllowed}));
  rows.push_back(row("2+2W+wmb+wmb", two_plus_two_w(wmb, wmb),
                     {"sc", "tso", "external", "global-order", "propagation", kAllowed, kAllowed}));
  rows.push_back(
      row("2+2W+mb+mb", two_plus_two_w(mb, mb),
          {"sc", "tso", "external", "global-order", "propagation", "sc", "propagation"}));
  rows.push_back(row("IRIW", iriw(none, none),
                     {"sc", "tso", kAllowed, kAllowed, kAllowed, kAllowed, kAllowed}));
  rows.push_back(row("IRIW+addr+addr", iriw(addr, addr),
                     {"sc", "tso", "external", "global-order", kAllowed, kAllowed, kAllowed}));
  rows.push_back(row("IRIW+acq+acq", iriw(acquire, acquire),
                     {"sc", "tso", "external", "global-order", kAllowed, kAllowed, kAllowed}));
  rows.push_back(
      row("IRIW+mb+mb", iriw(mb, mb),
          {"sc", "tso", "external", "global-order", "propagation", "sc", "propagation"}));
  rows.push_back(row("WRC+data+rmb", wrc(data, rmb),
                     {"sc", "tso", "external", "global-order", kAllowed, kAllowed, kAllowed}));
  rows.push_back(
      row("WRC+rel+rmb", wrc(release, rmb),
          {"sc", "tso", "external", "global-order", "observation", "coherence", "happens-before"}));
  rows.push_back(row(
      "CoRR", corr(),
      {"sc", "coherence", "internal", "coherence", "sc-per-location", "coherence", "coherence"}));
  rows.push_back(row(
      "CoWW", coww(),
      {"sc", "coherence", "internal", "coherence", "sc-per-location", "coherence", "coherence"}));
  rows.push_back(row(
      "CoRW", corw(),
      {"sc", "coherence", "internal", "coherence", "sc-per-location", "coherence", "coherence"}));
  rows.push_back(row(
      "CoWR", cowr(),
      {"sc", "coherence", "internal", "coherence", "sc-per-location", "coherence", "coherence"}));
  rows.push_back(row("RMW+between", write_within_rmw(),
                     {"atomic", "atomic", "atomic", "atomic", "atomic", "atomic", "atomic"}));
  rows.push_back(
      row("SB+xchg+xchg", sb_with_xchg(),
          {"sc", "tso", "external", "global-order", "propagation", "sc", "propagation"}));
  rows.push_back(row("SB+local+local", sb_with_local_rmw(),
                     {"sc", kAllowed, kAllowed, kAllowed, kAllowed, kAllowed, kAllowed}));
  return rows;
}

std::string axiom_of(const Model& model, const ExecutionGraph& graph) {
  const auto refusal = model.refusal(graph);
  return refusal ? refusal->axiom : kAllowed;
}

TEST(Models, ClassicShapes) {
  for (const Expectation& expected : expectations()) {
    for (const auto& [name, axiom] : expected.axiom) {
      SCOPED_TRACE(std::string(expected.shape) + " under " + name);
      const Model model = find_model(name);
      EXPECT_EQ(axiom_of(model, expected.graph), axiom);
      EXPECT_EQ(CatChecker(model).consistent(expected.graph), axiom == kAllowed);
      EXPECT_EQ(CatChecker(model).consistent_when_complete(expected.graph), axiom == kAllowed);
    }
  }
}

// Every model allows what SC allows. The kernel model allows what the kernel's primitives show on a
// machine.
TEST(Models, StrongerModelsAllowLess) {
  Random random(6);
  std::map<std::string, CatChecker> checkers;
  for (std::string_view name : model_names())
    checkers.emplace(std::string(name), CatChecker(find_model(name)));
  constexpr std::pair<const char*, const char*> kStronger[] = {
      {"sc", "x86-tso"}, {"sc", "armv8"},  {"sc", "riscv"},     {"sc", "power"},
      {"sc", "rc11"},    {"sc", "lkmm"},   {"x86-tso", "lkmm"}, {"armv8", "lkmm"},
      {"riscv", "lkmm"}, {"power", "lkmm"}};
  std::map<std::string, int> allowed;
  for (int i = 0; i < 20000; ++i) {
    const ExecutionGraph graph = kernel_like_graph(random, 5 + below(random, 5));
    for (const auto& [strong, weak] : kStronger) {
      if (!checkers.at(strong).consistent(graph)) continue;
      ++allowed[strong];
      ASSERT_TRUE(checkers.at(weak).consistent(graph))
          << strong << " allows, " << weak << " does not: " << graph.canonical();
    }
  }
  for (const auto& [strong, count] : allowed) EXPECT_GT(count, 500) << strong;
}

// The simplified program gives the same answers as a literal reading of the text.
TEST(Models, SimplifiedPlansMeanWhatTheTextSays) {
  Random random(11);
  int flagged = 0;
  int consistent = 0;
  for (int i = 0; i < 3000; ++i) {
    const bool kernel_like = i % 2 == 0;
    ExecutionGraph graph = kernel_like ? kernel_like_graph(random, 5 + below(random, 4))
                                       : random_graph(random, {.events = 5 + below(random, 4)});
    for (int e = 2; e < graph.size() && kernel_like; ++e)
      if (graph[static_cast<EventNumber>(e)].kind != EventKind::fence && chance(random, 30))
        graph.event(static_cast<EventNumber>(e)).tags = {};
    for (std::string_view name : model_names()) {
      const Model model = find_model(name);
      const bool admitted = CatChecker(model).consistent_when_complete(graph);
      ASSERT_EQ(admitted, !model.refusal(graph)) << name << " " << graph.canonical();
      if (admitted) ++consistent;
      std::vector<std::string> flags;
      Evaluation<1> text(model.data().text);
      text.load(graph);
      for (const cat::Test& flag : model.data().text.flags)
        if (text.holds(flag)) flags.push_back(flag.name);
      ASSERT_EQ(model.flags(graph), flags) << name << " " << graph.canonical();
      if (!flags.empty()) ++flagged;
    }
  }
  EXPECT_GT(flagged, 1000);
  EXPECT_GT(consistent, 1000);
}

// An operation that may fail or succeed does not change what is known about other events.
TEST(Models, UndecidedOperationsHideNothing) {
  for (std::string_view name : model_names()) {
    const Side mb{.fence = Tag::mb};
    ExecutionGraph graph = sb(mb, mb);
    Event read;
    read.id = {2, 0};
    read.kind = EventKind::read;
    read.location = 0;
    read.tags = {Tag::once};
    read.other_tags = {Tag::acquire};
    read.compare = Compare::succeed_if_equal;
    read.claim = Claim::maybe;
    graph.add(read);
    EXPECT_FALSE(CatChecker(find_model(name)).consistent(graph)) << name;
  }
}

TEST(Models, NamesAreFoundAndOthersAreRefusedWithAList) {
  for (std::string_view name : model_names()) {
    const Model model = find_model(name);
    EXPECT_EQ(model.name(), name);
    EXPECT_FALSE(model.title().empty());
    EXPECT_NE(model.data().program.plan.find(model.order()), cat::kNoNode) << name;
    EXPECT_FALSE(model.data().exact_only_when_complete) << name;
    const auto axioms = model.axioms();
    EXPECT_NE(std::ranges::find(axioms, "no-thin-air"), axioms.end()) << name;
  }
  try {
    (void)find_model("alpha");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "saw model 'alpha', expected one of sc, x86-tso, armv8, riscv, power, rc11, lkmm");
  }
}

TEST(Models, GracePeriodsAreRefusedByNameButByTheKernelsModel) {
  EXPECT_FALSE(find_model("lkmm").refuses({Tag::sync_rcu}));
  const Model armv8 = find_model("armv8");
  EXPECT_FALSE(armv8.refuses({Tag::rcu_lock}));
  ASSERT_TRUE(armv8.refuses({Tag::sync_rcu}));
  EXPECT_NE(armv8.refuses({Tag::sync_rcu})->find("synchronize_rcu"), std::string::npos);
}

TEST(Models, OrderIsTransitive) {
  const Model lkmm = find_model("lkmm");
  GraphBuilder b(2);
  const auto w1 = b.write(0, 0);
  b.fence(0, Tag::wmb);
  const auto w2 = b.write(0, 1);
  const auto r1 = b.read(1, 1, {Tag::acquire});
  const auto r2 = b.read(1, 0);
  b.co(0, w1);
  b.co(1, w2);
  b.rf(w2, r1);
  b.rf(w1, r2);
  EXPECT_TRUE(lkmm.ordered(b.graph(), w1, w2));
  EXPECT_TRUE(lkmm.ordered(b.graph(), w1, r2));
  EXPECT_FALSE(lkmm.ordered(b.graph(), r2, w1));
  EXPECT_FALSE(lkmm.ordered(b.graph(), r1, w2));
}

/// Two accesses of one thread, the first a load, and what is between them.
struct KeptRow {
  const char* what;
  bool marked;   ///< the load
  TagSet store;  ///< none: a plain store
  Tag fence;     ///< once: none
  bool address, control;
  bool kept;
};

TEST(Models, OrderOfTheKernelsModelReachesPlainAccesses) {
  const Model lkmm = find_model("lkmm");
  const TagSet plain;
  const KeptRow rows[] = {
      {"plain load, release", false, {Tag::release}, Tag::once, false, false, true},
      {"plain load, mb", false, {Tag::once}, Tag::mb, false, false, true},
      {"plain load, wmb", false, {Tag::once}, Tag::wmb, false, false, false},
      {"plain load, nothing", false, {Tag::once}, Tag::once, false, false, false},
      {"address of a plain store", true, plain, Tag::once, true, false, true},
      {"address from a plain load", false, {Tag::once}, Tag::once, true, false, false},
      {"control, plain store", true, plain, Tag::once, false, true, false},
      {"control, marked store", true, {Tag::once}, Tag::once, false, true, true},
  };
  for (const KeptRow& row : rows) {
    GraphBuilder b(2);
    const auto r = b.read(0, 0, row.marked ? TagSet{Tag::once} : plain);
    if (row.fence != Tag::once) b.fence(0, row.fence);
    const auto w = b.write(0, 1, row.store);
    if (row.address) b.addr(r, w);
    if (row.control) b.ctrl(r, w);
    b.rf(0, r);
    b.co(1, w);
    EXPECT_EQ(lkmm.ordered(b.graph(), r, w), row.kept) << row.what;
  }
}

TEST(Models, FlagsNameDataRacesAndMixedAccesses) {
  using Flags = std::vector<std::string>;
  const Model lkmm = find_model("lkmm");
  // Plain MP without order races; with release and acquire, and the read after that, it does not.
  const auto plain_mp = [](TagSet flag_write, TagSet flag_read, bool late) {
    GraphBuilder b(2);
    const auto w1 = b.write(0, 0, {});
    const auto w2 = b.write(0, 1, flag_write);
    const auto r1 = b.read(1, 1, flag_read);
    const auto r2 = b.read(1, 0, {});
    b.co(0, w1);
    b.co(1, w2);
    b.rf(w2, r1);
    b.rf(late ? w1 : EventNumber{0}, r2);
    return b.graph();
  };
  EXPECT_EQ(lkmm.flags(plain_mp({Tag::once}, {Tag::once}, true)), Flags{"data-race"});
  EXPECT_EQ(lkmm.flags(plain_mp({Tag::release}, {Tag::acquire}, true)), Flags{});
  EXPECT_EQ(axiom_of(lkmm, plain_mp({Tag::release}, {Tag::acquire}, false)), "plain-coherence");
  EXPECT_EQ(find_model("rc11").flags(plain_mp({Tag::once}, {Tag::once}, true)), Flags{"data-race"});
  EXPECT_EQ(find_model("rc11").flags(plain_mp({Tag::release}, {Tag::acquire}, true)), Flags{});

  GraphBuilder b(1);
  const auto w1 = b.write(0, 0, {});
  const auto w2 = b.write(0, 0, {Tag::once});
  b.co(0, w1);
  b.co(w1, w2);
  EXPECT_EQ(lkmm.flags(b.graph()), Flags{"mixed-accesses"});
}

// Load buffering of plain accesses, each write depending on the read before it: the kernel's model
// allows it, with a data race; here no value comes out of thin air.
TEST(Models, fixme_OutOfThinAirIsRefused) {
  const Side plain{.first = {}, .second = {}, .dependency = Dependency::data};
  EXPECT_EQ(axiom_of(find_model("lkmm"), lb(plain, plain)), "no-thin-air");
}

}  // namespace
}  // namespace ringcheck
