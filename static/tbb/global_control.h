#pragma once
// oneTBB's header of this name limits the threads of all arenas. Here each has its own.

#include <cstddef>

namespace tbb {

class global_control {
 public:
  enum parameter { max_allowed_parallelism };
  global_control(parameter /*of*/, std::size_t /*value*/) {}
};

}  // namespace tbb
