// Parts of the C++ library that its headers only declare: allocators of characters, results of
// futures, hashes, lists, and how hash tables grow.
// Tested by tests/source/cpp_test.cpp.
#include <algorithm>

#include "graph/diagnostic.hpp"
#include "source/library/rows.hpp"

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

/// Exceptions that are caught are refused, so there is none on its way.
CallOutcome no_exception(LibraryCall& call) {
  call.result = 0;
  return CallOutcome::returned;
}

constexpr LibraryRow kRows[] = {
    {"_ZNSt8__detail15_List_node_base7_M_hookEPS0_", hook},
    {"_ZNSt8__detail15_List_node_base9_M_unhookEv", unhook},
    {"_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm", next_buckets},
    {"_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm", need_rehash},
    {"_ZSt18uncaught_exceptionv", no_exception},
    {"_ZSt19uncaught_exceptionsv", no_exception},
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
