// dlopen and what belongs to it, which load nothing: the C library's need the very C library that
// the program was linked with to be there when it runs.
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
