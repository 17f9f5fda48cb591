// Tested by tests/source/counted_check_test.cpp.
#include "source/observed_ends.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ringcheck::source {

namespace {

/// Functions whose calls the code of a run tells of.
bool tells(const std::string& function) {
  for (const std::string_view start :
       {"malloc", "calloc", "free", "_Zn", "_Zd", "aligned_alloc", "memalign", "posix_memalign",
        "__VERIFIER_malloc", "__VERIFIER_free", "__VERIFIER_hazptr", "__VERIFIER_assert"})
    if (function.starts_with(start)) return true;
  return false;
}

/// How it ended, and three numbers that it said then.
constexpr std::size_t kWordsOfThread = 4;

bool is_end(const Observation& said) {
  constexpr std::array kEnds{Said::ends, Said::not_started, Said::is_cut};
  return std::ranges::any_of(
      kEnds, [&](Said kind) { return said.kind == static_cast<std::uint32_t>(kind); });
}

void note_end(const Observation& said, std::span<std::uint64_t> words) {
  words[0] = said.kind;
  std::copy_n(said.numbers.begin(), kWordsOfThread - 1, words.begin() + 1);
}

}  // namespace

bool is_judged_by_ends(const Subject& subject, const CheckOptions& options) {
  const Layout& layout = subject.layout();
  return !options.termination && std::ranges::none_of(subject.code().unit.externals, tells) &&
         std::ranges::none_of(layout.threads(), &CreatedThread::waits) &&
         std::ranges::none_of(layout.pieces(), [&](const Piece& piece) {
           return subject.is_local_that_goes(piece.address);
         });
}

std::optional<RaceRules> judged_races(const Model& model, const CheckOptions& options) {
  if (!options.races || (model.name() != "rc11" && model.name() != "lkmm")) return std::nullopt;
  return race_rules(model);
}

StateObserver observer_of_ends(const Program& program, std::optional<RaceRules> races) {
  StateObserver observer;
  observer.words = kWordsOfThread * program.threads.size();
  observer.step = [](const PathStep& step, std::span<std::uint64_t> words) {
    if (step.kind == PathStep::Kind::said && is_end(*step.said))
      note_end(*step.said, words.subspan(kWordsOfThread * step.said->thread, kWordsOfThread));
    return std::uint64_t{0};
  };
  if (races)
    observer.past = [detector = RaceDetector(*races)](const State& state,
                                                      std::span<const std::uint16_t> first_places,
                                                      ValueHistory& key) mutable {
      return detector.add_past(state, first_places, key);
    };
  return observer;
}

}  // namespace ringcheck::source
