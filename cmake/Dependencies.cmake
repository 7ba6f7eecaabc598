# The libraries that ardor stands on, gathered in two interface targets: ardor_dependencies (the library) and
# ardor_cli_dependencies (the program).
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(ARDOR_PC REQUIRED IMPORTED_TARGET openblas libarchive jansson)
pkg_check_modules(ARDOR_POPT REQUIRED IMPORTED_TARGET popt)
pkg_check_modules(ARDOR_JANSSON REQUIRED IMPORTED_TARGET jansson)
find_library(ARDOR_CSV_LIBRARY csv REQUIRED)                        # libcsv has no pkg-config file
find_path(ARDOR_CSV_INCLUDE csv.h REQUIRED)
find_path(ARDOR_LAPACK_INCLUDE lapack.h PATH_SUFFIXES lapacke REQUIRED)    # lapacke.pc names a missing cblas.pc
find_path(ARDOR_RANDOM123_INCLUDE Random123/philox.h REQUIRED)      # headers only


# The methods svm, svm-rfe and svm-l0. LIBSVM has no pkg-config file.
if(ARDOR_LIBSVM)
  find_library(ARDOR_LIBSVM_LIBRARY svm)
  find_path(ARDOR_LIBSVM_INCLUDE libsvm/svm.h)
  if(NOT ARDOR_LIBSVM_LIBRARY OR NOT ARDOR_LIBSVM_INCLUDE)
    message(FATAL_ERROR "LIBSVM is missing (Debian package libsvm-dev); -DARDOR_LIBSVM=OFF builds without the methods svm, svm-rfe and svm-l0")
  endif()
endif()

# glibc's vectorised exp, if the loop that is to use it compiles and links.
include(CheckCSourceCompiles)
include(CMakePushCheckState)
cmake_push_check_state(RESET)
set(CMAKE_REQUIRED_FLAGS "-O2 -fopenmp-simd -Wno-attributes")
set(CMAKE_REQUIRED_LIBRARIES mvec m)
check_c_source_compiles([[
__attribute__((__simd__("notinbranch"))) extern double exp(double);
int main(int argc, char **argv)
{
    double x[64];
    (void)argv;
    for (int i = 0; i < 64; i++) x[i] = argc + i;
#pragma omp simd
    for (int i = 0; i < 64; i++) x[i] = exp(x[i]);
    return x[argc] > 2;
}
]] ARDOR_LIBMVEC)
cmake_pop_check_state()

add_library(ardor_dependencies INTERFACE)
target_include_directories(ardor_dependencies SYSTEM INTERFACE
    ${ARDOR_CSV_INCLUDE} ${ARDOR_LAPACK_INCLUDE} ${ARDOR_RANDOM123_INCLUDE})
target_link_libraries(ardor_dependencies INTERFACE
    PkgConfig::ARDOR_PC ${ARDOR_CSV_LIBRARY} $<$<BOOL:${ARDOR_LIBSVM}>:${ARDOR_LIBSVM_LIBRARY}> Threads::Threads $<$<BOOL:${ARDOR_LIBMVEC}>:mvec> m)
target_compile_definitions(ardor_dependencies INTERFACE
    $<$<BOOL:${ARDOR_LIBMVEC}>:ARDOR_HAVE_LIBMVEC> $<$<BOOL:${ARDOR_LIBSVM}>:ARDOR_HAVE_LIBSVM>)
if(ARDOR_LIBSVM)
  target_include_directories(ardor_dependencies SYSTEM INTERFACE ${ARDOR_LIBSVM_INCLUDE})
endif()

add_library(ardor_cli_dependencies INTERFACE)
target_link_libraries(ardor_cli_dependencies INTERFACE PkgConfig::ARDOR_POPT PkgConfig::ARDOR_JANSSON m)
