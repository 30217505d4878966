cmake_minimum_required(VERSION 3.20)
project(shop LANGUAGES CXX)
find_package(fmt REQUIRED)
include(cmake/warnings.cmake)

option(SHOP_TESTS "Build tests" ON)
set(SHOP_SOURCES src/cart.cpp src/prices.cpp)

function(shop_add_module name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PRIVATE fmt::fmt)
endfunction()

add_executable(shop_cli ${SHOP_SOURCES})
add_subdirectory(tests)
