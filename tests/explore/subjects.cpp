// Tested by being used.
#include "tests/explore/subjects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "explore/explore_with.hpp"
#include "models/cat_checker.hpp"
#include "models/for_pieces.hpp"
#include "models/model.hpp"
#include "tests/explore/naive_checker.hpp"
#include "tests/oracle/naive_axioms.hpp"

namespace ringcheck {

namespace {

using Axiom = bool (*)(const ExecutionGraph&);

Axiom axiom_for_model(const std::string& name) {
  if (name == "sc") return oracle::naive_sc;
  if (name == "x86-tso") return oracle::naive_tso;
  return nullptr;
}

template <Axiom Decides>
Subject naive(const std::string& name, Dependence dependence) {
  Subject subject;
  subject.name = name;
  subject.dependence = dependence;
  subject.judge = [](const ExecutionGraph& graph) { return Decides(graph); };
  subject.explore = [dependence](const Program& program, const ExecutionVisitor& visit) {
    NaiveChecker<Decides> checker;
    return explore_with(checker, program, dependence, {}, visit);
  };
  return subject;
}

Subject subject_of(const std::string& name, const Model& model) {
  Subject subject;
  subject.name = name;
  subject.dependence = model.dependence();
  subject.judge = [text = std::make_shared<CatChecker>(model), axiom = axiom_for_model(name),
                   name](ExecutionGraph& graph) {
    const bool consistent = text->consistent(graph);
    if (axiom != nullptr && axiom(graph) != consistent)
      ADD_FAILURE() << name << ": the text says " << (consistent ? "consistent" : "inconsistent")
                    << ", the hand-written axiom does not: " << graph.canonical();
    return consistent;
  };
  subject.explore = [model](const Program& program, const ExecutionVisitor& visit) {
    return explore(program, model, {}, visit);
  };
  return subject;
}

}  // namespace

Subject model_subject(const std::string& name) {
  return subject_of(name, find_model(name));
}

Subject mixed_subject(const std::string& name) {
  return subject_of(name, for_pieces(find_model(name)).value());
}

Subject naive_subject(const std::string& axiom) {
  if (axiom == "naive_sc") return naive<oracle::naive_sc>(axiom, Dependence::program_order);
  if (axiom == "naive_tso") return naive<oracle::naive_tso>(axiom, Dependence::program_order);
  RC_CHECK(axiom == "naive_coherent", "no axiom of this name");
  return naive<oracle::naive_coherent>(axiom, Dependence::syntactic);
}

}  // namespace ringcheck
