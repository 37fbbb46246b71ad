# SPDX-License-Identifier: Apache-2.0
list(REMOVE_ITEM sources ${folder}/codegen.c) # a program of its own
if(TENON_LLVM)
  set(late ${folder}/link.cmake)
else()
  set(sources)
endif()
