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

/// How the executions of two programs are held against each other.
enum class Comparison : std::uint8_t {
  how_often,  ///< each comes equally often in both
  sets,       ///< each is one of both
  /// As sets, where the source's reader may load a word of data again at once: another load of the
  /// same write is none, and executions in which it is another write's are the source's own.
  second_looks,
};

/// Which words of a program are the buffer's, and which threads matter.
struct SharedWords {
  std::vector<std::string> name_of;  ///< by location; empty: not one of them
  std::vector<ThreadId> threads;     ///< the writer, the reader, sessions of a trace unit
  /// Of a data ring of a 32-bit kernel: the specification's rb->wakeup is a sum that keeps a carry,
  /// which all that look at it cast off; and words of data that nothing writes are left out, too.
  bool long_32 = false;

  /// Those of a program of the specification: names as they are.
  static SharedWords of_specification(const Program& program);
  /// Those of a program of kernel/glue.
  static SharedWords of_text(const Program& program);
};

/// The accesses that an execution makes to these words, in a text that is equal for two executions
/// iff they are the same: for each thread, in program order, the reads and writes of words that
/// another CPU accesses too, with values and what each read reads from; the same for each word of
/// the writer's CPU alone, interrupts of that CPU included; and the order of writes to each word.
/// Words that the execution does not write are left out, those of data apart.
/// `second_looks`: as Comparison::second_looks has it.
std::string shared_execution(const ExecutionGraph& graph, const SharedWords& words,
                             bool second_looks = false);

/// True iff in this execution a thread loads a word of data twice without another access in
/// between, and gets what two writes have stored.
bool looks_differ(const std::string& execution);

/// How often each execution comes, by shared_execution().
using SharedExecutions = std::map<std::string, std::uint64_t>;

/// The first execution in which the two differ, in words; empty if there is none.
std::string first_difference(const SharedExecutions& specification, const SharedExecutions& text,
                             Comparison comparison = Comparison::how_often);

/// How many executions the text has for itself: those of second looks.
std::uint64_t own_executions(const SharedExecutions& specification, const SharedExecutions& text);

}  // namespace ringcheck
