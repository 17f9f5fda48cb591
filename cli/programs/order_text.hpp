#pragma once
// What the orders of a program are for, as text and as JSON.

#include <nlohmann/json.hpp>
#include <string>

#include "source/order_study.hpp"

namespace ringcheck {

/// How many ordering instructions each machine has for `plan`.
nlohmann::ordered_json instructions_json(const std::vector<source::OrderSite>& sites,
                                         const source::OrderPlan& plan);

/// The same on all machines together.
unsigned instructions_of(const std::vector<source::OrderSite>& sites,
                         const source::OrderPlan& plan);

/// The study of `file` for people, with an execution for each order that is needed.
std::string order_text(const std::string& file, const source::StudiedProgram& program,
                       const source::OrderStudy& study);

/// The same as a row.
nlohmann::ordered_json order_row(const std::string& file, const source::StudiedProgram& program,
                                 const source::OrderStudy& study);

}  // namespace ringcheck
