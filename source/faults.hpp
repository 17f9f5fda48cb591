#pragma once
// Why the run of a thread ended early. The engine hands on a text that lives for ever; this file
// keeps the fault that the text names.

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
  std::vector<Demand> further{};  ///< what can be learnt with it
};

/// The faults of the runs of one program, each known by a text. Several workers may use it.
class Faults {
 public:
  /// The text that names `fault` from now on.
  const char* text_of(const Fault& fault);
  /// `demand`, and what can be learnt with it.
  [[nodiscard]] std::vector<Demand> all_of(const Demand& demand) const;
  /// The fault that `text`, a result of text_of, names.
  [[nodiscard]] const Fault& find(const char* text) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Fault>> known_;
};

}  // namespace ringcheck::source
