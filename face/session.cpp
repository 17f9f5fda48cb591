// Rounds of exploration, each knowing more of the program than the one before.
// Tested by tests/face.
#include "face/session.hpp"

#include <utility>

#include "explore/thread_run_errors.hpp"
#include "face/call_to_the_end.hpp"
#include "models/for_programs.hpp"

namespace ringcheck {
namespace {

/// Where the program's threads that run on this thread of the machine say what they do.
Recording*& recording_here() {
  thread_local Recording* recording = nullptr;
  return recording;
}

/// A run of the body at the end of an execution: what its threads do, and where its objects are.
struct BodyAtEnd {
  const BodyContext::Bodies& bodies;
  const MadeAddresses& addresses;
};

/// The one whose threads run on this thread of the machine; null: those of the first run do.
const BodyAtEnd*& body_at_end() {
  thread_local const BodyAtEnd* body = nullptr;
  return body;
}

/// What a user's code often does when its runs differ.
constexpr const char* kWhyNotDeterministic =
    ": what a thread reads through a tracked pointer must be a shared object, such as a var, even "
    "if it never changes";

/// Sets `given` up and explores it. Errors: error, InputError.
void set_up_and_explore(const detail::program_data& given, const Model& model, unsigned accesses,
                        const std::function<void(const Session&)>& round) {
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
}

}  // namespace

Session::Session(const Layout& layout, const Model& under, std::function<void()> body)
    : layout_(layout),
      model_(under),
      body_(std::move(body)),
      settings_{layout, under, c11_calls(under), layout.addresses()},
      program_(layout.program([this](ThreadId t, ThreadRun& run) {
        const BodyAtEnd* const its = body_at_end();
        if (its == nullptr)
          return ThreadContext(settings_, run, recording_here()).run(layout_.threads[t].body);
        const RunSettings settings{layout_, model_, settings_.calls, its->addresses, true};
        ThreadContext(settings, run, nullptr).run(its->bodies[t]);
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

std::optional<FinalViolation> Session::run_body_at_end(const ExecutionGraph& graph) const {
  BodyContext body(layout_, graph,
                   [&](const BodyContext::Bodies& bodies, const MadeAddresses& addresses) {
                     run_threads_at_end(graph, bodies, addresses);
                   });
  body.run(body_);
  return body.violation();
}

void Session::run_threads_at_end(const ExecutionGraph& graph, const BodyContext::Bodies& bodies,
                                 const MadeAddresses& addresses) const {
  const BodyAtEnd its{bodies, addresses};
  const BodyAtEnd* const outer = std::exchange(body_at_end(), &its);
  thread_local ExecutionGraph copy;  // which keeps its memory
  copy = graph;
  try {
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      ThreadRun run(program_, copy, thread, model_.dependence());
      if (run.run().reason != StopReason::finished) reject(program_, thread, kNotDeterministic);
    }
  } catch (...) {
    body_at_end() = outer;
    throw;
  }
  body_at_end() = outer;
}

void explore_in_rounds(const program& its, const model& under, unsigned accesses,
                       const std::function<void(const Session&)>& round) {
  const detail::program_data& given = detail::program_access::of(its);
  const Model model = for_programs(detail::model_access::of(under));
  const TerminateHandler handler;
  with_public_errors([&] {
    try {
      set_up_and_explore(given, model, accesses, round);
    } catch (const InputError& failure) {
      if (std::string_view(failure.what()).find(kNotDeterministic) == std::string_view::npos) throw;
      throw error(std::string(failure.what()) + kWhyNotDeterministic);
    }
  });
}

}  // namespace ringcheck
