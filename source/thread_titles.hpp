#pragma once
// What threads are called in executions.

#include <functional>
#include <optional>
#include <string>

#include "source/code.hpp"

namespace ringcheck::source {

/// The title of a thread that runs `routine`: the name of the function that the user gave it. For a
/// std::thread this is what its table of members holds: a function, which `find_held` tells (the
/// address of a function among what the thread is called with; nullopt: it is not known), the type
/// of an object that is called, or a lambda with its file and line.
std::string title_of_thread(const Code& code, std::uint32_t routine,
                            const std::function<std::optional<std::uint64_t>()>& find_held);

/// True iff `routine` is the work of a std::thread, which gets an object with what it calls.
bool is_work_of_std_thread(const Code& code, std::uint32_t routine);

}  // namespace ringcheck::source
