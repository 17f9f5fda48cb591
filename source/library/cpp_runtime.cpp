// Parts of the C++ library that its headers only declare: allocators of characters, results of
// futures, hashes.
// Tested by tests/source/cpp_test.cpp.
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

constexpr LibraryRow kRows[] = {
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
