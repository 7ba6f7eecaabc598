# The libraries that ardor stands on, gathered in two interface targets: ardor_dependencies (the library) and
# ardor_cli_dependencies (the program). Core with a BLAS by the interface of Fortran is found without pkg-config.
find_package(Threads REQUIRED)
if(ARDOR_FULL OR ARDOR_BLAS STREQUAL "cblas")
  find_package(PkgConfig REQUIRED)
endif()
find_path(ARDOR_RANDOM123_INCLUDE Random123/philox.h REQUIRED)      # headers only
find_path(ARDOR_JANSSON_INCLUDE jansson.h REQUIRED)
find_library(ARDOR_JANSSON_LIBRARY jansson REQUIRED)

# BLAS and LAPACK: what to link with, and how that is written on a command line of the linker.
if(ARDOR_BLAS STREQUAL "cblas")
  pkg_check_modules(ARDOR_OPENBLAS REQUIRED IMPORTED_TARGET openblas)      # it has LAPACK in it
  set(ARDOR_BLAS_TARGETS PkgConfig::ARDOR_OPENBLAS)
  set(ARDOR_BLAS_FLAGS ${ARDOR_OPENBLAS_LDFLAGS})
elseif(NOT ARDOR_BLAS STREQUAL "fortran")
  message(FATAL_ERROR "ARDOR_BLAS is cblas or fortran, not '${ARDOR_BLAS}'")
elseif(ARDOR_BLAS_LIBRARIES)
  set(ARDOR_BLAS_TARGETS ${ARDOR_BLAS_LIBRARIES})
  set(ARDOR_BLAS_FLAGS ${ARDOR_BLAS_LIBRARIES})
else()
  find_package(LAPACK REQUIRED)
  set(ARDOR_BLAS_TARGETS LAPACK::LAPACK BLAS::BLAS)
  set(ARDOR_BLAS_FLAGS ${LAPACK_LINKER_FLAGS} ${LAPACK_LIBRARIES})
endif()

# The methods svm, svm-rfe and svm-l0. LIBSVM has no pkg-config file.
if(ARDOR_LIBSVM)
  find_library(ARDOR_LIBSVM_LIBRARY svm)
  find_path(ARDOR_LIBSVM_INCLUDE libsvm/svm.h)
  if(NOT ARDOR_LIBSVM_LIBRARY OR NOT ARDOR_LIBSVM_INCLUDE)
    message(FATAL_ERROR "LIBSVM is missing (Debian package libsvm-dev); -DARDOR_LIBSVM=OFF builds without the methods svm, svm-rfe and svm-l0")
  endif()
endif()

# glibc's vectorised exp, if the loop that is to use it compiles and links.
if(ARDOR_LIBMVEC)
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
]] ARDOR_LIBMVEC_LINKS)
  cmake_pop_check_state()
endif()

add_library(ardor_dependencies INTERFACE)
target_include_directories(ardor_dependencies SYSTEM INTERFACE ${ARDOR_RANDOM123_INCLUDE} ${ARDOR_JANSSON_INCLUDE})
target_link_libraries(ardor_dependencies INTERFACE ${ARDOR_BLAS_TARGETS} ${ARDOR_JANSSON_LIBRARY})
target_compile_definitions(ardor_dependencies INTERFACE
    $<$<BOOL:${ARDOR_CORE}>:ARDOR_CORE> $<IF:$<STREQUAL:${ARDOR_BLAS},fortran>,ARDOR_BLAS_FORTRAN,ARDOR_HAVE_OPENBLAS>)
if(ARDOR_FULL)
  pkg_check_modules(ARDOR_ARCHIVE REQUIRED IMPORTED_TARGET libarchive)
  find_library(ARDOR_CSV_LIBRARY csv REQUIRED)                      # libcsv has no pkg-config file
  find_path(ARDOR_CSV_INCLUDE csv.h REQUIRED)
  target_include_directories(ardor_dependencies SYSTEM INTERFACE ${ARDOR_CSV_INCLUDE})
  target_link_libraries(ardor_dependencies INTERFACE PkgConfig::ARDOR_ARCHIVE ${ARDOR_CSV_LIBRARY})
endif()
if(ARDOR_LIBSVM)
  target_compile_definitions(ardor_dependencies INTERFACE ARDOR_HAVE_LIBSVM)
  target_include_directories(ardor_dependencies SYSTEM INTERFACE ${ARDOR_LIBSVM_INCLUDE})
  target_link_libraries(ardor_dependencies INTERFACE ${ARDOR_LIBSVM_LIBRARY})
endif()
target_link_libraries(ardor_dependencies INTERFACE Threads::Threads)
if(ARDOR_LIBMVEC_LINKS)
  target_compile_definitions(ardor_dependencies INTERFACE ARDOR_HAVE_LIBMVEC)
  target_link_libraries(ardor_dependencies INTERFACE mvec)
endif()
target_link_libraries(ardor_dependencies INTERFACE m)

# What who links the static library links beside it (ardor.pc, ardorConfig.cmake).
set(ARDOR_STATIC_FLAGS ${ARDOR_BLAS_FLAGS} ${ARDOR_JANSSON_LIBRARY})
if(ARDOR_LIBSVM)
  list(APPEND ARDOR_STATIC_FLAGS ${ARDOR_LIBSVM_LIBRARY})
endif()
list(APPEND ARDOR_STATIC_FLAGS ${CMAKE_THREAD_LIBS_INIT})
if(ARDOR_LIBMVEC_LINKS)
  list(APPEND ARDOR_STATIC_FLAGS -lmvec)
endif()
list(APPEND ARDOR_STATIC_FLAGS -lm)

if(ARDOR_FULL)
  pkg_check_modules(ARDOR_POPT REQUIRED IMPORTED_TARGET popt)
  add_library(ardor_cli_dependencies INTERFACE)
  target_link_libraries(ardor_cli_dependencies INTERFACE PkgConfig::ARDOR_POPT ${ARDOR_JANSSON_LIBRARY} m)
  target_include_directories(ardor_cli_dependencies SYSTEM INTERFACE ${ARDOR_JANSSON_INCLUDE})
endif()
