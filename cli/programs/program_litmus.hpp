#pragma once
// The witness of a program's error as a litmus test, and the same test with the missing barrier.

#include <string>

#include "litmus/generate/execution_test.hpp"
#include "source/replay.hpp"

namespace ringcheck {

/// The smallest test that shows what `replay` does: the accesses of a shortest cycle that no
/// interleaving has, named as in the source. It is in Linux-kernel C under lkmm, in standard C
/// under rc11, and in assembly under the model of a machine, whose compiler has made the accesses.
/// For a data race that interleavings show, the test has all accesses to shared locations, if the
/// model flags the race there. `name`: of the test; empty: the file's, the error's kind and the
/// model's names.
/// Errors: InputError if no test shows it: an error that an interleaving shows, one without
/// threads, a wait that never ends, accesses to parts of what others take whole, and what the
/// language has no word for; also for a test that the model does not allow.
litmus::TestPair litmus_of(const source::ProgramReplay& replay, const std::string& name);

/// The tests as text, with a comment that says what they show and what models answer.
std::string allowed_text(const litmus::TestPair& made, const source::ProgramReplay& replay);
/// Pre: there is a stronger test.
std::string forbidden_text(const litmus::TestPair& made, const source::ProgramReplay& replay);

}  // namespace ringcheck
