// Functions that compare memory, and those for strings.
#include "source/arithmetic.hpp"
#include "source/library/rows.hpp"
#include "source/wide.hpp"

namespace ringcheck::source {
namespace {

Value byte_at(LibraryCall& call, const Value& address, std::uint64_t offset) {
  return call.machine.load(call.site(1), plus(address, offset), call.interpreter.options().plain);
}

std::uint64_t as_it_is(std::uint64_t byte) {
  return byte;
}
std::uint64_t in_lower_case(std::uint64_t byte) {
  return byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte;
}

/// Compares up to `limit` bytes, after `taken`; with `strings`, up to the end of the shorter one.
CallOutcome compare(LibraryCall& call, std::uint64_t limit, bool strings,
                    std::uint64_t (*taken)(std::uint64_t) = as_it_is) {
  call.result = 0;
  for (std::uint64_t n = 0; n < limit; ++n) {
    const auto byte = [&](std::size_t argument) {
      return taken(call.machine.number_of(byte_at(call, call.argument(argument), n)));
    };
    const std::uint64_t a = byte(0);
    const std::uint64_t b = byte(1);
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

CallOutcome strcasecmp_(LibraryCall& call) {
  return compare(call, UINT64_MAX, true, in_lower_case);
}
CallOutcome strncasecmp_(LibraryCall& call) {
  return compare(call, call.machine.number_of(call.argument(2)), true, in_lower_case);
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

/// What a string starts with.
struct NumberInText {
  std::uint64_t number = 0;  ///< without its sign; the largest one if it is larger
  bool is_too_large = false;
  bool is_negative = false;
  std::uint64_t end = 0;  ///< bytes up to its end; 0: there is no number
};

/// What digit `character` is; more than 36: none.
std::uint64_t digit_of(std::uint64_t character) {
  constexpr std::uint64_t kNone = 99;
  if (character >= '0' && character <= '9') return character - '0';
  const std::uint64_t letter = in_lower_case(character);
  return letter >= 'a' && letter <= 'z' ? letter - 'a' + 10 : kNone;
}

/// Reads the number at argument 0, of base `base`; 0: as C writes it.
NumberInText number_in(LibraryCall& call, std::uint64_t base) {
  NumberInText found;
  std::uint64_t n = 0;
  const auto character = [&](std::uint64_t at) {
    return call.machine.number_of(byte_at(call, call.argument(0), at));
  };
  while (character(n) == ' ' || (character(n) >= '\t' && character(n) <= '\r')) ++n;
  found.is_negative = character(n) == '-';
  if (found.is_negative || character(n) == '+') ++n;
  const bool is_hexadecimal = (base == 0 || base == 16) && character(n) == '0' &&
                              in_lower_case(character(n + 1)) == 'x' &&
                              digit_of(character(n + 2)) < 16;
  if (base == 0) base = is_hexadecimal ? 16 : character(n) == '0' ? 8 : 10;
  if (is_hexadecimal) n += 2;
  Wide number = 0;
  for (; digit_of(character(n)) < base; found.end = ++n) {
    number = base * number + digit_of(character(n));
    found.is_too_large = found.is_too_large || number > UINT64_MAX;
    if (found.is_too_large) number = UINT64_MAX;
  }
  found.number = static_cast<std::uint64_t>(number);
  return found;
}

/// atoi(string), atol(string)
template <unsigned Width>
CallOutcome decimal_in(LibraryCall& call) {
  const NumberInText found = number_in(call, 10);
  call.result = low_bits(found.is_negative ? 0 - found.number : found.number, Width);
  return CallOutcome::returned;
}

/// strtol(string, where its end goes, base) and its kin: a number that does not fit gives the one
/// that is next to it, and ERANGE.
template <bool HasSign>
CallOutcome parsed(LibraryCall& call) {
  constexpr std::uint64_t kOutOfRange = 34;
  const NumberInText found = number_in(call, call.machine.number_of(call.argument(2)));
  const unsigned bits = 8 * static_cast<unsigned>(call.pointer_bytes());
  const std::uint64_t most = low_bits(UINT64_MAX, HasSign ? bits - 1 : bits);
  const std::uint64_t limit = HasSign && found.is_negative ? most + 1 : most;
  const bool fits = !found.is_too_large && found.number <= limit;
  const std::uint64_t number = fits ? found.number : limit;
  if (!fits) call.set_error(kOutOfRange);
  call.result = low_bits(found.is_negative && (HasSign || fits) ? 0 - number : number, bits);
  if (call.machine.number_of(call.argument(1)) != 0)
    call.machine.store(call.site(static_cast<std::uint32_t>(call.pointer_bytes())),
                       call.argument(1), plus(call.argument(0), found.end),
                       call.interpreter.options().plain);
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
    {"memcmp", memcmp_},
    {"bcmp", memcmp_},
    {"strcmp", strcmp_},
    {"strncmp", strncmp_},
    {"strlen", strlen_},
    {"strcpy", strcpy_},
    {"strncpy", strncpy_},
    {"strchr", strchr_},
    {"abs", magnitude<32>},
    {"labs", magnitude<64>},
    {"llabs", magnitude<64>},
    {"strcat", strcat_},
    {"strdup", strdup_},
    {"strrchr", strrchr_},
    {"memchr", memchr_},
    {"strstr", strstr_},
    {"atoi", decimal_in<32>},
    {"atol", decimal_in<64>},
    {"strcasecmp", strcasecmp_},
    {"strncasecmp", strncasecmp_},
    {"strtol", parsed<true>},
    {"strtoul", parsed<false>},
    {"__isoc23_strtol", parsed<true>},
    {"__isoc23_strtoul", parsed<false>},
};

}  // namespace

std::span<const LibraryRow> text_rows() {
  return kRows;
}

}  // namespace ringcheck::source
