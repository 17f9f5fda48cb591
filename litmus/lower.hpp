#pragma once
// Lowers a thread's text to its code. Internal to litmus/.

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "litmus/code.hpp"
#include "litmus/known_stores.hpp"
#include "litmus/test.hpp"

namespace ringcheck {
struct C11Calls;  // models/c11_calls.hpp
}

namespace ringcheck::litmus {

/// The locations of a test by name.
using LocationNames = std::map<std::string, LocId, std::less<>>;

/// A thread's code, and what is known of its stores without running it.
struct LoweredThread {
  ThreadCode code;
  std::map<std::string, Slot, std::less<>> locals;
  KnownStores stores;
  LocationSet address_taken;  ///< locations whose address it uses as a value
  std::vector<Use> uses;
};

/// Lowers thread number `thread` of `test`. `calls` gives the atomic operations of C11 their
/// meaning; null: they have none. Errors: InputError for unknown names, a primitive without a value
/// where one is needed, exceeded capacities.
LoweredThread lower_thread(const LitmusTest& test, int thread, const LocationNames& locations,
                           const C11Calls* calls = nullptr);

/// Throws InputError at `place` of the test's file.
[[noreturn]] void reject(const LitmusTest& test, const Place& place, const std::string& message);

/// The number for a constant of the initial state or the condition.
std::uint64_t number_of(const std::variant<std::int64_t, AddressOf>& value,
                        const LocationNames& locations, const LitmusTest& test);

}  // namespace ringcheck::litmus
