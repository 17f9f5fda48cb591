#pragma once
// What stands behind the handles of the public interface.

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "ringcheck/error.hpp"
#include "ringcheck/model.hpp"
#include "ringcheck/program.hpp"

namespace ringcheck {
namespace detail {

struct program_data {
  std::string name;
  std::function<void()> body;
};
struct program_access {
  static const program_data& of(const program& its) { return *its.data_; }
};

struct model_data {
  Model model;
};
struct model_access {
  static const Model& of(const model& its) { return its.data_->model; }
  static model make(Model its) {
    return model(std::make_shared<const model_data>(model_data{std::move(its)}));
  }
};

}  // namespace detail

/// Calls `what`. Exceptions of the insides for bad input become the public interface's error.
template <class F>
auto with_public_errors(F&& what) -> decltype(what()) {
  try {
    return what();
  } catch (const InputError& failure) {
    throw error(failure.what());
  }
}

}  // namespace ringcheck
