// The public header in C++: it compiles without a warning and its functions link by their C names.
#include <ardor/ardor.h>

#include <cstdio>

int main()
{
    ardor_context_config config = {};
    config.size = sizeof config;
    ardor_context *context = nullptr;
    if (ardor_context_new(&config, &context) != ARDOR_OK) return 1;
    std::printf("ardor %s from C++\n", ardor_version());
    ardor_context_free(context);
    return 0;
}
