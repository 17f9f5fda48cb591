#pragma once
// What is thrown when a question cannot be answered as it is put.

#include <stdexcept>

namespace ringcheck {

/// A program, a model or a text that ringcheck does not take, with the reason: a thread that makes
/// a shared object on its stack, code that is not deterministic in the values that it loads, an
/// operation to which a model gives no meaning, an unknown name, a syntax error (with
/// file:line:column). What a program does wrong is a verdict, and not an error.
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
