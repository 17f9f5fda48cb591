// Faults of the code that is called become failures, one after the other.
#include "kernel/native/faults_of_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "kernel/native/native_machine.hpp"

namespace ringcheck {
namespace {

// What the compiler does not see through.
int* volatile null_pointer = nullptr;
void (*volatile null_function)() = nullptr;
int volatile zero = 0;

__attribute__((no_sanitize("undefined"))) void use_null() {
  *null_pointer = 1;
}
__attribute__((no_sanitize("undefined"))) void call_null() {
  null_function();
}
__attribute__((no_sanitize("undefined"))) void divide() {
  zero = 7 / zero;
}

TEST(FaultsOfText, AreFailures) {
  const struct {
    const char* name;
    void (*code)();
    const char* says;
  } rows[] = {
      {"a null pointer is used", use_null, "it uses a null pointer"},
      {"a null pointer is called", call_null, "it uses a null pointer"},
      {"a division by zero", divide, "it divides by zero"},
      {"again", use_null, "it uses a null pointer"},
  };
  const FaultsOfText faults;
  for (const auto& row : rows) {
    try {
      row.code();
      ADD_FAILURE() << row.name;
    } catch (const NativeFailure& failure) {
      EXPECT_EQ(std::string(failure.what()).find(row.says), 0U) << row.name << failure.what();
    }
  }
}

}  // namespace
}  // namespace ringcheck
