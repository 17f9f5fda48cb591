#pragma once
// What the explorer is compared under: models by name, and hand-written axioms.

#include <array>
#include <string>

#include "tests/explore/bijection.hpp"
#include "tests/names/identifier.hpp"

namespace ringcheck {

/// The models that every suite runs under, strongest first.
inline constexpr std::array kModelNames = {"sc",    "x86-tso", "rc11", "armv8",
                                           "riscv", "power",   "lkmm"};

/// The explorer with the production checker of model `name`, against the model's text.
/// For sc and x86-tso, the judge also holds the text against hand-written axioms: a graph on which
/// they differ fails the test that runs.
Subject model_subject(const std::string& name);

/// The same with the model for programs of several sizes.
Subject mixed_subject(const std::string& name);

/// The explorer and the oracle with one and the same hand-written axiom: naive_sc, naive_tso,
/// naive_coherent.
Subject naive_subject(const std::string& axiom);

}  // namespace ringcheck
