// Tested by tests/litmus/straight_test.cpp.
#include "litmus/generate/c_words.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "graph/diagnostic.hpp"

namespace ringcheck::litmus {

namespace {

[[noreturn]] void reject(const StraightTest& test, std::string_view what,
                         std::string_view language) {
  throw InputError({test.name, 0, 0, fmt::format("saw {}, expected what {} has", what, language)});
}

constexpr std::string_view kOfKernel = "the kernel's C";
constexpr std::string_view kOfStandard = "the C of the standard";

Expr call(std::string_view function, std::vector<Expr> arguments) {
  Expr e;
  e.kind = ExprKind::call;
  e.name = function;
  e.operands = std::move(arguments);
  return e;
}

Expr target(Expr address) {
  Expr e;
  e.kind = ExprKind::dereference;
  e.operands = {std::move(address)};
  return e;
}

Expr order_named(std::string_view order) {
  Expr e;
  e.kind = ExprKind::name;
  e.name = fmt::format("memory_order_{}", order);
  return e;
}

Expr kernel_fence(std::string_view name) {
  return call(name, {});
}

Expr kernel_read(const StraightTest& test, Mark mark, Expr address) {
  switch (mark) {
    case Mark::plain:
      return target(std::move(address));
    case Mark::once:
      return call("READ_ONCE", {target(std::move(address))});
    case Mark::acquire:
      return call("smp_load_acquire", {std::move(address)});
    default:
      reject(test, "a read that is marked neither once nor acquire", kOfKernel);
  }
}

Expr kernel_write(const StraightTest& test, Mark mark, Expr address, Expr value) {
  switch (mark) {
    case Mark::once:
      return call("WRITE_ONCE", {target(std::move(address)), std::move(value)});
    case Mark::release:
      return call("smp_store_release", {std::move(address), std::move(value)});
    default:
      reject(test, "a write that is marked neither once nor release", kOfKernel);
  }
}

Expr kernel_exchange(const StraightTest& test, Mark mark, Expr address, Expr value) {
  const auto named = [&](std::string_view function) {
    return call(function, {std::move(address), std::move(value)});
  };
  switch (mark) {
    case Mark::once:
      return named("xchg_relaxed");
    case Mark::acquire:
      return named("xchg_acquire");
    case Mark::release:
      return named("xchg_release");
    case Mark::full:
      return named("xchg");
    default:
      reject(test, "an exchange that is plain", kOfKernel);
  }
}

Expr c11_fence(std::string_view order) {
  return call("atomic_thread_fence", {order_named(order)});
}

Expr c11_read(const StraightTest& test, Mark mark, Expr address) {
  const auto ordered = [&](std::string_view order) {
    return call("atomic_load_explicit", {std::move(address), order_named(order)});
  };
  switch (mark) {
    case Mark::plain:
      return target(std::move(address));
    case Mark::once:
      return ordered("relaxed");
    case Mark::acquire:
      return ordered("acquire");
    case Mark::seq_cst:
      return ordered("seq_cst");
    default:
      reject(test, "a read that releases", kOfStandard);
  }
}

Expr c11_write(const StraightTest& test, Mark mark, Expr address, Expr value) {
  const auto ordered = [&](std::string_view order) {
    return call("atomic_store_explicit",
                {std::move(address), std::move(value), order_named(order)});
  };
  switch (mark) {
    case Mark::once:
      return ordered("relaxed");
    case Mark::release:
      return ordered("release");
    case Mark::seq_cst:
      return ordered("seq_cst");
    default:
      reject(test, "a write that acquires", kOfStandard);
  }
}

Expr c11_exchange(const StraightTest& test, Mark mark, Expr address, Expr value) {
  const auto ordered = [&](std::string_view order) {
    return call("atomic_exchange_explicit",
                {std::move(address), std::move(value), order_named(order)});
  };
  switch (mark) {
    case Mark::once:
      return ordered("relaxed");
    case Mark::acquire:
      return ordered("acquire");
    case Mark::release:
      return ordered("release");
    case Mark::full:
      return ordered("acq_rel");
    case Mark::seq_cst:
      return ordered("seq_cst");
    default:
      reject(test, "an exchange that is plain", kOfStandard);
  }
}

}  // namespace

const CWords kKernelWords = {"int", kernel_fence, kernel_read, kernel_write, kernel_exchange};
const CWords kC11Words = {"atomic_int", c11_fence, c11_read, c11_write, c11_exchange};

}  // namespace ringcheck::litmus
