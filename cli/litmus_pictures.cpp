// Pictures of a litmus test's executions.
// Tested by tests/cli/litmus_options_test.cpp.
#include "cli/litmus_pictures.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "cli/execution_dot.hpp"
#include "cli/explorer_page.hpp"
#include "cli/graphviz.hpp"
#include "cli/output.hpp"
#include "explore/decisions.hpp"
#include "explore/explore.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

std::string_view ending_of(PictureFormat format) {
  switch (format) {
    case PictureFormat::dot:
      return ".dot";
    case PictureFormat::svg:
      return ".svg";
    case PictureFormat::html:
      return ".html";
  }
  return "";
}

}  // namespace

void LitmusPictures::take(const ShownExecution& execution) {
  const bool wanted = options_.show == ShownExecutions::all ||
                      execution.positive == (options_.show == ShownExecutions::prop);
  if (!wanted || drawn_.size() == options_.limit_pictures) {
    left_out_ = left_out_ || wanted;
    return;
  }
  switch (options_.format) {
    case PictureFormat::dot:
      drawn_.push_back(dot(execution));
      break;
    case PictureFormat::svg:
      drawn_.push_back(svg_of_dot(dot(execution)));
      break;
    case PictureFormat::html:
      drawn_.push_back(page(execution));
      break;
  }
}

std::string LitmusPictures::dot(const ShownExecution& execution) const {
  PictureOptions whole;
  whole.all = true;
  const std::size_t number = drawn_.size() + 1;
  return execution_dot(picture_of(execution.program, execution.graph, whole),
                       fmt::format("{} {}", test_, number),
                       fmt::format("{}, execution {}: {}", test_, number, execution.state));
}

std::string LitmusPictures::page(const ShownExecution& execution) const {
  const ExecutionGraph graph =
      rebuild(execution.program, decisions_of(execution.graph), Dependence::syntactic);
  const Transcript transcript = transcribe(execution.program, graph, Dependence::syntactic);
  Explained explained{execution.program, graph, transcript, model_, {}, {}, {}};
  explained.title = fmt::format("{}, execution {}", test_, drawn_.size() + 1);
  explained.message = fmt::format("{} The condition's proposition is {}.", execution.state,
                                  execution.positive ? "true" : "false");
  explained.setting = fmt::format("litmus test {} under {}", test_, model_.name());
  explained.commands = {fmt::format("ringcheck litmus run --model {} --show {} --as html -o DIR {}",
                                    model_.name(),
                                    options_.show == ShownExecutions::all    ? "all"
                                    : options_.show == ShownExecutions::prop ? "prop"
                                                                             : "neg",
                                    file_)};
  explained.litmus = text_;
  return explorer_page(explained);
}

std::string LitmusPictures::write(const std::string& name) {
  const std::filesystem::path folder = options_.pictures;
  const std::string ending(ending_of(options_.format));
  const std::string path = (folder / (name + ending)).string();
  if (options_.format == PictureFormat::dot) {
    std::string text;
    for (const std::string& one : drawn_) text += one;
    if (!drawn_.empty()) write_output(path, text);
  } else {
    for (std::size_t i = 0; i < drawn_.size(); ++i)
      write_output((folder / fmt::format("{}-{}{}", name, i + 1, ending)).string(), drawn_[i]);
  }
  return left_out_ ? fmt::format("{}: {} executions are drawn, more are not\n", path, drawn_.size())
                   : "";
}

std::map<std::string, std::string> picture_names(const std::vector<std::string>& files) {
  std::map<std::string, std::string> names;
  std::set<std::string> taken;
  for (const std::string& file : files) {
    if (file == "-" || names.contains(file)) continue;
    try {
      const std::string name = litmus_name(read_input(file), file);
      std::string own = name;
      for (int n = 2; !taken.insert(own).second; ++n) own = fmt::format("{}.{}", name, n);
      names.emplace(file, own);
    } catch (const InputError&) {
      continue;  // the run says what is wrong with it
    }
  }
  return names;
}

}  // namespace ringcheck
