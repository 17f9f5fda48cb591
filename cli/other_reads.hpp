#pragma once
// What else a read could have read, at the moment at which it read.

#include <cstdint>
#include <string>
#include <vector>

#include "graph/execution_graph.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// Whether a read could have read another write than it did.
struct OtherRead {
  enum class Answer : std::uint8_t {
    allowed,  ///< the model has an execution that goes on from there
    refused,  ///< by `axiom`
    follows,  ///< the write comes of the read, by program order and reads-from
  };
  EventNumber write = kNoEvent;
  Answer answer = Answer::allowed;
  std::string axiom{};  ///< of a refusal
};

/// For each other write to the location of `read`, in coherence order: whether `model` allows the
/// read to read it, while everything that does not follow from the read stays as it is in `graph`.
/// It does not matter what the program does afterwards, nor whether another read-modify-write has
/// taken that write. Empty when the read itself precedes what it reads (a cycle of program order
/// and reads-from). Pre: `graph` is complete and `read` a read of it.
std::vector<OtherRead> other_reads(const ExecutionGraph& graph, const Model& model,
                                   EventNumber read);

}  // namespace ringcheck
