// Tested by tests/source/counted_check_test.cpp.
#include "source/observed_ends.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ringcheck::source {

namespace {

/// True iff executions of equal futures may be counted, as far as the check is concerned.
bool may_be_counted(const Subject& subject, const CheckOptions& options) {
  return options.counts && is_judged_by_ends(subject);
}

/// True iff a run's code tells of calls of `function`.
bool tells(const std::string& function) {
  for (const std::string_view start :
       {"malloc", "calloc", "free", "_Zn", "_Zd", "aligned_alloc", "memalign", "posix_memalign",
        "__VERIFIER_malloc", "__VERIFIER_free", "__VERIFIER_hazptr", "__VERIFIER_assert",
        "ringcheck_claim"})
    if (function.starts_with(start)) return true;
  return false;
}

/// How it ended, and the three numbers that it said then; for a thread that waits, a digest of what
/// it did.
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

/// By thread: whether another one is like it.
std::vector<bool> that_have_a_like(const Layout& layout) {
  std::vector<bool> have(layout.threads().size() + 1, false);
  for (std::size_t t = 1; t < have.size(); ++t)
    for (std::size_t u = 1; u < have.size(); ++u)
      if (t != u && are_alike(layout.threads()[t - 1], layout.threads()[u - 1])) have[t] = true;
  return have;
}

/// Notes what tells whether a wait ends: what the thread has done in its last iteration, and all
/// that it has done before if a like thread may be compared with it (Judge::endless_wait).
void note_wait(const PathStep& step, bool has_a_like, std::span<std::uint64_t> words) {
  const ExecutionGraph& graph = step.graph;
  const Observation& said = *step.said;
  const auto since = static_cast<int>(said.numbers[1]);
  ValueHistory done;
  for (const std::size_t n : {0U, 2U, 3U}) done.add(said.numbers[n]);
  const int first = has_a_like ? 0 : since;
  if (has_a_like) done.add(said.numbers[1]);
  for (int slot = first; slot < graph.slots(said.thread); ++slot) {
    const EventNumber e = graph.at(said.thread, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph[e];
    done.add(static_cast<std::uint64_t>(slot - first));
    done.add(static_cast<std::uint64_t>(event.kind) << 32U | event.location);
    done.add(event.value);
    if (event.kind != EventKind::read || event.rf == kNoEvent) continue;
    const EventId source = graph[event.rf].id;
    done.add(source.thread == said.thread && source.index >= since ? 1 : 0);
  }
  words[0] = said.kind;
  words[1] = done.first;
  words[2] = done.second;
}

}  // namespace

bool is_judged_by_ends(const Subject& subject) {
  const Layout& layout = subject.layout();
  return std::ranges::none_of(subject.code().unit.externals, tells) &&
         std::ranges::none_of(layout.pieces(), [&](const Piece& piece) {
           return subject.is_local_that_goes(piece.address);
         });
}

std::optional<RaceRules> judged_races(const Model& model, const CheckOptions& options) {
  if (!options.races || (model.name() != "rc11" && model.name() != "lkmm")) return std::nullopt;
  return race_rules(model);
}

StateObserver observer_of_ends(const Subject& subject, std::optional<RaceRules> races,
                               bool termination) {
  StateObserver observer;
  observer.words = kWordsOfThread * (subject.layout().threads().size() + 1);
  observer.step = [termination, have_likes = that_have_a_like(subject.layout())](
                      const PathStep& step, std::span<std::uint64_t> words) {
    if (step.kind != PathStep::Kind::said) return std::uint64_t{0};
    const auto its = words.subspan(kWordsOfThread * step.said->thread, kWordsOfThread);
    if (is_end(*step.said))
      note_end(*step.said, its);
    else if (termination && step.said->kind == static_cast<std::uint32_t>(Said::waits))
      note_wait(step, have_likes[step.said->thread], its);
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

Program counted_program(const Subject& subject, const CheckOptions& options) {
  return subject.program(may_be_counted(subject, options) ? Rounds::when_told : Rounds::untold);
}

ParallelOptions counting(ParallelOptions how, const Subject& subject, const CheckOptions& options) {
  if (may_be_counted(subject, options))
    how.observer = [&subject, races = judged_races(subject.model(), options),
                    termination = options.termination] {
      return observer_of_ends(subject, races, termination);
    };
  return how;
}

}  // namespace ringcheck::source
