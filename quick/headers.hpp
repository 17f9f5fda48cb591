#pragma once
// Headers that most sources of the small command include, compiled once.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "explore/program.hpp"
#include "graph/execution_graph.hpp"
#include "models/model.hpp"
