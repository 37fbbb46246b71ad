# SPDX-License-Identifier: Apache-2.0
# Kernels of a library, which other backends call: no row of backends.def.
if(TENON_ONEDNN)
  set(late ${folder}/link.cmake)
else()
  set(sources)
endif()
