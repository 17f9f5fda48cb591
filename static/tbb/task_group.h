#pragma once
// oneTBB's header of this name has tbb::task_group.

#include "task_arena.h"
