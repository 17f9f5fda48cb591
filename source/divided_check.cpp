// Parts of checks of programs.
// One worker explores what is left in its order. What it knows of its paths therefore comes before
// what it has left of them: a part is what one worker knows.
// Tested by tests/source/divided_check_test.cpp.
#include "source/divided_check.hpp"

#include <algorithm>
#include <iterator>

#include "graph/diagnostic.hpp"
#include "models/for_programs.hpp"
#include "source/resumable_check.hpp"

namespace ringcheck::source {

namespace {

using Json = nlohmann::ordered_json;

/// Longest time that a check is explored before it is divided: where nearly no execution is
/// complete, a limit on their number would not end this.
constexpr double kFirstSeconds = 60;

/// A check of which only `learnt` is known, and these subtrees are left.
Json nothing_known(const Json& learnt, const std::vector<Path>& left) {
  return {{"done", false}, {"executions", 0}, {"blocked", 0},      {"cut", 0},
          {"bound", ""},   {"leak", ""},      {"explorations", 1}, {"learnt", learnt},
          {"rest", left},  {"error", nullptr}};
}

/// Adds what `later`, the next part, knows to `known`. Pre: no error in `known`.
void add(Json& known, const Json& later) {
  for (const char* count : {"executions", "blocked", "cut"})
    known.at(count) = known.at(count).get<std::uint64_t>() + later.at(count).get<std::uint64_t>();
  for (const char* place : {"bound", "leak"})
    if (known.at(place) == "") known.at(place) = later.at(place);
  known.at("error") = later.at("error");
}

/// The counts and errors of what ResumableProgramCheck::to_json made.
Json counts_of(const Json& all) {
  Json known;
  for (const char* member : {"executions", "blocked", "cut", "bound", "leak", "error"})
    known[member] = all.at(member);
  return known;
}

}  // namespace

bool DividedProgramCheck::Part::is_last() const {
  return !known.at("error").is_null() || !asks.is_null();
}

DividedProgramCheck::DividedProgramCheck(ProgramCheck check, std::shared_ptr<const Code> code)
    : check_(std::move(check)),
      digest_(code->unit.digest),
      code_of_([code = std::move(code)](const std::string&) { return code; }) {}

DividedProgramCheck::DividedProgramCheck(const Json& json, CodeOf code_of)
    : code_of_(std::move(code_of)) {
  const Json& what = json.at("program");
  check_ = settings_from(what);
  what.at("digest").get_to(digest_);
  learnt_ = learnt_json(learnt_from(json.at("learnt")));
  for (const Json& part : json.at("parts")) {
    const Json& asks = part.at("asks");
    if (!asks.is_null()) learnt_from(Json::array({asks}));
    parts_.push_back({part.at("at").get<Path>(), counts_of(part), asks});
    for (const char* count : {"executions", "blocked", "cut"})
      static_cast<void>(part.at(count).get<std::uint64_t>());
    for (const char* place : {"bound", "leak"})
      static_cast<void>(part.at(place).get<std::string>());
  }
  json.at("rest").get_to(left_);
}

Json DividedProgramCheck::to_json() const {
  Json what = settings_json(check_);
  what["digest"] = digest_;
  Json parts = Json::array();
  for (const Part& part : parts_) {
    Json json = {{"at", part.at}};
    json.update(part.known);
    json["asks"] = part.asks;
    parts.push_back(std::move(json));
  }
  return {{"program", std::move(what)},
          {"learnt", learnt_},
          {"parts", std::move(parts)},
          {"rest", left_}};
}

DividedProgramCheck DividedProgramCheck::part(std::vector<Path> paths) const {
  DividedProgramCheck part = *this;
  part.parts_.clear();
  part.left_ = std::move(paths);
  return part;
}

/// The check, with only what was learnt as known, and with what is left.
std::unique_ptr<ResumableProgramCheck> DividedProgramCheck::begin() const {
  auto check = std::make_unique<ResumableProgramCheck>(
      code_of_(digest_), for_programs(find_model(check_.model)), check_.options);
  check->resume(nothing_known(learnt_, left_));
  return check;
}

/// There is nothing left to explore: the program comes to its end before it creates a thread, or a
/// look was enough.
void DividedProgramCheck::take_all(const ResumableProgramCheck& check) {
  parts_ = {{{}, counts_of(check.to_json()), nullptr}};
  left_.clear();
}

void DividedProgramCheck::look() {
  const auto check = begin();
  if (!check->done()) check->look({});
  learnt_ = check->to_json().at("learnt");
  if (check->done()) take_all(*check);
}

EndedBy DividedProgramCheck::run(const ExploreLimits& limits) {
  if (done()) return EndedBy::nothing;
  const auto check = begin();
  if (check->done()) {
    take_all(*check);
    return EndedBy::nothing;
  }
  ParallelOptions how;
  how.limits = limits;
  const std::optional<Demand> asked = check->explore(how);
  const Json known = check->to_json();
  if (parts_.empty())
    parts_.push_back({left_.front(), counts_of(known), nullptr});
  else
    add(parts_.back().known, known);
  if (asked) parts_.back().asks = learnt_json({*asked}).front();
  known.at("rest").get_to(left_);
  return asked ? EndedBy::nothing : check->counts().ended_by;
}

std::vector<ringcheck::Piece> DividedProgramCheck::divide(std::size_t pieces,
                                                          std::uint64_t first_executions) {
  ExploreLimits first;
  first.executions = first_executions;
  first.seconds = kFirstSeconds;
  bool begins = first_executions > 0 && parts_.empty() && left_ == std::vector<Path>(1);
  while (begins) {
    run(first);
    begins = settle();
  }
  if (done()) return {};
  const auto check = begin();
  if (check->done()) {
    take_all(*check);
    return {};
  }
  left_.clear();
  return check->divide(pieces);
}

void DividedProgramCheck::append(DividedProgramCheck&& part) {
  std::ranges::move(part.parts_, std::back_inserter(parts_));
  std::ranges::move(part.left_, std::back_inserter(left_));
}

bool DividedProgramCheck::settle() {
  std::ranges::stable_sort(parts_, {}, &Part::at);
  std::ranges::sort(left_);
  forget_what_does_not_count();
  if (left_.empty() && !parts_.empty() && !parts_.back().asks.is_null()) {
    learnt_.push_back(parts_.back().asks);
    parts_.clear();
    left_.assign(1, {});
    return true;
  }
  join_neighbours();
  return false;
}

/// One worker would not have reached anything after the first end.
void DividedProgramCheck::forget_what_does_not_count() {
  const auto last = std::ranges::find_if(parts_, &Part::is_last);
  if (last == parts_.end()) return;
  std::erase_if(left_, [&](const Path& path) { return path > last->at; });
  parts_.erase(std::next(last), parts_.end());
}

/// Joins parts that have nothing left between them.
void DividedProgramCheck::join_neighbours() {
  std::vector<Part> joined;
  for (Part& part : parts_) {
    const auto next = std::ranges::lower_bound(left_, joined.empty() ? part.at : joined.back().at);
    const bool apart =
        joined.empty() || joined.back().is_last() || (next != left_.end() && *next <= part.at);
    if (apart) {
      joined.push_back(std::move(part));
      continue;
    }
    add(joined.back().known, part.known);
    joined.back().asks = std::move(part.asks);
  }
  parts_ = std::move(joined);
}

std::uint64_t DividedProgramCheck::executions() const {
  std::uint64_t all = 0;
  for (const Part& part : parts_)
    all += part.known.at("executions").get<std::uint64_t>() +
           part.known.at("blocked").get<std::uint64_t>();
  return all;
}

bool DividedProgramCheck::has_error() const {
  return std::ranges::any_of(parts_, [](const Part& p) { return !p.known.at("error").is_null(); });
}

CheckResult DividedProgramCheck::result() const {
  ResumableProgramCheck check(code_of_(digest_), for_programs(find_model(check_.model)),
                              check_.options);
  Json known = nothing_known(learnt_, {});
  known["done"] = true;
  for (const Part& part : parts_) add(known, part.known);
  check.resume(known);
  return check.result();
}

}  // namespace ringcheck::source
