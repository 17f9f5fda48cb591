// Parts of the C++ library that its headers only declare: allocators of characters, results of
// futures, hashes, lists, how hash tables grow, and dynamic_cast.
// Tested by tests/source/cpp_test.cpp and tests/source/exceptions_test.cpp.
#include <algorithm>
#include <array>

#include "graph/diagnostic.hpp"
#include "source/library/rows.hpp"
#include "source/type_info.hpp"

namespace ringcheck::source {
namespace {

CallOutcome nothing(LibraryCall&) {
  return CallOutcome::returned;
}

/// std::__future_base::_Result_base(this): behind the table of virtual functions, which derived
/// classes set, is the exception that there is not.
CallOutcome make_result(LibraryCall& call) {
  const auto bytes = static_cast<std::uint32_t>(call.pointer_bytes());
  call.machine.store(call.site(bytes), plus(call.argument(0), bytes), 0,
                     call.interpreter.options().plain);
  return CallOutcome::returned;
}

constexpr std::uint64_t kPrime = 0x100000001b3;

/// std::_Hash_bytes(address, bytes, seed): every hash is as good as any other.
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, FNV-1a with 64 bits.
CallOutcome hash_bytes(LibraryCall& call) {
  call.machine.tell_apart();
  const std::uint64_t bytes = call.machine.number_of(call.argument(1));
  Value hash = call.argument(2);
  for (std::uint64_t n = 0; n < bytes; ++n) {
    const Value byte = call.machine.load(call.site(1), plus(call.argument(0), n),
                                         call.interpreter.options().plain);
    hash = combine_values(hash, byte, [](auto x, auto y) { return (x ^ y) * kPrime; });
  }
  call.result = hash;
  return CallOutcome::returned;
}

/// Members of a structure, by the offset in bytes.
Value member(LibraryCall& call, const Value& object, std::uint64_t offset) {
  return call.load_pointer(plus(object, offset));
}
void set_member(LibraryCall& call, const Value& object, std::uint64_t offset, const Value& value) {
  call.machine.store(call.site(static_cast<std::uint32_t>(call.pointer_bytes())),
                     plus(object, offset), value, call.interpreter.options().plain);
}

/// A node of std::list: the next one, then the one before.
/// _List_node_base::_M_hook(this, position): puts the node before `position`.
CallOutcome hook(LibraryCall& call) {
  const Value node = call.argument(0);
  const Value position = call.argument(1);
  const auto back = static_cast<std::uint64_t>(call.pointer_bytes());
  set_member(call, node, 0, position);
  const Value before = member(call, position, back);
  set_member(call, node, back, before);
  set_member(call, before, 0, node);
  set_member(call, position, back, node);
  return CallOutcome::returned;
}

/// _List_node_base::_M_unhook(this)
CallOutcome unhook(LibraryCall& call) {
  const auto back = static_cast<std::uint64_t>(call.pointer_bytes());
  const Value next = member(call, call.argument(0), 0);
  const Value before = member(call, call.argument(0), back);
  set_member(call, before, 0, next);
  set_member(call, next, back, before);
  return CallOutcome::returned;
}

/// _List_node_base::_M_transfer(this, first, last): moves the nodes from `first` up to the one
/// before `last` to where they come before `this`.
CallOutcome transfer(LibraryCall& call) {
  const auto back = static_cast<std::uint64_t>(call.pointer_bytes());
  const Value position = call.argument(0);
  const Value first = call.argument(1);
  const Value last = call.argument(2);
  if (call.machine.number_of(position) == call.machine.number_of(last))
    return CallOutcome::returned;
  const Value end = member(call, last, back);
  const Value before_first = member(call, first, back);
  set_member(call, before_first, 0, last);
  set_member(call, last, back, before_first);
  const Value before_position = member(call, position, back);
  set_member(call, before_position, 0, first);
  set_member(call, first, back, before_position);
  set_member(call, end, 0, position);
  set_member(call, position, back, end);
  return CallOutcome::returned;
}

/// _List_node_base::swap(a, b): the two nodes that stand for lists as a whole change places.
CallOutcome swap(LibraryCall& call) {
  const auto back = static_cast<std::uint64_t>(call.pointer_bytes());
  const std::array<Value, 2> lists{call.argument(0), call.argument(1)};
  std::array<Value, 2> first;
  std::array<Value, 2> last;
  std::array<bool, 2> is_empty{};
  for (std::size_t n = 0; n < 2; ++n) {
    first[n] = member(call, lists[n], 0);
    last[n] = member(call, lists[n], back);
    is_empty[n] = call.machine.number_of(first[n]) == call.machine.number_of(lists[n]);
  }
  for (std::size_t n = 0; n < 2; ++n) {
    const std::size_t other = 1 - n;
    set_member(call, lists[n], 0, is_empty[other] ? lists[n] : first[other]);
    set_member(call, lists[n], back, is_empty[other] ? lists[n] : last[other]);
    if (is_empty[other]) continue;
    set_member(call, first[other], back, lists[n]);
    set_member(call, last[other], 0, lists[n]);
  }
  return CallOutcome::returned;
}

/// _List_node_base::_M_reverse(this): swaps the links of every node, `this` among them.
CallOutcome reverse(LibraryCall& call) {
  const auto back = static_cast<std::uint64_t>(call.pointer_bytes());
  const Value start = call.argument(0);
  Value node = start;
  do {
    const Value next = member(call, node, 0);
    set_member(call, node, 0, member(call, node, back));
    set_member(call, node, back, next);
    node = next;
  } while (call.machine.number_of(node) != call.machine.number_of(start));
  return CallOutcome::returned;
}

/// The smallest prime number that is not less than `least`.
std::uint64_t prime_from(std::uint64_t least) {
  const auto is_prime = [](std::uint64_t n) {
    for (std::uint64_t d = 2; d * d <= n; ++d)
      if (n % d == 0) return false;
    return n > 1;
  };
  while (!is_prime(least)) ++least;
  return least;
}

/// A _Prime_rehash_policy is the largest load, a float, and after 8 bytes the number of elements
/// from which on the table grows. Any way of growing is as good; here loads are 1 as they are by
/// default, and others are refused.
constexpr std::uint64_t kGrowsAt = 8;

void require_usual_load(LibraryCall& call) {
  constexpr std::uint64_t kOne = 0x3f800000;  ///< as a float
  const Value load =
      call.machine.load(call.site(4), call.argument(0), call.interpreter.options().plain);
  if (call.machine.number_of(load) != kOne)
    throw InputError({call.interpreter.code().where(call.place()), 0, 0,
                      "saw a largest load of a hash table other than 1, which is not modelled"});
}

/// _M_next_bkt(this, least)
CallOutcome next_buckets(LibraryCall& call) {
  require_usual_load(call);
  const std::uint64_t buckets = prime_from(call.machine.number_of(call.argument(1)));
  set_member(call, call.argument(0), kGrowsAt, buckets);
  call.result = buckets;
  return CallOutcome::returned;
}

/// _M_need_rehash(this, buckets, elements, more): whether the table grows, and to how many.
CallOutcome need_rehash(LibraryCall& call) {
  constexpr std::uint64_t kFirst = 11;
  require_usual_load(call);
  const std::uint64_t buckets = call.machine.number_of(call.argument(1));
  const std::uint64_t elements =
      call.machine.number_of(call.argument(2)) + call.machine.number_of(call.argument(3));
  const std::uint64_t grows_at = call.machine.number_of(member(call, call.argument(0), kGrowsAt));
  std::uint64_t fresh = 0;
  if (elements > grows_at) {
    const std::uint64_t least = grows_at == 0 ? std::max(elements, kFirst) : elements;
    if (least >= buckets) fresh = prime_from(std::max(least + 1, 2 * buckets));
    set_member(call, call.argument(0), kGrowsAt, fresh == 0 ? buckets : fresh);
  }
  call.interpreter.set(call.instruction.target + 1, fresh);
  call.result = fresh == 0 ? 0 : 1;
  return CallOutcome::returned;
}

/// dynamic_cast (object, type_info of its static class, that of the wanted one, hint): two words
/// before its table of virtual functions is how far the object lies in a larger one, and whose.
/// Source: Itanium C++ ABI, 2.9.7.
CallOutcome dynamic_cast_(LibraryCall& call) {
  const Value table = call.load_pointer(call.argument(0));
  const auto before = static_cast<std::uint64_t>(-call.pointer_bytes());
  const std::uint64_t type = call.machine.number_of(call.load_pointer(plus(table, before)));
  const std::uint64_t wanted = call.machine.number_of(call.argument(2));
  call.result = 0;
  switch (catches(call.interpreter.code(), wanted, type)) {
    case Catches::yes:
      call.result = combine_values(call.argument(0), call.load_pointer(plus(table, 2 * before)),
                                   [](auto x, auto y) { return x + y; });
      break;
    case Catches::no:
      break;
    case Catches::not_modelled:
      throw InputError({call.interpreter.code().where(call.place()), 0, 0,
                        "saw a dynamic_cast to a class that is not at the start of the object, "
                        "which is not modelled"});
  }
  return CallOutcome::returned;
}

constexpr LibraryRow kRows[] = {
    {"_ZNSt8__detail15_List_node_base7_M_hookEPS0_", hook},
    {"_ZNSt8__detail15_List_node_base9_M_unhookEv", unhook},
    {"_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", transfer},
    {"_ZNSt8__detail15_List_node_base10_M_reverseEv", reverse},
    {"_ZNSt8__detail15_List_node_base4swapERS0_S1_", swap},
    {"_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm", next_buckets},
    {"_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm", need_rehash},
    {"__dynamic_cast", dynamic_cast_},
    {"_ZNSaIcEC1Ev", nothing},
    {"_ZNSaIcEC2Ev", nothing},
    {"_ZNSaIcEC1ERKS_", nothing},
    {"_ZNSaIcEC2ERKS_", nothing},
    {"_ZNSaIcED1Ev", nothing},
    {"_ZNSaIcED2Ev", nothing},
    {"_ZNSt13__future_base12_Result_baseC2Ev", make_result},
    {"_ZNSt13__future_base12_Result_baseD2Ev", nothing},
    // Of the exception that there is not.
    {"_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv", nothing},
    {"_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv", nothing},
    {"_ZSt11_Hash_bytesPKvmm", hash_bytes},
};

}  // namespace

std::span<const LibraryRow> cpp_runtime_rows() {
  return kRows;
}

}  // namespace ringcheck::source
