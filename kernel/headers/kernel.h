/* Everything that the kernel's text may ask for, in one place: its own includes are left out. */
#ifndef RINGCHECK_KERNEL_H
#define RINGCHECK_KERNEL_H

#define __KERNEL__ 1
#define CONFIG_PERF_EVENTS 1
#define CONFIG_SMP 1
#ifndef RC_LONG_32
#define CONFIG_64BIT 1
#endif

#include "types.h"
#include "primitives.h"
#include "lists.h"
#include "memory.h"
#include "tasks.h"
#include "perf.h"
#include "x86.h"
#include "arm.h"
#include "coresight.h"
#include "dma.h"
#ifdef RC_ENGINE
#include "engine.h"
#endif
#ifdef RC_READER
#include "reader.h"
#endif
#ifdef RC_AUXTRACE
#include "auxtrace_reader.h"
#endif
#ifdef RC_FINDERS
#include "snapshot_finders.h"
#endif
#ifdef RC_FILTERS
#include "event_filters.h"
#endif
#include "changed.h"

#endif
