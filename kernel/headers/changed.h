/* What tokens of the kernel's text become where a change is tried on it. */
#ifndef RINGCHECK_KERNEL_CHANGED_H
#define RINGCHECK_KERNEL_CHANGED_H

/* A call that is not made. */
#define rc_nothing(...) ((void)0)
/* Accesses without their mark. */
#define rc_plain_read(x) (x)
#define rc_plain_write(x, value) ((x) = (value))
/* A branch that is taken the other way. */
#define rc_unless(...) if (!(__VA_ARGS__))

#endif
