// Tested by tests/source/replay_test.cpp.
#include "source/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "check/execution_json.hpp"
#include "graph/diagnostic.hpp"
#include "models/for_programs.hpp"
#include "source/judge.hpp"

namespace ringcheck::source {

namespace {

using Json = nlohmann::ordered_json;

/// By Ending.
constexpr std::string_view kEndings[] = {"complete", "blocked", "cut", "fault"};

Ending ending_of(const std::string& name) {
  const auto* found = std::ranges::find(kEndings, name);
  if (found == std::end(kEndings))
    throw InputError({"witness", 0, 0, "saw the ending " + name + ", which there is not"});
  return static_cast<Ending>(found - std::begin(kEndings));
}

/// The numbers of a demand in one line.
std::string line_of(const Demand& d) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {}", static_cast<int>(d.kind),
                     d.address, d.bytes, int{d.atomic}, d.place, d.thread, d.created.creator,
                     d.created.number, d.created.routine, d.created.argument, int{d.created.waits},
                     number_of(d.order.tags), number_of(d.order.fence), d.access);
}

Demand demand_of(const std::string& line) {
  std::istringstream in(line);
  Demand d;
  unsigned kind = 0;
  CreatedThread& c = d.created;
  in >> kind >> d.address >> d.bytes >> d.atomic >> d.place >> d.thread;
  std::uint64_t tags = 0;
  std::uint64_t fence = 0;
  in >> c.creator >> c.number >> c.routine >> c.argument >> c.waits >> tags >> fence >> d.access;
  if (!in || kind > static_cast<unsigned>(Demand::Kind::keep))
    throw InputError({"witness", 0, 0, "saw \"" + line + "\", expected what was learnt"});
  d.kind = static_cast<Demand::Kind>(kind);
  d.order = {tags_of(tags), tags_of(fence)};
  return d;
}

}  // namespace

Json settings_json(const ProgramCheck& check) {
  const SubjectOptions& subject = check.options.subject;
  return {{"file", check.file},
          {"arguments", check.compile.arguments},
          {"opt", check.compile.optimise},
          {"reader", check.compile.reader},
          {"model", check.model},
          {"entry", subject.entry},
          {"unroll", subject.unroll},
          {"no_unroll", subject.not_unrolled},
          {"volatile", subject.volatile_is_atomic},
          {"symmetry", subject.symmetry},
          {"races", check.options.races},
          {"termination", check.options.termination},
          {"leaks", check.options.leaks}};
}

ProgramCheck settings_from(const Json& json) {
  ProgramCheck check;
  SubjectOptions& subject = check.options.subject;
  json.at("file").get_to(check.file);
  json.at("arguments").get_to(check.compile.arguments);
  json.at("opt").get_to(check.compile.optimise);
  check.compile.reader = json.value("reader", "");
  json.at("model").get_to(check.model);
  json.at("entry").get_to(subject.entry);
  json.at("unroll").get_to(subject.unroll);
  json.at("no_unroll").get_to(subject.not_unrolled);
  json.at("volatile").get_to(subject.volatile_is_atomic);
  subject.symmetry = json.value("symmetry", true);
  json.at("races").get_to(check.options.races);
  json.at("termination").get_to(check.options.termination);
  check.options.leaks = json.value("leaks", false);
  return check;
}

Json learnt_json(const std::vector<Demand>& learnt) {
  Json json = Json::array();
  for (const Demand& demand : learnt) json.push_back(line_of(demand));
  return json;
}

std::vector<Demand> learnt_from(const Json& json) {
  std::vector<Demand> learnt;
  for (const Json& line : json) learnt.push_back(demand_of(line.get<std::string>()));
  return learnt;
}

Json error_json(const CheckResult& result) {
  Json json = {{"kind", name_of(result.error->kind)},
               {"where", result.error->where},
               {"what", result.error->what}};
  if (result.execution) {
    const ErrorExecution& shown = *result.execution;
    json["ending"] = kEndings[static_cast<std::size_t>(shown.ending)];
    json["learnt"] = learnt_json(shown.learnt);
    json["decisions"] = decisions_json(shown.graph, shown.program);
    json["threads"] = threads_json(shown.graph, shown.program);
  }
  return json;
}

bool run_again(const Subject& subject, const CheckOptions& options, const Json& error,
               CheckResult& result) {
  Program program = subject.program();
  program.symmetric.clear();  // One execution does not depend on which threads are alike.
  const Dependence dependence = subject.dependence();
  const ExecutionGraph graph = graph_from(error.at("decisions"), program, dependence);
  const Ending ending = ending_of(error.at("ending").get<std::string>());
  if (const char* text = fault_of(program, graph, dependence); text != nullptr) {
    const Fault& fault = subject.faults().find(text);
    if (fault.kind == Fault::Kind::demand)
      throw InputError({"witness", 0, 0, "saw steps that do not fit the program: it has changed"});
    result.error = ProgramError{fault.error, fault.what, subject.code().where(fault.place), ""};
  } else {
    const Judge judge(subject, program, subject.model(), options);
    result.error = judge.judge({.graph = graph, .ending = ending}).error;
  }
  keep_execution(subject, program, graph, ending, result);
  return !subject.model().refusal(graph).has_value();
}

std::string witness_json(const ProgramCheck& check, const CheckResult& result) {
  Json json = {{"format", kWitnessFormat}};
  json.update(settings_json(check));
  json.update(error_json(result));
  return json.dump(1) + "\n";
}

ProgramReplay replay_program(const std::string& text) try {
  const Json json = Json::parse(text);
  if (json.at("format") != kWitnessFormat)
    throw InputError({"witness", 0, 0, std::string("expected format ") + kWitnessFormat});
  ProgramReplay replay;
  replay.check = settings_from(json);
  const Model model = for_programs(find_model(replay.check.model));
  const auto code =
      std::make_shared<const Code>(make_code(compile(replay.check.file, replay.check.compile)));
  Subject subject(code, model, subject_options(replay.check.options));
  if (!json.contains("decisions") || subject.early_error()) {
    replay.result = check_program(code, model, replay.check.options);
    return replay;
  }
  for (const Demand& demand : learnt_from(json.at("learnt"))) subject.learn(demand);
  replay.consistent = run_again(subject, replay.check.options, json, replay.result);
  if (replay.result.error) replay.result.verdict = CheckResult::Verdict::violated;
  Program program = subject.program();
  program.symmetric.clear();
  replay.dependent = graph_from(json.at("decisions"), program, Dependence::syntactic);
  return replay;
} catch (const nlohmann::json::exception& error) {
  throw InputError({"witness", 0, 0, error.what()});
}

}  // namespace ringcheck::source
