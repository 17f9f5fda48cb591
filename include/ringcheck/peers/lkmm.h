/* The kernel's names for tests that are written for other checkers. */
#ifndef RINGCHECK_PEERS_LKMM_H
#define RINGCHECK_PEERS_LKMM_H

#include <pthread.h>
#include <ringcheck/linux.h>
#include <stdint.h>

#endif
