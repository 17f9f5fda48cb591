// What must not compile: each case would lose a dependency. Compiled by
// scripts/check_no_compile.sh, once for each line `CASE name: what the compiler says`, and once
// without any.
#include <array>
#include <string>
#include <vector>

#include "ringcheck/array.hpp"
#include "ringcheck/linux.hpp"

namespace {

using ringcheck::atomic;
using ringcheck::tracked;
using ringcheck::var;

struct node {
  var<int> value{0};
};

void takes_int(int) {}
void takes_bool(bool) {}

[[maybe_unused]] void cases(atomic<int>& x, var<int>& y, atomic<node*>& head,
                            std::array<var<int>, 2>& plain, std::vector<int>& numbers) {
  // What is fine.
  const tracked<int> seen = x.load();
  if (seen == 1 && y != 2) y = seen + 1;
  const auto node_seen = head.load();
  if (node_seen != nullptr) y = node_seen->value;
  takes_bool(seen ? true : false);
  (void)plain, (void)numbers;

// CASE initialises_a_plain_variable: cannot convert
#ifdef CASE_initialises_a_plain_variable
  const int lost = x.load();
#endif
// CASE assigns_to_a_plain_variable: cannot convert
#ifdef CASE_assigns_to_a_plain_variable
  int lost = 0;
  lost = y;
#endif
// CASE is_cast_to_a_number: invalid .static_cast.
#ifdef CASE_is_cast_to_a_number
  const auto lost = static_cast<int>(seen);
#endif
// CASE is_passed_as_a_number: cannot convert
#ifdef CASE_is_passed_as_a_number
  takes_int(seen);
#endif
// CASE is_passed_as_a_bool: cannot convert
#ifdef CASE_is_passed_as_a_bool
  takes_bool(seen == 1);
#endif
// CASE indexes_a_plain_array: no match for .operator
#ifdef CASE_indexes_a_plain_array
  y = plain[seen];
#endif
// CASE indexes_a_vector: no match for .operator
#ifdef CASE_indexes_a_vector
  y = numbers[seen];
#endif
// CASE is_switched_on: switch quantity
#ifdef CASE_is_switched_on
  switch (seen) {
    default:
      break;
  }
#endif
// CASE expects_a_plain_number: what is expected must be a tracked<T>
#ifdef CASE_expects_a_plain_number
  int expected = 0;
  (void)x.compare_exchange_strong(expected, 1);
#endif
// CASE dereferences_a_pointer: no match for .operator
#ifdef CASE_dereferences_a_pointer
  y = (*node_seen).value;
#endif
// CASE keeps_a_raw_pointer: cannot convert
#ifdef CASE_keeps_a_raw_pointer
  node* lost = head.load();
#endif
// CASE sizes_a_plain_loop: invalid .static_cast.|no match for|cannot convert
#ifdef CASE_sizes_a_plain_loop
  for (int i = 0, n = x.load(); i < n; ++i) y = i;
#endif
// CASE returns_a_plain_bool: cannot convert
#ifdef CASE_returns_a_plain_bool
  const auto check = [&]() -> bool { return seen == 1; };
  check();
#endif
// CASE shifts_a_plain_number_in_place: no match for|cannot convert
#ifdef CASE_shifts_a_plain_number_in_place
  int lost = 1;
  lost += seen;
#endif
// CASE copies_an_atomic: use of deleted function
#ifdef CASE_copies_an_atomic
  atomic<int> other = x;
#endif
// CASE holds_a_string: static assertion failed
#ifdef CASE_holds_a_string
  atomic<std::string> text;
#endif
// CASE holds_a_double: static assertion failed
#ifdef CASE_holds_a_double
  var<double> number;
#endif
// CASE is_stored_in_a_plain_array: cannot convert
#ifdef CASE_is_stored_in_a_plain_array
  numbers[0] = x.load();
#endif
}

}  // namespace
