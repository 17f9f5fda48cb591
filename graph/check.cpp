#include "graph/check.hpp"

namespace ringcheck {

void fail_check(const char* file, int line, const char* condition, const std::string& message) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": check `" + condition +
                      "` failed: " + message);
}

}  // namespace ringcheck
