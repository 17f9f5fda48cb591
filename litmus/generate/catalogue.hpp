#pragma once
// The catalogue of tests of the perf ring's protocols: its texts and its page.

#include <string>
#include <vector>

#include "litmus/generate/shape.hpp"

namespace ringcheck::litmus {

/// A test of the catalogue.
struct CatalogueEntry {
  ShapeTest made;
  std::vector<std::string> answers;  ///< by model, in the order of model_names()
};

/// Every test of every shape, in the order of perf_shapes(), without answers.
std::vector<ShapeTest> catalogue_tests();

/// The test with every model's answer, found by running it.
CatalogueEntry judged(ShapeTest made);

/// The text of the test's file: its head comment has the answers, the question and the plan.
std::string text_of(const CatalogueEntry& entry);

/// The page about the catalogue, in Markdown: each shape with its picture and the answers.
/// Pre: the entries of all of catalogue_tests(), in order.
std::string catalogue_page(const std::vector<CatalogueEntry>& entries);

}  // namespace ringcheck::litmus
