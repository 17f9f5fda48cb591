// Tested by being used.
#include "tests/models/compiled.hpp"

#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "models/evaluation.hpp"
#include "tests/models/random_graph.hpp"

namespace ringcheck::cat {

using ringcheck::tests::Random;
using ringcheck::tests::random_graph;

Plan compile_files(const Files& files, Style style) {
  const auto source = [&](const std::string& name) -> SourcePtr {
    const auto file = files.find(name);
    return file == files.end() ? nullptr : std::make_shared<Source>(Source{name, file->second});
  };
  const Loader loader = [&](const std::string& name, const Position&) { return source(name); };
  Beside beside;
  beside.bell = source("main.bell");
  return compile(source("main.cat"), loader, kLinuxVocabulary, style, beside);
}

Plan compile_text(const std::string& text, Style style) {
  return compile_files({{"main.cat", text}}, style);
}

std::string error_of(const Files& files) {
  try {
    (void)compile_files(files, Style::literal);
  } catch (const InputError& error) {
    return error.diagnostic().text();
  }
  return "no error";
}

std::string error_of(const std::string& text) {
  return error_of(Files{{"main.cat", text}});
}

void expect_same(const std::string& text, const std::string& left, const std::string& right) {
  SCOPED_TRACE(text);
  for (Style style : {Style::literal, Style::optimised}) {
    const Plan plan = compile_text(text, style);
    Evaluation<1> values(plan);
    Random random(9);
    for (int i = 0; i < 60; ++i) {
      const ExecutionGraph graph = random_graph(random, {.events = 4 + i % 12});
      values.load(graph);
      const NodeId a = plan.find(left);
      const NodeId b = plan.find(right);
      ASSERT_EQ(plan.nodes[static_cast<std::size_t>(a)].type,
                plan.nodes[static_cast<std::size_t>(b)].type);
      if (plan.nodes[static_cast<std::size_t>(a)].type == Type::set) {
        ASSERT_EQ(values.set(a), values.set(b)) << graph.canonical();
        continue;
      }
      for (int e = 0; e < graph.size(); ++e)
        ASSERT_EQ(values.row(a, e), values.row(b, e)) << graph.canonical();
    }
  }
}

}  // namespace ringcheck::cat
