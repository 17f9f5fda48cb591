// dlopen and its kin, which load nothing here. Those of the C library need, at run time, the very C
// library that the program was linked with.
#include <dlfcn.h>

namespace {

char reason[] = "a static program loads no libraries, expected an ordinary build of ringcheck";

}  // namespace

void* dlopen(const char* /*file*/, int /*mode*/) noexcept {
  return nullptr;
}

void* dlsym(void* /*library*/, const char* /*name*/) noexcept {
  return nullptr;
}

int dlclose(void* /*library*/) noexcept {
  return 0;
}

char* dlerror() noexcept {
  return reason;
}
