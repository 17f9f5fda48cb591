// Functions that format numbers and strings into a buffer, exactly.
// Tested by tests/source/further_library_test.cpp.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <string>
#include <string_view>

#include "graph/diagnostic.hpp"
#include "source/arithmetic.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

/// Characters that one call may make. No text here owns memory (see Machine).
constexpr std::size_t kMost = 512;

[[noreturn]] void refuse(const LibraryCall& call, const char* what) {
  throw InputError({call.interpreter.code().where(call.place()), 0, 0,
                    "saw a format with " + std::string(what) + ", which is not modelled"});
}

struct Text {
  std::array<char, kMost + 1> all{};
  std::size_t size = 0;

  void add(const LibraryCall& call, char c) {
    if (size == kMost) refuse(call, "more than 512 characters");
    all[size++] = c;
  }
};

/// The arguments of a format, one after the other: those of the call from number `next` on, or what
/// the list of a va_list holds, from address `list` on.
struct FormatArguments {
  std::size_t next = 0;
  std::uint64_t list = 0;

  Value take(LibraryCall& call) {
    constexpr std::uint32_t kSlot = 8;
    if (list == 0 && next >= call.argument_count()) refuse(call, "more conversions than arguments");
    if (list == 0) return call.argument(next++);
    const Value value = call.machine.load(call.site(kSlot), list, call.interpreter.options().plain);
    list += kSlot;
    return value;
  }
};

/// One conversion of a format, and the arguments that it takes.
class Conversion {
 public:
  Conversion(LibraryCall& call, FormatArguments& arguments) : call_(call), arguments_(arguments) {}

  /// Takes a character of the conversion, after its `%`. True when it is the last one.
  bool take(char c) {
    if (std::string_view("diuxXoscfFeEgGp%").find(c) != std::string_view::npos) return true;
    const bool is_length = std::string_view("hlzjt").find(c) != std::string_view::npos;
    if (!is_length && std::string_view("-+ #0123456789.").find(c) == std::string_view::npos)
      refuse(call_, c == '*' ? "a width that is an argument" : "an unknown conversion");
    if (is_length) {
      halves_ += c == 'h' ? 1 : 0;
      is_long_ = is_long_ || c != 'h';
    } else if (spec_size_ + 6 < spec_.size()) {
      spec_[spec_size_++] = c;
    } else {
      refuse(call_, "a long conversion");
    }
    return false;
  }

  /// Adds what conversion `kind` makes of its argument to `text`.
  void make(char kind, Text& text) {
    std::array<char, kMost + 1> made{};
    if (kind == '%') return text.add(call_, '%');
    if (kind == 'p') refuse(call_, "the number of a pointer");
    if (kind == 's') {
      std::array<char, kMost + 1> string{};
      read_string(string);
      put(made, "s", string.data());
    } else if (std::string_view("fFeEgG").find(kind) != std::string_view::npos) {
      const std::array<char, 2> name{kind, 0};
      put(made, name.data(), std::bit_cast<double>(number()));
    } else {
      put_number(kind, made);
    }
    for (const char* c = made.data(); *c != 0; ++c) text.add(call_, *c);
  }

 private:
  std::uint64_t number() {
    const Value value = arguments_.take(call_);
    const std::uint64_t number = call_.machine.number_of(value);
    if (number == kUndefined)
      call_.machine.fail(ErrorKind::uninitialized, call_.place(),
                         "an argument is a variable that has no value");
    return number;
  }

  void read_string(std::array<char, kMost + 1>& string) {
    const std::uint64_t address = number();
    for (std::size_t n = 0;; ++n) {
      const Value byte =
          call_.machine.load(call_.site(1), address + n, call_.interpreter.options().plain);
      const std::uint64_t c = call_.machine.number_of(byte);
      if (c == 0) return;
      if (n == kMost) refuse(call_, "more than 512 characters");
      string[n] = static_cast<char>(c);
    }
  }

  void put_number(char kind, std::array<char, kMost + 1>& made) {
    const unsigned bits = is_long_ ? 64 : halves_ == 0 ? 32 : halves_ == 1 ? 16 : 8;
    const std::uint64_t value = low_bits(number(), bits);
    const std::array<char, 4> name{'l', 'l', kind, 0};
    if (kind == 'c')
      put(made, "c", static_cast<int>(low_bits(value, 8)));
    else if (kind == 'd' || kind == 'i')
      put(made, name.data(), static_cast<long long>(as_signed(value, bits)));
    else
      put(made, name.data(), static_cast<unsigned long long>(value));
  }

  template <class Argument>
  void put(std::array<char, kMost + 1>& made, std::string_view name, Argument argument) {
    std::array<char, 40> spec{};
    spec[0] = '%';
    std::copy_n(spec_.begin(), spec_size_, spec.begin() + 1);
    std::copy_n(name.begin(), name.size(), spec.begin() + 1 + spec_size_);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the format is checked by take().
    if (std::snprintf(made.data(), made.size(), spec.data(), argument) > static_cast<int>(kMost))
      refuse(call_, "more than 512 characters");
  }

  LibraryCall& call_;
  FormatArguments& arguments_;
  std::array<char, 32> spec_{};
  std::size_t spec_size_ = 0;
  int halves_ = 0;
  bool is_long_ = false;
};

/// Formats `arguments` as argument `format` says into argument 0, at most `room` bytes.
CallOutcome format(LibraryCall& call, std::size_t format, std::uint64_t room,
                   FormatArguments arguments) {
  Text text;
  const auto character = [&](std::uint64_t n) {
    return static_cast<char>(call.machine.number_of(call.machine.load(
        call.site(1), plus(call.argument(format), n), call.interpreter.options().plain)));
  };
  for (std::uint64_t n = 0;; ++n) {
    char c = character(n);
    if (c == 0) break;
    if (c != '%') {
      text.add(call, c);
      continue;
    }
    Conversion conversion(call, arguments);
    do c = character(++n);
    while (!conversion.take(c));
    conversion.make(c, text);
  }
  for (std::uint64_t n = 0; room > 0 && n < std::min<std::uint64_t>(text.size + 1, room); ++n) {
    const bool ends = n == text.size || n + 1 == room;
    call.machine.store(call.site(1), plus(call.argument(0), n),
                       ends ? 0 : static_cast<unsigned char>(text.all[n]),
                       call.interpreter.options().plain);
  }
  call.result = text.size;
  return CallOutcome::returned;
}

CallOutcome snprintf_(LibraryCall& call) {
  return format(call, 2, call.machine.number_of(call.argument(1)), {3});
}
CallOutcome sprintf_(LibraryCall& call) {
  return format(call, 1, UINT64_MAX, {2});
}

/// What the va_list that argument `number` points to holds (source/llvm/variadic.cpp).
FormatArguments arguments_in(LibraryCall& call, std::size_t number) {
  constexpr std::uint64_t kListOffset = 8;
  return {0, call.machine.number_of(call.load_pointer(plus(call.argument(number), kListOffset)))};
}
CallOutcome vsnprintf_(LibraryCall& call) {
  return format(call, 2, call.machine.number_of(call.argument(1)), arguments_in(call, 3));
}
CallOutcome vsprintf_(LibraryCall& call) {
  return format(call, 1, UINT64_MAX, arguments_in(call, 2));
}

constexpr LibraryRow kRows[] = {{"snprintf", snprintf_},
                                {"sprintf", sprintf_},
                                {"vsnprintf", vsnprintf_},
                                {"vsprintf", vsprintf_}};

}  // namespace

std::span<const LibraryRow> format_rows() {
  return kRows;
}

}  // namespace ringcheck::source
