// Users' code is left by exceptions, at any call. In a noexcept function the C++ runtime calls
// std::terminate for them; its handler then jumps to where the exception was to go. The runtime's
// account of exceptions is put back to what it was there.
// Tested by tests/face/ends_of_runs_test.cpp.
#include "face/call_to_the_end.hpp"

#include <cxxabi.h>

#include <csetjmp>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace ringcheck {
namespace {

/// What the C++ ABI keeps for each thread.
struct ExceptionAccount {
  void* caught = nullptr;
  unsigned uncaught = 0;
};

ExceptionAccount& account() {
  return *reinterpret_cast<ExceptionAccount*>(abi::__cxa_get_globals());
}

/// Where std::terminate jumps to.
struct Landing {
  std::jmp_buf place;
  ExceptionAccount account;
  std::exception_ptr failure;
  Landing* outer = nullptr;
};

/// The innermost one of the calling thread; null: it is in no call.
Landing*& landing() {
  thread_local Landing* innermost = nullptr;
  return innermost;
}

/// How many handlers live, and the one before the first of them.
struct Installed {
  std::mutex mutex;
  unsigned count = 0;
  std::terminate_handler before = nullptr;
};

Installed& installed() {
  static Installed its;
  return its;
}

[[noreturn]] void jump_out() {
  Landing* const there = landing();
  if (there == nullptr) {
    if (const std::terminate_handler before = installed().before) before();
    std::abort();
  }
  there->failure = std::current_exception();
  if (there->failure == nullptr)
    there->failure = std::make_exception_ptr(std::runtime_error("std::terminate was called"));
  std::longjmp(there->place, 1);  // NOLINT(cert-err52-cpp): see the file head
}

/// Calls `code`, and puts the landing before this one back, however the call ends.
void call_with(const Landing& here, const std::function<void()>& code) {
  struct Back {
    Landing* outer;
    ~Back() { landing() = outer; }
  };
  const Back back{here.outer};
  code();
}

void settle(const ExceptionAccount& as) {
  while (account().caught != as.caught) abi::__cxa_end_catch();
  account().uncaught = as.uncaught;
}

}  // namespace

void call_to_the_end(const std::function<void()>& code) {
  Landing here;
  here.account = account();
  here.outer = std::exchange(landing(), &here);
  if (setjmp(here.place) == 0) {  // NOLINT(cert-err52-cpp): see the file head
    call_with(here, code);
    return;
  }
  landing() = here.outer;
  settle(here.account);
  std::rethrow_exception(here.failure);
}

TerminateHandler::TerminateHandler() {
  Installed& its = installed();
  const std::lock_guard lock(its.mutex);
  if (its.count++ == 0) its.before = std::set_terminate(jump_out);
}

TerminateHandler::~TerminateHandler() {
  Installed& its = installed();
  const std::lock_guard lock(its.mutex);
  if (--its.count == 0 && std::get_terminate() == jump_out) std::set_terminate(its.before);
}

}  // namespace ringcheck
