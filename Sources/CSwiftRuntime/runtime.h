#ifndef CAUSEWAY_SWIFT_RUNTIME_H
#define CAUSEWAY_SWIFT_RUNTIME_H

#include <stddef.h>
#include <string.h>

// Two entrances of the Swift runtime, exported by libswiftCore and called by compiled Swift code itself.
typedef struct {
  size_t negative;
  size_t positive;
} causeway_class_extents;

extern void *swift_allocObject(const void *metadata, size_t size, size_t align_mask);
extern causeway_class_extents _swift_getSwiftClassInstanceExtents(const void *metadata);

/// An instance of a Swift class whose initializers are unavailable: its fields are zero. Owned by the caller.
static inline void *causeway_allocate_instance(const void *metadata) {
  const size_t header = 2 * sizeof(void *);
  const size_t size = _swift_getSwiftClassInstanceExtents(metadata).positive;
  char *object = (char *)swift_allocObject(metadata, size, 15);
  if (size > header) memset(object + header, 0, size - header);
  return object;
}

#endif
