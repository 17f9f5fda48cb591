#include "explore/known_transcripts.hpp"

#include <utility>

namespace ringcheck {

namespace {

/// What thread `t` has read and chosen in `graph`; an unknown value counts as none.
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

Transcript KnownTranscripts::transcribe(const ExecutionGraph& graph, Dependence dependence,
                                        BitRow<4> asked) {
  Transcript transcript;
  // Runs may write to their graph.
  thread_local ExecutionGraph copy;
  bool is_copied = false;
  for (std::size_t thread = 0; thread < program_->threads.size(); ++thread) {
    const auto t = static_cast<ThreadId>(thread);
    const ValueHistory history = history_of(graph, t);
    const auto known = known_.find(history);
    if (known != known_.end() && !asked.test(t)) {
      append(transcript, known->second);
      continue;
    }
    if (!is_copied) copy = graph;
    is_copied = true;
    Transcript part;
    ThreadRun(*program_, copy, t, dependence, {}, &part).run();
    append(transcript, part);
    const std::size_t said = part.observations.size() + part.sites.size();
    if (known != known_.end() || known_.size() == kMaxKnown || said_ + said > kMaxSaid) continue;
    said_ += said;
    known_.emplace(history, std::move(part));
  }
  return transcript;
}

}  // namespace ringcheck
