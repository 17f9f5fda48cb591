#pragma once
// The machines that scenarios are compiled for: architectures, each with one of its user tables.

#include <string>
#include <string_view>
#include <vector>

#include "check/machine_study.hpp"

namespace ringcheck {

/// Every machine; those of one architecture come together, the one of Linux 6.1 first.
const std::vector<Machine>& all_machines();

/// The machines of an architecture. `user_table` chooses one; empty: all of them. Errors:
/// InputError for a name that is not known.
std::vector<Machine> find_machines(std::string_view architecture, std::string_view user_table = {});

/// The machines of `architectures`, in this order. `user_tables`: TABLE chooses one machine of each
/// architecture, ARCH=TABLE one of architecture ARCH. Errors: InputError, also for a choice for an
/// architecture that is not among them.
std::vector<Machine> chosen_machines(const std::vector<std::string>& architectures,
                                     const std::vector<std::string>& user_tables);

}  // namespace ringcheck
