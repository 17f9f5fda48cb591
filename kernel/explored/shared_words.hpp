#pragma once
// An execution as the words of a perf buffer see it: what specification and source have in common.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "explore/program.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// Which words of a program are the buffer's, and which threads matter.
struct SharedWords {
  std::vector<std::string> name_of;  ///< by location; empty: not one of them
  std::vector<ThreadId> threads;     ///< the writer, then the reader

  /// Those of a program of the specification: names as they are.
  static SharedWords of_specification(const Program& program);
  /// Those of a program of kernel/glue/ring_program.c.
  static SharedWords of_text(const Program& program);
};

/// The accesses that an execution makes to these words, in a text that is equal for two executions
/// iff they are the same: for each thread, in program order, the reads and writes of words that
/// another CPU accesses too, with values and what each read reads from; the same for each word of
/// the writer's CPU alone, interrupts of that CPU included; and the order of writes to each word.
std::string shared_execution(const ExecutionGraph& graph, const SharedWords& words);

/// How often each execution comes, by shared_execution().
using SharedExecutions = std::map<std::string, std::uint64_t>;

/// The first execution that only one of the two has, or, with `how_often`, that they do not have
/// equally often, in words; empty if there is none.
std::string first_difference(const SharedExecutions& specification, const SharedExecutions& text,
                             bool how_often = true);

}  // namespace ringcheck
