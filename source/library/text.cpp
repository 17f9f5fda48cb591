// Functions that compare memory, and those for strings.
#include "source/arithmetic.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

Value byte_at(LibraryCall& call, const Value& address, std::uint64_t offset) {
  return call.machine.load(call.site(1), plus(address, offset), call.interpreter.options().plain);
}

/// Compares up to `limit` bytes; with `strings`, up to the end of the shorter one.
CallOutcome compare(LibraryCall& call, std::uint64_t limit, bool strings) {
  call.result = 0;
  for (std::uint64_t n = 0; n < limit; ++n) {
    const std::uint64_t a = call.machine.number_of(byte_at(call, call.argument(0), n));
    const std::uint64_t b = call.machine.number_of(byte_at(call, call.argument(1), n));
    if (a != b) {
      call.result = low_bits(a < b ? UINT64_MAX : 1, 32);
      break;
    }
    if (strings && a == 0) break;
  }
  return CallOutcome::returned;
}

CallOutcome memcmp_(LibraryCall& call) {
  return compare(call, call.machine.number_of(call.argument(2)), false);
}
CallOutcome strcmp_(LibraryCall& call) {
  return compare(call, UINT64_MAX, true);
}
CallOutcome strncmp_(LibraryCall& call) {
  return compare(call, call.machine.number_of(call.argument(2)), true);
}

CallOutcome strlen_(LibraryCall& call) {
  std::uint64_t length = 0;
  while (call.machine.number_of(byte_at(call, call.argument(0), length)) != 0) ++length;
  call.result = length;
  return CallOutcome::returned;
}

/// Copies a string with its end, at most `limit` bytes.
void copy_string(LibraryCall& call, std::uint64_t limit) {
  for (std::uint64_t n = 0; n < limit; ++n) {
    const Value byte = byte_at(call, call.argument(1), n);
    call.machine.store(call.site(1), plus(call.argument(0), n), byte,
                       call.interpreter.options().plain);
    if (call.machine.number_of(byte) == 0) break;
  }
  call.result = call.argument(0);
}

CallOutcome strcpy_(LibraryCall& call) {
  copy_string(call, UINT64_MAX);
  return CallOutcome::returned;
}

/// What the string leaves of the limit is filled with zeros.
CallOutcome strncpy_(LibraryCall& call) {
  const std::uint64_t limit = call.machine.number_of(call.argument(2));
  bool ended = false;
  for (std::uint64_t n = 0; n < limit; ++n) {
    const Value byte = ended ? Value(0) : byte_at(call, call.argument(1), n);
    call.machine.store(call.site(1), plus(call.argument(0), n), byte,
                       call.interpreter.options().plain);
    ended = ended || call.machine.number_of(byte) == 0;
  }
  call.result = call.argument(0);
  return CallOutcome::returned;
}

CallOutcome strchr_(LibraryCall& call) {
  const std::uint64_t wanted = low_bits(call.machine.number_of(call.argument(1)), 8);
  for (std::uint64_t n = 0;; ++n) {
    const std::uint64_t byte = call.machine.number_of(byte_at(call, call.argument(0), n));
    if (byte == wanted || byte == 0) {
      call.result = byte == wanted ? plus(call.argument(0), n) : Value(0);
      return CallOutcome::returned;
    }
  }
}

/// The number without its sign.
template <unsigned Width>
CallOutcome magnitude(LibraryCall& call) {
  call.result = combine_values(call.argument(0), Value(0), [](auto x, auto) {
    return as_signed(x, Width) < 0 ? low_bits(0 - x, Width) : x;
  });
  return CallOutcome::returned;
}

constexpr LibraryRow kRows[] = {
    {"memcmp", memcmp_},     {"bcmp", memcmp_},        {"strcmp", strcmp_},
    {"strncmp", strncmp_},   {"strlen", strlen_},      {"strcpy", strcpy_},
    {"strncpy", strncpy_},   {"strchr", strchr_},      {"abs", magnitude<32>},
    {"labs", magnitude<64>}, {"llabs", magnitude<64>},
};

}  // namespace

std::span<const LibraryRow> text_rows() {
  return kRows;
}

}  // namespace ringcheck::source
