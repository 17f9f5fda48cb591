// Blocks of the heap, and functions that copy and fill memory.
#include <algorithm>
#include <bit>

#include "graph/diagnostic.hpp"
#include "source/arithmetic.hpp"
#include "source/library/rows.hpp"
#include "source/wide.hpp"

namespace ringcheck::source {
namespace {

CallOutcome allocate(LibraryCall& call, const Value& bytes) {
  call.result = call.machine.allocate(call.machine.number_of(bytes), call.place());
  return CallOutcome::returned;
}

CallOutcome malloc_(LibraryCall& call) {
  return allocate(call, call.argument(0));
}

CallOutcome aligned_alloc_(LibraryCall& call) {
  if (!std::has_single_bit(call.machine.number_of(call.argument(0))))
    call.machine.fail(ErrorKind::allocation, call.place(), "an alignment that is no power of two");
  return allocate(call, call.argument(1));
}

void fill(LibraryCall& call, const Value& address, std::uint8_t byte, std::uint64_t bytes) {
  const std::uint64_t pattern = 0x0101'0101'0101'0101 * byte;
  for (std::uint64_t done = 0; done < bytes;) {
    // In pieces of the size of members, as far as the alignment tells it. An atomic structure of 16
    // bytes is a member too.
    std::uint32_t step = address.word.known ? 16 : 8;
    while (step > bytes - done || (address.word.known && (address.word.value + done) % step != 0))
      step /= 2;
    const std::uint64_t number =
        step > 8 ? name_of_wide(wide_of(pattern, pattern)) : low_bits(pattern, 8 * step);
    call.machine.store(call.site(step), plus(address, done), number,
                       call.interpreter.options().plain);
    done += step;
  }
}

CallOutcome calloc_(LibraryCall& call) {
  const std::uint64_t bytes =
      call.machine.number_of(call.argument(0)) * call.machine.number_of(call.argument(1));
  call.result = call.machine.allocate_zeroed(bytes, call.place());
  return CallOutcome::returned;
}

CallOutcome free_(LibraryCall& call) {
  call.machine.free(call.argument(0), call.place());
  return CallOutcome::returned;
}

CallOutcome alloc_hazard_pointer(LibraryCall& call) {
  return allocate(call, Value(static_cast<std::uint64_t>(call.pointer_bytes())));
}

CallOutcome protect(LibraryCall& call) {
  call.machine.protect(call.argument(0), call.argument(1));
  return CallOutcome::returned;
}

CallOutcome protect_nothing(LibraryCall& call) {
  call.machine.protect(call.argument(0), 0);
  return CallOutcome::returned;
}

CallOutcome free_hazard_pointer(LibraryCall& call) {
  call.machine.protect(call.argument(0), 0);
  call.machine.free(call.argument(0), call.place());
  return CallOutcome::returned;
}

CallOutcome retire(LibraryCall& call) {
  call.machine.retire(call.argument(0), call.place());
  return CallOutcome::returned;
}

CallOutcome posix_memalign_(LibraryCall& call) {
  const Value block = call.machine.allocate(call.machine.number_of(call.argument(2)), call.place());
  call.machine.store(call.site(static_cast<std::uint32_t>(call.pointer_bytes())), call.argument(0),
                     block, call.interpreter.options().plain);
  call.result = 0;
  return CallOutcome::returned;
}

/// Copies `bytes` bytes, by stores with `tags`; bytes without a value stay without one.
void copy(LibraryCall& call, const Value& to, const Value& from, std::uint64_t bytes, TagSet tags) {
  call.state.copied.clear();
  for (std::uint64_t done = 0; done < bytes;) {
    std::uint32_t step = 8;
    const auto fits = [&](const Value& address) {
      return !address.word.known || (address.word.value + done) % step == 0;
    };
    while (step > bytes - done || !fits(to) || !fits(from)) step /= 2;
    step = std::min(step, call.machine.piece_at(plus(from, done), step));
    step = std::min(step, call.machine.piece_at(plus(to, done), step));
    const Value value = call.machine.peek(call.site(step), plus(from, done));
    call.state.copied.push_back({done, step, value});
    done += step;
  }
  for (std::size_t i = 0; i < call.state.copied.size(); ++i) {
    const Fragment part = call.state.copied[i];
    call.machine.store(call.site(part.bytes), plus(to, part.address), part.value, tags);
  }
  call.state.copied.clear();
}

CallOutcome memcpy_(LibraryCall& call) {
  copy(call, call.argument(0), call.argument(1), call.machine.number_of(call.argument(2)),
       call.interpreter.options().plain);
  call.result = call.argument(0);
  return CallOutcome::returned;
}

/// (to, from, bytes, whether stores are marked): a copy out of the thread's own memory. Waits for
/// its address; what is copied does not depend on that.
CallOutcome copy_own(LibraryCall& call) {
  const Value from(call.machine.number_of(call.argument(1)));
  const bool marked = call.machine.number_of(call.argument(3)) != 0;
  copy(call, call.argument(0), from, call.machine.number_of(call.argument(2)),
       marked ? TagSet{Tag::once} : call.interpreter.options().plain);
  return CallOutcome::returned;
}

/// Always moves the block, as C allows.
CallOutcome realloc_(LibraryCall& call) {
  const std::uint64_t old = call.machine.number_of(call.argument(0));
  const std::uint64_t bytes = call.machine.number_of(call.argument(1));
  if (old == 0) return allocate(call, bytes);
  const std::optional<std::uint64_t> known = call.machine.block_bytes(old);
  const AddressLayout& addresses = call.interpreter.code().addresses;
  if (!known && addresses.region(old) == Region::heap && old == addresses.slot_base(old))
    throw InputError({call.interpreter.code().where(call.place()), 0, 0,
                      "saw a realloc of a block that another thread has allocated, which is not "
                      "modelled"});
  if (!known)
    call.machine.fail(ErrorKind::allocation, call.place(),
                      "realloc of what is no block of the heap");
  call.result = 0;
  if (bytes > 0) {
    const Value fresh = call.machine.allocate(bytes, call.place());
    copy(call, fresh, old, std::min(bytes, *known), call.interpreter.options().plain);
    call.result = fresh;
  }
  call.machine.free(old, call.place());
  return CallOutcome::returned;
}

CallOutcome memset_(LibraryCall& call) {
  const auto byte = static_cast<std::uint8_t>(call.machine.number_of(call.argument(1)));
  fill(call, call.argument(0), byte, call.machine.number_of(call.argument(2)));
  call.result = call.argument(0);
  return CallOutcome::returned;
}

constexpr LibraryRow kRows[] = {
    {"malloc", malloc_},
    {"calloc", calloc_},
    {"free", free_},
    {"realloc", realloc_},
    {"aligned_alloc", aligned_alloc_},
    {"memalign", aligned_alloc_},
    {"posix_memalign", posix_memalign_},
    {"__VERIFIER_malloc", malloc_},
    {"__VERIFIER_malloc_aligned", aligned_alloc_},
    {"__VERIFIER_free", free_},
    {"__VERIFIER_hazptr_alloc", alloc_hazard_pointer},
    {"__VERIFIER_hazptr_protect", protect},
    {"__VERIFIER_hazptr_clear", protect_nothing},
    {"__VERIFIER_hazptr_free", free_hazard_pointer},
    {"__VERIFIER_hazptr_retire", retire},
    {"_Znwm", malloc_},
    {"_Znam", malloc_},
    {"_Znwj", malloc_},
    {"_Znaj", malloc_},
    {"_ZnwmRKSt9nothrow_t", malloc_},
    {"_ZnamRKSt9nothrow_t", malloc_},
    {"_ZnwmSt11align_val_t", malloc_},
    {"_ZnamSt11align_val_t", malloc_},
    {"_ZdlPv", free_},
    {"_ZdaPv", free_},
    {"_ZdlPvm", free_},
    {"_ZdaPvm", free_},
    {"_ZdlPvSt11align_val_t", free_},
    {"_ZdlPvmSt11align_val_t", free_},
    {"_ZdaPvSt11align_val_t", free_},
    {"llvm.memcpy", memcpy_},
    {"llvm.memmove", memcpy_},
    {"llvm.memset", memset_},
    {"memcpy", memcpy_},
    {"rc_copy", copy_own},
    {"memmove", memcpy_},
    {"memset", memset_},
};

}  // namespace

std::span<const LibraryRow> memory_rows() {
  return kRows;
}

}  // namespace ringcheck::source
