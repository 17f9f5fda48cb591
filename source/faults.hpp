#pragma once
// What ends the run of a thread early. The engine hands on a text that lives for ever; what it
// stands for is kept here.

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "source/error_kind.hpp"
#include "source/layout.hpp"

namespace ringcheck::source {

/// Why a run ended.
struct Fault {
  enum class Kind : std::uint8_t { error, demand };
  Kind kind = Kind::error;
  ErrorKind error = ErrorKind::assertion;
  std::uint32_t place = 0;
  std::string what;
  Demand demand{};
};

/// The faults of the runs of one program. Each is known by a text. Several workers may use it.
class Faults {
 public:
  /// The text that stands for `fault` from now on.
  const char* text_of(const Fault& fault);
  /// The fault that `text`, a result of text_of, stands for.
  [[nodiscard]] const Fault& find(const char* text) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Fault>> known_;
};

}  // namespace ringcheck::source
