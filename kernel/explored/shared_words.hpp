#pragma once
// An execution reduced to the words of a perf buffer, which specification and source have in
// common.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "explore/program.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// How the executions of two programs are held against each other.
enum class Comparison : std::uint8_t {
  how_often,  ///< each comes equally often in both
  sets,       ///< both have each, in any number
  /// As sets, where the source's reader may load a word of data twice in a row. A second load of
  /// the same write does not count; executions in which the second load reads another write are the
  /// source's own.
  second_looks,
};

/// Which words of a program are the buffer's, and which threads matter.
struct SharedWords {
  std::vector<std::string> name_of;  ///< by location; empty: not one of them
  std::vector<ThreadId> threads;     ///< the writer, the reader, sessions of a trace unit
  /// For a data ring of a 32-bit kernel: the specification's rb->wakeup is a sum that keeps a
  /// carry, which everyone who looks at it drops. Words of data that nothing writes are left out,
  /// too.
  bool long_32 = false;

  /// The words of a program of the specification: names as they are.
  static SharedWords of_specification(const Program& program);
  /// The words of a program of kernel/glue.
  static SharedWords of_text(const Program& program);
};

/// The accesses that an execution makes to these words, as a text that is equal for two executions
/// iff they are the same. For each thread, in program order: the reads and writes of words that
/// another CPU accesses too, with values and what each read reads from. The same for each word that
/// only the writer's CPU accesses, interrupts of that CPU included; and the order of writes to each
/// word. Words that the execution does not write are left out, except those of data.
/// `second_looks`: as in Comparison::second_looks.
std::string shared_execution(const ExecutionGraph& graph, const SharedWords& words,
                             bool second_looks = false);

/// True iff in this execution a thread loads a word of data twice without another access in
/// between, and gets the values of two different writes.
bool looks_differ(const std::string& execution);

/// How often each execution comes, by shared_execution().
using SharedExecutions = std::map<std::string, std::uint64_t>;

/// The first execution in which the two differ, in words; empty if they are the same.
std::string first_difference(const SharedExecutions& specification, const SharedExecutions& text,
                             Comparison comparison = Comparison::how_often);

/// How many executions only the text has: those of second looks.
std::uint64_t own_executions(const SharedExecutions& specification, const SharedExecutions& text);

}  // namespace ringcheck
