// Tested by tests/shards.
#include "shards/exploration.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "check/execution_json.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck::shards {

namespace {

using Json = nlohmann::ordered_json;

using Any = std::variant<ResumableCheck, ResumableLitmus, source::DividedProgramCheck>;

Any any_of(const Json& json, const Origin& origin) {
  if (json.contains("litmus")) return ResumableLitmus(json);
  if (json.contains("program")) return source::DividedProgramCheck(json, origin.code_of);
  const Json& what = json.at("check");
  Check check = check_from(what, origin.catalogue);
  what.at("symmetry").get_to(check.symmetry);
  return ResumableCheck(check, json);
}

}  // namespace

Exploration::Exploration(const Json& json, const Origin& origin) try : it_(any_of(json, origin)) {
} catch (const nlohmann::json::exception& error) {
  throw InputError({"", 0, 0, error.what()});
}

Json Exploration::to_json() const {
  return std::visit([](const auto& it) { return it.to_json(); }, it_);
}

std::string Exploration::name() const {
  if (litmus() != nullptr) return litmus()->result().name + " under " + litmus()->model().name();
  if (program() != nullptr) return program()->check().file + " under " + program()->check().model;
  const Check& of = check()->check();
  return of.scenario->name + " under " + of.model->name();
}

Exploration Exploration::part(std::vector<Path> paths) const {
  if (litmus() != nullptr) return Exploration(litmus()->part(std::move(paths)));
  if (program() != nullptr) return Exploration(program()->part(std::move(paths)));
  ResumableCheck part(check()->check());
  part.leave(std::move(paths));
  return Exploration(std::move(part));
}

std::vector<Piece> Exploration::divide(std::size_t pieces) {
  return std::visit([&](auto& it) { return it.divide(pieces); }, it_);
}

void Exploration::append(Exploration&& part) {
  std::visit(
      [&](auto& it) {
        it.append(std::get<std::remove_cvref_t<decltype(it)>>(std::move(part.it_)));
      },
      it_);
}

std::string Exploration::settle() {
  auto* programs = std::get_if<source::DividedProgramCheck>(&it_);
  if (programs == nullptr || !programs->settle()) return "";
  return name() + ": something was learnt about the program: all of it is left again";
}

EndedBy Exploration::run(const ExploreLimits& limits, Workers* workers) {
  if (auto* test = std::get_if<ResumableLitmus>(&it_)) {
    test->run(limits);
    return test->counts().ended_by;
  }
  if (auto* programs = std::get_if<source::DividedProgramCheck>(&it_)) return programs->run(limits);
  CheckOptions options;
  options.limits = limits;
  options.workers = workers;
  options.visits_all = true;  // counts of states are then the same however often this is divided
  auto& it = std::get<ResumableCheck>(it_);
  it.run(options);
  return it.counts().ended_by;
}

bool Exploration::done() const {
  return std::visit([](const auto& it) { return it.done(); }, it_);
}

std::vector<Path> Exploration::left() const {
  return std::visit([](const auto& it) { return it.left(); }, it_);
}

bool Exploration::has_violation() const {
  if (program() != nullptr) return program()->has_error();
  return check() != nullptr && std::holds_alternative<Violated>(check()->result().verdict);
}

std::uint64_t Exploration::executions() const {
  if (program() != nullptr) return program()->executions();
  const ExploreCounts& counts = litmus() != nullptr ? litmus()->counts() : check()->counts();
  return counts.complete + counts.blocked + counts.cut + counts.faults;
}

}  // namespace ringcheck::shards
