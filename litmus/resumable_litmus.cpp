// Runs of litmus tests in parts.
// Tested by tests/shards.
#include "litmus/resumable_litmus.hpp"

#include <iterator>

#include "check/counts_json.hpp"
#include "explore/parallel.hpp"
#include "explore/saturating.hpp"
#include "litmus/test_run.hpp"

namespace ringcheck {

/// A test under a model, and what is known of it.
struct ResumableLitmus::State {
  State(std::string its_text, const std::string& file, const std::string& model_name,
        const LitmusOptions& its_options)
      : text(std::move(its_text)),
        model(find_model(model_name)),
        options(its_options),
        test(parse_litmus(text, file)),
        seen(test, model, options),
        result(seen.empty()) {
    result.model = model.name();
  }

  std::string text;
  Model model;
  LitmusOptions options;
  LitmusTest test;
  litmus::Run seen;
  LitmusResult result;  ///< without what `seen` has
  std::vector<Path> rest{{}};
};

ResumableLitmus::ResumableLitmus(const std::string& text, const std::string& file,
                                 const std::string& model, const LitmusOptions& options)
    : state_(std::make_unique<State>(text, file, model, options)) {}

ResumableLitmus::ResumableLitmus(ResumableLitmus&&) noexcept = default;
ResumableLitmus& ResumableLitmus::operator=(ResumableLitmus&&) noexcept = default;
ResumableLitmus::~ResumableLitmus() = default;

ResumableLitmus::ResumableLitmus(const nlohmann::ordered_json& json) try {
  const auto& what = json.at("litmus");
  LitmusOptions options;
  what.at("unroll").get_to(options.unroll);
  options.symmetric =
      what.at("symmetry").get<bool>() ? SymmetricThreads::once : SymmetricThreads::each;
  options.dependencies = what.at("herd_dependencies").get<bool>() ? LitmusDependencies::herd
                                                                  : LitmusDependencies::ringcheck;
  state_ = std::make_unique<State>(what.at("text").get<std::string>(),
                                   what.at("file").get<std::string>(),
                                   what.at("model").get<std::string>(), options);
  LitmusResult& result = state_->result;
  json.at("positive").get_to(result.positive);
  json.at("negative").get_to(result.negative);
  json.at("seconds").get_to(result.seconds);
  counts_from(json.at("counts"), result.counts);
  json.at("events_max").get_to(result.counts.events_max);
  json.at("rest").get_to(state_->rest);
  state_->seen.add(json.at("seen"));
} catch (const nlohmann::json::exception& error) {
  throw InputError({"checkpoint", 0, 0, error.what()});
}

nlohmann::ordered_json ResumableLitmus::to_json() const {
  const LitmusResult& result = state_->result;
  const LitmusOptions& options = state_->options;
  return {{"litmus",
           {{"file", result.file},
            {"text", state_->text},
            {"model", state_->model.name()},
            {"unroll", options.unroll},
            {"symmetry", options.symmetric == SymmetricThreads::once},
            {"herd_dependencies", options.dependencies == LitmusDependencies::herd}}},
          {"seconds", result.seconds},
          {"positive", result.positive},
          {"negative", result.negative},
          {"events_max", result.counts.events_max},
          {"counts", counts_json(result.counts)},
          {"seen", state_->seen.to_json()},
          {"rest", state_->rest}};
}

void ResumableLitmus::run(const ExploreLimits& limits) {
  if (done()) return;
  const double start = litmus::processor_seconds();
  State& state = *state_;
  ParallelOptions how;
  how.limits = limits;
  how.from = std::move(state.rest);
  ParallelResult explored =
      explore_segments(state.seen.program(), state.seen.model(), how, [&state](std::size_t) {
        return [&state](const Execution& execution) {
          state.seen.visit(execution, state.result);
          return true;
        };
      });
  state.rest = std::move(explored.rest);
  state.result.counts.add(explored.counts);
  state.result.counts.ended_by = explored.counts.ended_by;
  state.result.seconds += litmus::processor_seconds() - start;
}

bool ResumableLitmus::done() const {
  return state_->rest.empty();
}

LitmusResult ResumableLitmus::result() const {
  LitmusResult result = state_->result;
  state_->seen.finish(result);
  return result;
}

const ExploreCounts& ResumableLitmus::counts() const {
  return state_->result.counts;
}

const std::string& ResumableLitmus::text() const {
  return state_->text;
}

const Model& ResumableLitmus::model() const {
  return state_->model;
}

ResumableLitmus ResumableLitmus::part(std::vector<Path> paths) const {
  ResumableLitmus part(state_->text, state_->result.file, state_->model.name(), state_->options);
  part.state_->rest = std::move(paths);
  return part;
}

std::vector<Piece> ResumableLitmus::divide(std::size_t pieces) {
  if (done()) return {};
  Division division = ringcheck::divide(state_->seen.program(), state_->seen.model(),
                                        std::move(state_->rest), pieces);
  state_->rest.clear();
  state_->result.counts.add(division.counts);
  return std::move(division.pieces);
}

std::vector<Path> ResumableLitmus::left() const {
  return state_->rest;
}

void ResumableLitmus::append(ResumableLitmus&& other) {
  LitmusResult& result = state_->result;
  State& from = *other.state_;
  add_count(result.positive, from.result.positive);
  add_count(result.negative, from.result.negative);
  result.seconds += from.result.seconds;
  result.counts.add(from.result.counts);
  state_->seen.add(from.seen);
  std::ranges::move(from.rest, std::back_inserter(state_->rest));
}

}  // namespace ringcheck
