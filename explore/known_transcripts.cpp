#include "explore/known_transcripts.hpp"

#include <algorithm>
#include <iterator>

namespace ringcheck {

namespace {

/// What thread `t` has read and chosen in `graph`; a value that is not known is none.
ValueHistory history_of(const ExecutionGraph& graph, ThreadId t) {
  ValueHistory history = ValueHistory::of_thread(t);
  for (int slot = 0; slot < graph.slots(t); ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph[e];
    if (event.kind != EventKind::read && event.kind != EventKind::choice) continue;
    history.add(event.materialised ? 1 : 0);
    if (event.materialised) history.add(event.value);
  }
  return history;
}

void append(Transcript& whole, const Transcript& part) {
  whole.observations.insert(whole.observations.end(), part.observations.begin(),
                            part.observations.end());
  whole.sites.insert(whole.sites.end(), part.sites.begin(), part.sites.end());
}

}  // namespace

Transcript KnownTranscripts::transcribe(const ExecutionGraph& graph, Dependence dependence) {
  Transcript transcript;
  // Runs may write to their graph.
  thread_local ExecutionGraph copy;
  bool is_copied = false;
  for (std::size_t thread = 0; thread < program_->threads.size(); ++thread) {
    const auto t = static_cast<ThreadId>(thread);
    const bool is_asked = asked_.test(t);
    const ValueHistory history = is_asked ? ValueHistory{} : history_of(graph, t);
    if (const auto known = is_asked ? known_.end() : known_.find(history); known != known_.end()) {
      append(transcript, known->second);
      continue;
    }
    if (!is_copied) copy = graph;
    is_copied = true;
    const std::size_t observations = transcript.observations.size();
    const std::size_t sites = transcript.sites.size();
    ThreadRun(*program_, copy, t, dependence, {}, &transcript).run();
    const std::size_t said =
        transcript.observations.size() - observations + transcript.sites.size() - sites;
    if (is_asked || known_.size() == kMaxKnown || said_ + said > kMaxSaid) continue;
    said_ += said;
    Transcript& kept = known_[history];
    std::copy(transcript.observations.begin() + static_cast<std::ptrdiff_t>(observations),
              transcript.observations.end(), std::back_inserter(kept.observations));
    std::copy(transcript.sites.begin() + static_cast<std::ptrdiff_t>(sites), transcript.sites.end(),
              std::back_inserter(kept.sites));
  }
  return transcript;
}

}  // namespace ringcheck
