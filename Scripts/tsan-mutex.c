// What the thread sanitizer has to be told of Swift's `Mutex`, for `make tsan`; preloaded into the tests.
//
// The quick way through a mutex is compiled into the code that uses it, where the sanitizer sees the atomic operations. The
// slow way, taken when two threads meet, is in the toolchain's libswiftSynchronization.so, which is not built with the
// sanitizer: it would take every value behind a mutex that was ever waited for as a race. These functions stand before
// that library's own, call them, and say what they do.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// There in programs that are built with the sanitizer.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT bool try_lock_slow(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

static SWIFT void (*next_lock)(uint32_t thread, SELF void *mutex);
static SWIFT bool (*next_try_lock)(SELF void *mutex);
static SWIFT void (*next_unlock)(SELF void *mutex);

__attribute__((constructor)) static void find_next(void) {
  next_lock = dlsym(RTLD_NEXT, LOCK);
  next_try_lock = dlsym(RTLD_NEXT, TRY_LOCK);
  next_unlock = dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  if (!next_lock) find_next();
  next_lock(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock_slow(SELF void *mutex) {
  if (!next_try_lock) find_next();
  bool is_locked = next_try_lock(mutex);
  if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
  return is_locked;
}

SWIFT void unlock_slow(SELF void *mutex) {
  if (!next_unlock) find_next();
  if (__tsan_release) __tsan_release(mutex);
  next_unlock(mutex);
}
