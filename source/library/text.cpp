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

std::uint64_t length_of(LibraryCall& call, const Value& string) {
  std::uint64_t length = 0;
  while (call.machine.number_of(byte_at(call, string, length)) != 0) ++length;
  return length;
}

/// Copies the string at `from`, with its end, to `to`.
void copy_string(LibraryCall& call, const Value& to, const Value& from) {
  for (std::uint64_t n = 0;; ++n) {
    const Value byte = byte_at(call, from, n);
    call.machine.store(call.site(1), plus(to, n), byte, call.interpreter.options().plain);
    if (call.machine.number_of(byte) == 0) return;
  }
}

CallOutcome strlen_(LibraryCall& call) {
  call.result = length_of(call, call.argument(0));
  return CallOutcome::returned;
}

CallOutcome strcat_(LibraryCall& call) {
  const Value to = call.argument(0);
  copy_string(call, plus(to, length_of(call, to)), call.argument(1));
  call.result = to;
  return CallOutcome::returned;
}

CallOutcome strdup_(LibraryCall& call) {
  const std::uint64_t length = length_of(call, call.argument(0));
  const Value fresh = call.machine.allocate(length + 1, call.place());
  copy_string(call, fresh, call.argument(0));
  call.result = fresh;
  return CallOutcome::returned;
}

CallOutcome strcpy_(LibraryCall& call) {
  copy_string(call, call.argument(0), call.argument(1));
  call.result = call.argument(0);
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

/// The last place of a character, its end included.
CallOutcome strrchr_(LibraryCall& call) {
  const std::uint64_t wanted = low_bits(call.machine.number_of(call.argument(1)), 8);
  call.result = 0;
  for (std::uint64_t left = length_of(call, call.argument(0)) + 1; left-- > 0;) {
    if (call.machine.number_of(byte_at(call, call.argument(0), left)) != wanted) continue;
    call.result = plus(call.argument(0), left);
    break;
  }
  return CallOutcome::returned;
}

CallOutcome memchr_(LibraryCall& call) {
  const std::uint64_t wanted = low_bits(call.machine.number_of(call.argument(1)), 8);
  const std::uint64_t limit = call.machine.number_of(call.argument(2));
  call.result = 0;
  for (std::uint64_t n = 0; n < limit; ++n) {
    if (call.machine.number_of(byte_at(call, call.argument(0), n)) != wanted) continue;
    call.result = plus(call.argument(0), n);
    break;
  }
  return CallOutcome::returned;
}

CallOutcome strstr_(LibraryCall& call) {
  const std::uint64_t length = length_of(call, call.argument(0));
  const std::uint64_t wanted = length_of(call, call.argument(1));
  const auto is_at = [&](std::uint64_t start) {
    for (std::uint64_t n = 0; n < wanted; ++n)
      if (call.machine.number_of(byte_at(call, call.argument(0), start + n)) !=
          call.machine.number_of(byte_at(call, call.argument(1), n)))
        return false;
    return true;
  };
  call.result = 0;
  for (std::uint64_t start = 0; start + wanted <= length; ++start) {
    if (!is_at(start)) continue;
    call.result = plus(call.argument(0), start);
    break;
  }
  return CallOutcome::returned;
}

/// atoi(string), atol(string)
template <unsigned Width>
CallOutcome number_in(LibraryCall& call) {
  std::uint64_t n = 0;
  const auto character = [&] { return call.machine.number_of(byte_at(call, call.argument(0), n)); };
  while (character() == ' ' || (character() >= '\t' && character() <= '\r')) ++n;
  const bool is_negative = character() == '-';
  if (is_negative || character() == '+') ++n;
  std::uint64_t number = 0;
  for (; character() >= '0' && character() <= '9'; ++n) number = 10 * number + character() - '0';
  call.result = low_bits(is_negative ? 0 - number : number, Width);
  return CallOutcome::returned;
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
    {"labs", magnitude<64>}, {"llabs", magnitude<64>}, {"strcat", strcat_},
    {"strdup", strdup_},     {"strrchr", strrchr_},    {"memchr", memchr_},
    {"strstr", strstr_},     {"atoi", number_in<32>},  {"atol", number_in<64>},
};

}  // namespace

std::span<const LibraryRow> text_rows() {
  return kRows;
}

}  // namespace ringcheck::source
