#pragma once
// Exceptions for questions that cannot be answered as they are put.

#include <stdexcept>

namespace ringcheck {

/// A program, a model or a text that ringcheck does not accept, with the reason: a thread that
/// makes a shared object on its stack, code that is not deterministic in the values that it loads,
/// an operation to which a model gives no meaning, an unknown name, a syntax error (with
/// file:line:column). What a program does wrong is a verdict, not an error.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An operation to which the model gives no meaning, such as the atomics of C++ under lkmm.
class no_meaning : public error {
 public:
  using error::error;
};

}  // namespace ringcheck
