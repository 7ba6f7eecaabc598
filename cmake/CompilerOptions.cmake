# Language, warnings, instruction sets; sanitizers and coverage.
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# ardor_options: what every source of ours is compiled with. _GNU_SOURCE is set here and in no file.
# -fopenmp-simd only honours `omp simd`; there is no OpenMP run time. Contraction to fused multiply-add is off so
# that compilers and machines agree; a file that wants it says so with fma().
add_library(ardor_options INTERFACE)
target_compile_definitions(ardor_options INTERFACE _GNU_SOURCE)
target_compile_options(ardor_options INTERFACE
    -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -fopenmp-simd -ffp-contract=off
    $<$<BOOL:${ARDOR_WERROR}>:-Werror>)

# Sources named *_avx2.c and *_avx512.c are compiled for that instruction set, and left out where there is none;
# whoever calls into them asks the processor first. (gcc defines __FMA__ for AVX-512 only if told -mfma.)
function(ardor_set_instruction_sets sources)
  set(avx2 ${${sources}})
  set(avx512 ${${sources}})
  list(FILTER avx2 INCLUDE REGEX "_avx2\\.c$")
  list(FILTER avx512 INCLUDE REGEX "_avx512\\.c$")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
    set_source_files_properties(${avx2} PROPERTIES COMPILE_OPTIONS "-mavx2;-mfma")
    set_source_files_properties(${avx512} PROPERTIES COMPILE_OPTIONS
        "-mavx512f;-mavx512dq;-mavx512vl;-mfma;-mprefer-vector-width=512")
  else()
    list(FILTER ${sources} EXCLUDE REGEX "_avx(2|512)\\.c$")
    set(${sources} ${${sources}} PARENT_SCOPE)
  endif()
endfunction()

# Instrumentation goes to everything that is compiled or linked from here on.
set(ARDOR_INSTRUMENTATION "")
if(ARDOR_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "ARDOR_FUZZ needs clang (libFuzzer): configure with -DCMAKE_C_COMPILER=clang")
  endif()
  set(ARDOR_SANITIZE address,undefined)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(ARDOR_SANITIZE)
  list(APPEND ARDOR_INSTRUMENTATION -fsanitize=${ARDOR_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()
if(ARDOR_COVERAGE)
  list(APPEND ARDOR_INSTRUMENTATION --coverage -fprofile-update=atomic)      # threads count too
endif()
add_compile_options(${ARDOR_INSTRUMENTATION})
add_link_options(${ARDOR_INSTRUMENTATION})
