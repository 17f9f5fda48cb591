#pragma once
// The tags of RCU's and SRCU's critical sections and grace periods.

#include "graph/event.hpp"

namespace ringcheck {

inline constexpr TagSet kGracePeriods{Tag::sync_rcu, Tag::sync_srcu};
inline constexpr TagSet kSections{Tag::rcu_lock, Tag::rcu_unlock, Tag::srcu_lock, Tag::srcu_unlock};

}  // namespace ringcheck
