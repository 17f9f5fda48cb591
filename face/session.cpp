// Rounds of exploration, each knowing more of the program than the one before.
// Tested by tests/face.
#include "face/session.hpp"

#include "models/for_programs.hpp"

namespace ringcheck {
namespace {

/// Where the program's threads that run on this thread of the machine say what they do.
Recording*& recording_here() {
  thread_local Recording* recording = nullptr;
  return recording;
}

}  // namespace

Session::Session(const Layout& layout, const Model& under, std::function<void()> body)
    : layout_(layout),
      model_(under),
      body_(std::move(body)),
      settings_{layout, under, c11_calls(under)},
      program_(layout.program([this](ThreadId t, ThreadRun& run) {
        ThreadContext(settings_, run, recording_here()).run(layout_.threads[t].body);
      })) {}

Recording Session::record(const ExecutionGraph& graph) const {
  Recording recording;
  Recording* const outer = std::exchange(recording_here(), &recording);
  ExecutionGraph copy = graph;
  try {
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      ThreadRun run(program_, copy, static_cast<ThreadId>(t), model_.dependence());
      recording.stops.push_back(run.run().reason);
      recording.reached.push_back(run.next_slot());
    }
  } catch (...) {
    recording_here() = outer;
    throw;
  }
  recording_here() = outer;
  return recording;
}

std::pair<std::optional<FinalViolation>, bool> Session::run_body_at_end(
    const ExecutionGraph& graph) const {
  BodyContext body(layout_, graph);
  body.run(body_);
  return {body.violation(), body.looked()};
}

void explore_in_rounds(const program& its, const model& under, unsigned accesses,
                       const std::function<void(const Session&)>& round) {
  const detail::program_data& given = detail::program_access::of(its);
  const Model model = for_programs(detail::model_access::of(under));
  with_public_errors([&] {
    Layout layout;
    layout.name = given.name;
    layout.accesses = accesses;
    BodyContext body(layout, [&] {
      for (bool known = false; !known;) {
        try {
          round(Session(layout, model, given.body));
          known = true;
        } catch (const Discovery& found) {
          layout.add(found);
        }
      }
    });
    body.run(given.body);
  });
}

}  // namespace ringcheck
