#pragma once
// Error numbers that the kernel's functions return. Source: include/uapi/asm-generic/errno*.h.

namespace ringcheck {

inline constexpr int kNotPermitted = -1;   ///< -EPERM
inline constexpr int kNoMemory = -12;      ///< -ENOMEM
inline constexpr int kAccess = -13;        ///< -EACCES
inline constexpr int kBusy = -16;          ///< -EBUSY
inline constexpr int kInvalid = -22;       ///< -EINVAL
inline constexpr int kNotSupported = -95;  ///< -EOPNOTSUPP

}  // namespace ringcheck
