// SPDX-License-Identifier: Apache-2.0
// Elementwise operators, against values of mpmath, and by hand.
func.func public @main() {
  %v1 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v2 = stablehlo.abs %v1 : tensor<5xf64>
  %v3 = stablehlo.constant dense<[2.75000000000000000e+00, 5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  check.expect_close %v2, %v3, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v4 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v5 = stablehlo.ceil %v4 : tensor<5xf64>
  %v6 = stablehlo.constant dense<[-2.00000000000000000e+00, 0.00000000000000000e+00, 1.00000000000000000e+00, 2.00000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  check.expect_close %v5, %v6, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v7 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v8 = stablehlo.floor %v7 : tensor<5xf64>
  %v9 = stablehlo.constant dense<[-3.00000000000000000e+00, -1.00000000000000000e+00, 0.00000000000000000e+00, 1.00000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  check.expect_close %v8, %v9, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v10 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v11 = stablehlo.cosine %v10 : tensor<5xf64>
  %v12 = stablehlo.constant dense<[-9.24302378632463562e-01, 8.77582561890372759e-01, 9.55336489125605981e-01, 3.15322362395268674e-01, -4.16146836547142407e-01]> : tensor<5xf64>
  check.expect_close %v11, %v12, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v13 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v14 = stablehlo.sine %v13 : tensor<5xf64>
  %v15 = stablehlo.constant dense<[-3.81660992052331671e-01, -4.79425538604203005e-01, 2.95520206661339546e-01, 9.48984619355586201e-01, 9.09297426825681709e-01]> : tensor<5xf64>
  check.expect_close %v14, %v15, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v16 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v17 = stablehlo.tan %v16 : tensor<5xf64>
  %v18 = stablehlo.constant dense<[4.12917894484932491e-01, -5.46302489843790484e-01, 3.09336249609623248e-01, 3.00956967386283125e+00, -2.18503986326151889e+00]> : tensor<5xf64>
  check.expect_close %v17, %v18, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v19 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v20 = stablehlo.tanh %v19 : tensor<5xf64>
  %v21 = stablehlo.constant dense<[-9.91859724568207701e-01, -4.62117157260009737e-01, 2.91312612451590902e-01, 8.48283639957512881e-01, 9.64027580075816903e-01]> : tensor<5xf64>
  check.expect_close %v20, %v21, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v22 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v23 = stablehlo.exponential %v22 : tensor<5xf64>
  %v24 = stablehlo.constant dense<[6.39278612067075702e-02, 6.06530659712633424e-01, 1.34985880757600318e+00, 3.49034295746184142e+00, 7.38905609893065041e+00]> : tensor<5xf64>
  check.expect_close %v23, %v24, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v25 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v26 = stablehlo.exponential_minus_one %v25 : tensor<5xf64>
  %v27 = stablehlo.constant dense<[-9.36072138793292430e-01, -3.93469340287366576e-01, 3.49858807576003072e-01, 2.49034295746184142e+00, 6.38905609893065041e+00]> : tensor<5xf64>
  check.expect_close %v26, %v27, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v28 = stablehlo.constant dense<[1.00000000000000006e-01, 1.50000000000000000e+00, 7.00000000000000000e+00]> : tensor<3xf64>
  %v29 = stablehlo.log %v28 : tensor<3xf64>
  %v30 = stablehlo.constant dense<[-2.30258509299404546e+00, 4.05465108108164385e-01, 1.94591014905531323e+00]> : tensor<3xf64>
  check.expect_close %v29, %v30, max_ulp_difference = 4 : tensor<3xf64>, tensor<3xf64>
  %v31 = stablehlo.constant dense<[1.00000000000000006e-09, -5.00000000000000000e-01, 3.00000000000000000e+00]> : tensor<3xf64>
  %v32 = stablehlo.log_plus_one %v31 : tensor<3xf64>
  %v33 = stablehlo.constant dense<[9.99999999499999988e-10, -6.93147180559945286e-01, 1.38629436111989057e+00]> : tensor<3xf64>
  check.expect_close %v32, %v33, max_ulp_difference = 4 : tensor<3xf64>, tensor<3xf64>
  %v34 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v35 = stablehlo.logistic %v34 : tensor<5xf64>
  %v36 = stablehlo.constant dense<[6.00866501740076192e-02, 3.77540668798145462e-01, 5.74442516811659032e-01, 7.77299861174691187e-01, 8.80797077977882426e-01]> : tensor<5xf64>
  check.expect_close %v35, %v36, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v37 = stablehlo.constant dense<[2.50000000000000000e-01, 2.00000000000000000e+00, 9.50000000000000000e+00]> : tensor<3xf64>
  %v38 = stablehlo.sqrt %v37 : tensor<3xf64>
  %v39 = stablehlo.constant dense<[5.00000000000000000e-01, 1.41421356237309515e+00, 3.08220700148448801e+00]> : tensor<3xf64>
  check.expect_close %v38, %v39, max_ulp_difference = 4 : tensor<3xf64>, tensor<3xf64>
  %v40 = stablehlo.constant dense<[2.50000000000000000e-01, 2.00000000000000000e+00, 9.50000000000000000e+00]> : tensor<3xf64>
  %v41 = stablehlo.rsqrt %v40 : tensor<3xf64>
  %v42 = stablehlo.constant dense<[2.00000000000000000e+00, 7.07106781186547573e-01, 3.24442842261525088e-01]> : tensor<3xf64>
  check.expect_close %v41, %v42, max_ulp_difference = 4 : tensor<3xf64>, tensor<3xf64>
  %v43 = stablehlo.constant dense<[-8.00000000000000000e+00, 2.00000000000000011e-01, 3.00000000000000000e+01]> : tensor<3xf64>
  %v44 = stablehlo.cbrt %v43 : tensor<3xf64>
  %v45 = stablehlo.constant dense<[-2.00000000000000000e+00, 5.84803547642573252e-01, 3.10723250595385903e+00]> : tensor<3xf64>
  check.expect_close %v44, %v45, max_ulp_difference = 4 : tensor<3xf64>, tensor<3xf64>
  %v46 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v47 = stablehlo.negate %v46 : tensor<5xf64>
  %v48 = stablehlo.constant dense<[2.75000000000000000e+00, 5.00000000000000000e-01, -2.99999999999999989e-01, -1.25000000000000000e+00, -2.00000000000000000e+00]> : tensor<5xf64>
  check.expect_close %v47, %v48, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v49 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v50 = stablehlo.sign %v49 : tensor<5xf64>
  %v51 = stablehlo.constant dense<[-1.00000000000000000e+00, -1.00000000000000000e+00, 1.00000000000000000e+00, 1.00000000000000000e+00, 1.00000000000000000e+00]> : tensor<5xf64>
  check.expect_close %v50, %v51, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v52 = stablehlo.constant dense<[-9.00000000000000022e-01, 0.00000000000000000e+00, 4.00000000000000022e-01]> : tensor<3xf64>
  %v53 = chlo.acos %v52 : tensor<3xf64> -> tensor<3xf64>
  %v54 = stablehlo.constant dense<[2.69056584179353075e+00, 1.57079632679489656e+00, 1.15927948072740850e+00]> : tensor<3xf64>
  check.expect_close %v53, %v54, max_ulp_difference = 4 : tensor<3xf64>, tensor<3xf64>
  %v55 = stablehlo.constant dense<[-9.00000000000000022e-01, 0.00000000000000000e+00, 4.00000000000000022e-01]> : tensor<3xf64>
  %v56 = chlo.asin %v55 : tensor<3xf64> -> tensor<3xf64>
  %v57 = stablehlo.constant dense<[-1.11976951499863420e+00, 0.00000000000000000e+00, 4.11516846067488062e-01]> : tensor<3xf64>
  check.expect_close %v56, %v57, max_ulp_difference = 4 : tensor<3xf64>, tensor<3xf64>
  %v58 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v59 = chlo.atan %v58 : tensor<5xf64> -> tensor<5xf64>
  %v60 = stablehlo.constant dense<[-1.22202532321098967e+00, -4.63647609000806094e-01, 2.91456794477867098e-01, 8.96055384571343927e-01, 1.10714871779409041e+00]> : tensor<5xf64>
  check.expect_close %v59, %v60, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v61 = stablehlo.constant dense<[1.00000000000000000e+00, 1.50000000000000000e+00, 7.00000000000000000e+00]> : tensor<3xf64>
  %v62 = chlo.acosh %v61 : tensor<3xf64> -> tensor<3xf64>
  %v63 = stablehlo.constant dense<[0.00000000000000000e+00, 9.62423650119206942e-01, 2.63391579384963359e+00]> : tensor<3xf64>
  check.expect_close %v62, %v63, max_ulp_difference = 4 : tensor<3xf64>, tensor<3xf64>
  %v64 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v65 = chlo.asinh %v64 : tensor<5xf64> -> tensor<5xf64>
  %v66 = stablehlo.constant dense<[-1.73627758646180030e+00, -4.81211825059603471e-01, 2.95673047563422442e-01, 1.04759301264925875e+00, 1.44363547517881030e+00]> : tensor<5xf64>
  check.expect_close %v65, %v66, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v67 = stablehlo.constant dense<[-9.00000000000000022e-01, 1.00000000000000006e-01, 5.99999999999999978e-01]> : tensor<3xf64>
  %v68 = chlo.atanh %v67 : tensor<3xf64> -> tensor<3xf64>
  %v69 = stablehlo.constant dense<[-1.47221948958322035e+00, 1.00335347731075580e-01, 6.93147180559945286e-01]> : tensor<3xf64>
  check.expect_close %v68, %v69, max_ulp_difference = 4 : tensor<3xf64>, tensor<3xf64>
  %v70 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v71 = chlo.cosh %v70 : tensor<5xf64> -> tensor<5xf64>
  %v72 = stablehlo.constant dense<[7.85327987269743932e+00, 1.12762596520638070e+00, 1.04533851412886047e+00, 1.88842387716101578e+00, 3.76219569108363139e+00]> : tensor<5xf64>
  check.expect_close %v71, %v72, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v73 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v74 = chlo.sinh %v73 : tensor<5xf64> -> tensor<5xf64>
  %v75 = stablehlo.constant dense<[-7.78935201149073198e+00, -5.21095305493747385e-01, 3.04520293447142598e-01, 1.60191908030082564e+00, 3.62686040784701857e+00]> : tensor<5xf64>
  check.expect_close %v74, %v75, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v76 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v77 = chlo.tan %v76 : tensor<5xf64> -> tensor<5xf64>
  %v78 = stablehlo.constant dense<[4.12917894484932491e-01, -5.46302489843790484e-01, 3.09336249609623248e-01, 3.00956967386283125e+00, -2.18503986326151889e+00]> : tensor<5xf64>
  check.expect_close %v77, %v78, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v79 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v80 = chlo.square %v79 : tensor<5xf64> -> tensor<5xf64>
  %v81 = stablehlo.constant dense<[7.56250000000000000e+00, 2.50000000000000000e-01, 8.99999999999999967e-02, 1.56250000000000000e+00, 4.00000000000000000e+00]> : tensor<5xf64>
  check.expect_close %v80, %v81, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v82 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v83 = chlo.erf %v82 : tensor<5xf64> -> tensor<5xf64>
  %v84 = stablehlo.constant dense<[-9.99899378077880319e-01, -5.20499877813046519e-01, 3.28626759459127393e-01, 9.22900128256458285e-01, 9.95322265018952712e-01]> : tensor<5xf64>
  check.expect_close %v83, %v84, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v85 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  %v86 = chlo.conj %v85 : tensor<5xf64> -> tensor<5xf64>
  %v87 = stablehlo.constant dense<[-2.75000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 1.25000000000000000e+00, 2.00000000000000000e+00]> : tensor<5xf64>
  check.expect_close %v86, %v87, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  %v88 = stablehlo.constant dense<[1.50000000000000000e+00, -2.00000000000000000e+00, 3.00000000000000000e+00, -5.00000000000000000e-01]> : tensor<4xf64>
  %v89 = stablehlo.constant dense<[2.00000000000000000e+00, 7.50000000000000000e-01, -1.50000000000000000e+00, -4.00000000000000000e+00]> : tensor<4xf64>
  %v90 = stablehlo.subtract %v88, %v89 : tensor<4xf64>
  %v91 = stablehlo.constant dense<[-5.00000000000000000e-01, -2.75000000000000000e+00, 4.50000000000000000e+00, 3.50000000000000000e+00]> : tensor<4xf64>
  check.expect_close %v90, %v91, max_ulp_difference = 2 : tensor<4xf64>, tensor<4xf64>
  %v92 = stablehlo.divide %v88, %v89 : tensor<4xf64>
  %v93 = stablehlo.constant dense<[7.50000000000000000e-01, -2.66666666666666652e+00, -2.00000000000000000e+00, 1.25000000000000000e-01]> : tensor<4xf64>
  check.expect_close %v92, %v93, max_ulp_difference = 2 : tensor<4xf64>, tensor<4xf64>
  %v94 = stablehlo.multiply %v88, %v89 : tensor<4xf64>
  %v95 = stablehlo.constant dense<[3.00000000000000000e+00, -1.50000000000000000e+00, -4.50000000000000000e+00, 2.00000000000000000e+00]> : tensor<4xf64>
  check.expect_close %v94, %v95, max_ulp_difference = 2 : tensor<4xf64>, tensor<4xf64>
  %v96 = stablehlo.maximum %v88, %v89 : tensor<4xf64>
  %v97 = stablehlo.constant dense<[2.00000000000000000e+00, 7.50000000000000000e-01, 3.00000000000000000e+00, -5.00000000000000000e-01]> : tensor<4xf64>
  check.expect_close %v96, %v97, max_ulp_difference = 2 : tensor<4xf64>, tensor<4xf64>
  %v98 = stablehlo.minimum %v88, %v89 : tensor<4xf64>
  %v99 = stablehlo.constant dense<[1.50000000000000000e+00, -2.00000000000000000e+00, -1.50000000000000000e+00, -4.00000000000000000e+00]> : tensor<4xf64>
  check.expect_close %v98, %v99, max_ulp_difference = 2 : tensor<4xf64>, tensor<4xf64>
  %v100 = stablehlo.remainder %v88, %v89 : tensor<4xf64>
  %v101 = stablehlo.constant dense<[1.50000000000000000e+00, -5.00000000000000000e-01, 0.00000000000000000e+00, -5.00000000000000000e-01]> : tensor<4xf64>
  check.expect_close %v100, %v101, max_ulp_difference = 2 : tensor<4xf64>, tensor<4xf64>
  %v102 = stablehlo.atan2 %v88, %v89 : tensor<4xf64>
  %v103 = stablehlo.constant dense<[6.43501108793284371e-01, -1.21202565652432437e+00, 2.03444393579570271e+00, -3.01723765904303187e+00]> : tensor<4xf64>
  check.expect_close %v102, %v103, max_ulp_difference = 2 : tensor<4xf64>, tensor<4xf64>
  %v104 = stablehlo.constant dense<[2.00000000000000000e+00, 5.00000000000000000e-01, 9.00000000000000000e+00]> : tensor<3xf64>
  %v105 = stablehlo.constant dense<[1.00000000000000000e+01, -2.00000000000000000e+00, 5.00000000000000000e-01]> : tensor<3xf64>
  %v106 = stablehlo.power %v104, %v105 : tensor<3xf64>
  %v107 = stablehlo.constant dense<[1.02400000000000000e+03, 4.00000000000000000e+00, 3.00000000000000000e+00]> : tensor<3xf64>
  check.expect_close %v106, %v107, max_ulp_difference = 2 : tensor<3xf64>, tensor<3xf64>
  %v108 = stablehlo.constant dense<[-2.50000000000000000e+00, -5.00000000000000000e-01, 5.00000000000000000e-01, 1.50000000000000000e+00, 2.50000000000000000e+00, 7.75000000000000000e+00]> : tensor<6xf32>
  %v109 = stablehlo.round_nearest_even %v108 : tensor<6xf32>
  check.expect_eq_const %v109, dense<[-2.00000000000000000e+00, -0.00000000000000000e+00, 0.00000000000000000e+00, 2.00000000000000000e+00, 2.00000000000000000e+00, 8.00000000000000000e+00]> : tensor<6xf32>
  %v110 = stablehlo.round_nearest_afz %v108 : tensor<6xf32>
  check.expect_eq_const %v110, dense<[-3.00000000000000000e+00, -1.00000000000000000e+00, 1.00000000000000000e+00, 2.00000000000000000e+00, 3.00000000000000000e+00, 8.00000000000000000e+00]> : tensor<6xf32>
  %v111 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 1.00000000000000000e+00]> : tensor<4xf32>
  %v112 = stablehlo.is_finite %v111 : (tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %v112, dense<[false, false, false, true]> : tensor<4xi1>
  %v113 = chlo.is_inf %v111 : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %v113, dense<[true, true, false, false]> : tensor<4xi1>
  %v114 = chlo.is_pos_inf %v111 : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %v114, dense<[true, false, false, false]> : tensor<4xi1>
  %v115 = chlo.is_neg_inf %v111 : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %v115, dense<[false, true, false, false]> : tensor<4xi1>
  %v116 = stablehlo.constant dense<[1, -1, -2, 0]> : tensor<4xi2>
  %v117 = stablehlo.constant dense<[1, 1, -1, 1]> : tensor<4xi2>
  %v118 = stablehlo.add %v116, %v117 : tensor<4xi2>
  check.expect_eq_const %v118, dense<[-2, 0, 1, 1]> : tensor<4xi2>
  %v119 = stablehlo.subtract %v116, %v117 : tensor<4xi2>
  check.expect_eq_const %v119, dense<[0, -2, -1, -1]> : tensor<4xi2>
  %v120 = stablehlo.multiply %v116, %v117 : tensor<4xi2>
  check.expect_eq_const %v120, dense<[1, -1, -2, 0]> : tensor<4xi2>
  %v121 = stablehlo.divide %v116, %v117 : tensor<4xi2>
  check.expect_eq_const %v121, dense<[1, -1, -2, 0]> : tensor<4xi2>
  %v122 = stablehlo.remainder %v116, %v117 : tensor<4xi2>
  check.expect_eq_const %v122, dense<[0, 0, 0, 0]> : tensor<4xi2>
  %v123 = stablehlo.and %v116, %v117 : tensor<4xi2>
  check.expect_eq_const %v123, dense<[1, 1, -2, 0]> : tensor<4xi2>
  %v124 = stablehlo.or %v116, %v117 : tensor<4xi2>
  check.expect_eq_const %v124, dense<[1, -1, -1, 1]> : tensor<4xi2>
  %v125 = stablehlo.xor %v116, %v117 : tensor<4xi2>
  check.expect_eq_const %v125, dense<[0, -2, 1, 1]> : tensor<4xi2>
  %v126 = stablehlo.maximum %v116, %v117 : tensor<4xi2>
  check.expect_eq_const %v126, dense<[1, 1, -1, 1]> : tensor<4xi2>
  %v127 = stablehlo.minimum %v116, %v117 : tensor<4xi2>
  check.expect_eq_const %v127, dense<[1, -1, -2, 0]> : tensor<4xi2>
  %v128 = stablehlo.not %v116 : tensor<4xi2>
  check.expect_eq_const %v128, dense<[-2, 0, 1, -1]> : tensor<4xi2>
  %v129 = stablehlo.popcnt %v116 : tensor<4xi2>
  check.expect_eq_const %v129, dense<[1, -2, 1, 0]> : tensor<4xi2>
  %v130 = stablehlo.count_leading_zeros %v116 : tensor<4xi2>
  check.expect_eq_const %v130, dense<[1, 0, 0, -2]> : tensor<4xi2>
  %v131 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xi2>
  %v132 = stablehlo.shift_left %v116, %v131 : tensor<4xi2>
  check.expect_eq_const %v132, dense<[1, -2, 0, 0]> : tensor<4xi2>
  %v133 = stablehlo.shift_right_logical %v116, %v131 : tensor<4xi2>
  check.expect_eq_const %v133, dense<[1, 1, 1, 0]> : tensor<4xi2>
  %v134 = stablehlo.shift_right_arithmetic %v116, %v131 : tensor<4xi2>
  check.expect_eq_const %v134, dense<[1, -1, -1, 0]> : tensor<4xi2>
  %v135 = stablehlo.abs %v116 : tensor<4xi2>
  check.expect_eq_const %v135, dense<[1, 1, -2, 0]> : tensor<4xi2>
  %v136 = stablehlo.negate %v116 : tensor<4xi2>
  check.expect_eq_const %v136, dense<[-1, 1, -2, 0]> : tensor<4xi2>
  %v137 = stablehlo.sign %v116 : tensor<4xi2>
  check.expect_eq_const %v137, dense<[1, -1, -1, 0]> : tensor<4xi2>
  %v138 = stablehlo.compare LT, %v116, %v117 : (tensor<4xi2>, tensor<4xi2>) -> tensor<4xi1>
  check.expect_eq_const %v138, dense<[false, true, true, true]> : tensor<4xi1>
  %v139 = stablehlo.convert %v116 : (tensor<4xi2>) -> tensor<4xi64>
  check.expect_eq_const %v139, dense<[1, -1, -2, 0]> : tensor<4xi64>
  %v140 = stablehlo.constant dense<[1, -1, -2, 0]> : tensor<4xi4>
  %v141 = stablehlo.constant dense<[1, 1, -1, 1]> : tensor<4xi4>
  %v142 = stablehlo.add %v140, %v141 : tensor<4xi4>
  check.expect_eq_const %v142, dense<[2, 0, -3, 1]> : tensor<4xi4>
  %v143 = stablehlo.subtract %v140, %v141 : tensor<4xi4>
  check.expect_eq_const %v143, dense<[0, -2, -1, -1]> : tensor<4xi4>
  %v144 = stablehlo.multiply %v140, %v141 : tensor<4xi4>
  check.expect_eq_const %v144, dense<[1, -1, 2, 0]> : tensor<4xi4>
  %v145 = stablehlo.divide %v140, %v141 : tensor<4xi4>
  check.expect_eq_const %v145, dense<[1, -1, 2, 0]> : tensor<4xi4>
  %v146 = stablehlo.remainder %v140, %v141 : tensor<4xi4>
  check.expect_eq_const %v146, dense<[0, 0, 0, 0]> : tensor<4xi4>
  %v147 = stablehlo.and %v140, %v141 : tensor<4xi4>
  check.expect_eq_const %v147, dense<[1, 1, -2, 0]> : tensor<4xi4>
  %v148 = stablehlo.or %v140, %v141 : tensor<4xi4>
  check.expect_eq_const %v148, dense<[1, -1, -1, 1]> : tensor<4xi4>
  %v149 = stablehlo.xor %v140, %v141 : tensor<4xi4>
  check.expect_eq_const %v149, dense<[0, -2, 1, 1]> : tensor<4xi4>
  %v150 = stablehlo.maximum %v140, %v141 : tensor<4xi4>
  check.expect_eq_const %v150, dense<[1, 1, -1, 1]> : tensor<4xi4>
  %v151 = stablehlo.minimum %v140, %v141 : tensor<4xi4>
  check.expect_eq_const %v151, dense<[1, -1, -2, 0]> : tensor<4xi4>
  %v152 = stablehlo.not %v140 : tensor<4xi4>
  check.expect_eq_const %v152, dense<[-2, 0, 1, -1]> : tensor<4xi4>
  %v153 = stablehlo.popcnt %v140 : tensor<4xi4>
  check.expect_eq_const %v153, dense<[1, 4, 3, 0]> : tensor<4xi4>
  %v154 = stablehlo.count_leading_zeros %v140 : tensor<4xi4>
  check.expect_eq_const %v154, dense<[3, 0, 0, 4]> : tensor<4xi4>
  %v155 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xi4>
  %v156 = stablehlo.shift_left %v140, %v155 : tensor<4xi4>
  check.expect_eq_const %v156, dense<[1, -2, -4, 0]> : tensor<4xi4>
  %v157 = stablehlo.shift_right_logical %v140, %v155 : tensor<4xi4>
  check.expect_eq_const %v157, dense<[1, 7, 7, 0]> : tensor<4xi4>
  %v158 = stablehlo.shift_right_arithmetic %v140, %v155 : tensor<4xi4>
  check.expect_eq_const %v158, dense<[1, -1, -1, 0]> : tensor<4xi4>
  %v159 = stablehlo.abs %v140 : tensor<4xi4>
  check.expect_eq_const %v159, dense<[1, 1, 2, 0]> : tensor<4xi4>
  %v160 = stablehlo.negate %v140 : tensor<4xi4>
  check.expect_eq_const %v160, dense<[-1, 1, 2, 0]> : tensor<4xi4>
  %v161 = stablehlo.sign %v140 : tensor<4xi4>
  check.expect_eq_const %v161, dense<[1, -1, -1, 0]> : tensor<4xi4>
  %v162 = stablehlo.compare LT, %v140, %v141 : (tensor<4xi4>, tensor<4xi4>) -> tensor<4xi1>
  check.expect_eq_const %v162, dense<[false, true, true, true]> : tensor<4xi1>
  %v163 = stablehlo.convert %v140 : (tensor<4xi4>) -> tensor<4xi64>
  check.expect_eq_const %v163, dense<[1, -1, -2, 0]> : tensor<4xi64>
  %v164 = stablehlo.constant dense<[1, -1, -2, 0]> : tensor<4xi8>
  %v165 = stablehlo.constant dense<[1, 1, -1, 1]> : tensor<4xi8>
  %v166 = stablehlo.add %v164, %v165 : tensor<4xi8>
  check.expect_eq_const %v166, dense<[2, 0, -3, 1]> : tensor<4xi8>
  %v167 = stablehlo.subtract %v164, %v165 : tensor<4xi8>
  check.expect_eq_const %v167, dense<[0, -2, -1, -1]> : tensor<4xi8>
  %v168 = stablehlo.multiply %v164, %v165 : tensor<4xi8>
  check.expect_eq_const %v168, dense<[1, -1, 2, 0]> : tensor<4xi8>
  %v169 = stablehlo.divide %v164, %v165 : tensor<4xi8>
  check.expect_eq_const %v169, dense<[1, -1, 2, 0]> : tensor<4xi8>
  %v170 = stablehlo.remainder %v164, %v165 : tensor<4xi8>
  check.expect_eq_const %v170, dense<[0, 0, 0, 0]> : tensor<4xi8>
  %v171 = stablehlo.and %v164, %v165 : tensor<4xi8>
  check.expect_eq_const %v171, dense<[1, 1, -2, 0]> : tensor<4xi8>
  %v172 = stablehlo.or %v164, %v165 : tensor<4xi8>
  check.expect_eq_const %v172, dense<[1, -1, -1, 1]> : tensor<4xi8>
  %v173 = stablehlo.xor %v164, %v165 : tensor<4xi8>
  check.expect_eq_const %v173, dense<[0, -2, 1, 1]> : tensor<4xi8>
  %v174 = stablehlo.maximum %v164, %v165 : tensor<4xi8>
  check.expect_eq_const %v174, dense<[1, 1, -1, 1]> : tensor<4xi8>
  %v175 = stablehlo.minimum %v164, %v165 : tensor<4xi8>
  check.expect_eq_const %v175, dense<[1, -1, -2, 0]> : tensor<4xi8>
  %v176 = stablehlo.not %v164 : tensor<4xi8>
  check.expect_eq_const %v176, dense<[-2, 0, 1, -1]> : tensor<4xi8>
  %v177 = stablehlo.popcnt %v164 : tensor<4xi8>
  check.expect_eq_const %v177, dense<[1, 8, 7, 0]> : tensor<4xi8>
  %v178 = stablehlo.count_leading_zeros %v164 : tensor<4xi8>
  check.expect_eq_const %v178, dense<[7, 0, 0, 8]> : tensor<4xi8>
  %v179 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xi8>
  %v180 = stablehlo.shift_left %v164, %v179 : tensor<4xi8>
  check.expect_eq_const %v180, dense<[1, -2, -4, 0]> : tensor<4xi8>
  %v181 = stablehlo.shift_right_logical %v164, %v179 : tensor<4xi8>
  check.expect_eq_const %v181, dense<[1, 127, 127, 0]> : tensor<4xi8>
  %v182 = stablehlo.shift_right_arithmetic %v164, %v179 : tensor<4xi8>
  check.expect_eq_const %v182, dense<[1, -1, -1, 0]> : tensor<4xi8>
  %v183 = stablehlo.abs %v164 : tensor<4xi8>
  check.expect_eq_const %v183, dense<[1, 1, 2, 0]> : tensor<4xi8>
  %v184 = stablehlo.negate %v164 : tensor<4xi8>
  check.expect_eq_const %v184, dense<[-1, 1, 2, 0]> : tensor<4xi8>
  %v185 = stablehlo.sign %v164 : tensor<4xi8>
  check.expect_eq_const %v185, dense<[1, -1, -1, 0]> : tensor<4xi8>
  %v186 = stablehlo.compare LT, %v164, %v165 : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  check.expect_eq_const %v186, dense<[false, true, true, true]> : tensor<4xi1>
  %v187 = stablehlo.convert %v164 : (tensor<4xi8>) -> tensor<4xi64>
  check.expect_eq_const %v187, dense<[1, -1, -2, 0]> : tensor<4xi64>
  %v188 = stablehlo.constant dense<[1, -1, -2, 0]> : tensor<4xi16>
  %v189 = stablehlo.constant dense<[1, 1, -1, 1]> : tensor<4xi16>
  %v190 = stablehlo.add %v188, %v189 : tensor<4xi16>
  check.expect_eq_const %v190, dense<[2, 0, -3, 1]> : tensor<4xi16>
  %v191 = stablehlo.subtract %v188, %v189 : tensor<4xi16>
  check.expect_eq_const %v191, dense<[0, -2, -1, -1]> : tensor<4xi16>
  %v192 = stablehlo.multiply %v188, %v189 : tensor<4xi16>
  check.expect_eq_const %v192, dense<[1, -1, 2, 0]> : tensor<4xi16>
  %v193 = stablehlo.divide %v188, %v189 : tensor<4xi16>
  check.expect_eq_const %v193, dense<[1, -1, 2, 0]> : tensor<4xi16>
  %v194 = stablehlo.remainder %v188, %v189 : tensor<4xi16>
  check.expect_eq_const %v194, dense<[0, 0, 0, 0]> : tensor<4xi16>
  %v195 = stablehlo.and %v188, %v189 : tensor<4xi16>
  check.expect_eq_const %v195, dense<[1, 1, -2, 0]> : tensor<4xi16>
  %v196 = stablehlo.or %v188, %v189 : tensor<4xi16>
  check.expect_eq_const %v196, dense<[1, -1, -1, 1]> : tensor<4xi16>
  %v197 = stablehlo.xor %v188, %v189 : tensor<4xi16>
  check.expect_eq_const %v197, dense<[0, -2, 1, 1]> : tensor<4xi16>
  %v198 = stablehlo.maximum %v188, %v189 : tensor<4xi16>
  check.expect_eq_const %v198, dense<[1, 1, -1, 1]> : tensor<4xi16>
  %v199 = stablehlo.minimum %v188, %v189 : tensor<4xi16>
  check.expect_eq_const %v199, dense<[1, -1, -2, 0]> : tensor<4xi16>
  %v200 = stablehlo.not %v188 : tensor<4xi16>
  check.expect_eq_const %v200, dense<[-2, 0, 1, -1]> : tensor<4xi16>
  %v201 = stablehlo.popcnt %v188 : tensor<4xi16>
  check.expect_eq_const %v201, dense<[1, 16, 15, 0]> : tensor<4xi16>
  %v202 = stablehlo.count_leading_zeros %v188 : tensor<4xi16>
  check.expect_eq_const %v202, dense<[15, 0, 0, 16]> : tensor<4xi16>
  %v203 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xi16>
  %v204 = stablehlo.shift_left %v188, %v203 : tensor<4xi16>
  check.expect_eq_const %v204, dense<[1, -2, -4, 0]> : tensor<4xi16>
  %v205 = stablehlo.shift_right_logical %v188, %v203 : tensor<4xi16>
  check.expect_eq_const %v205, dense<[1, 32767, 32767, 0]> : tensor<4xi16>
  %v206 = stablehlo.shift_right_arithmetic %v188, %v203 : tensor<4xi16>
  check.expect_eq_const %v206, dense<[1, -1, -1, 0]> : tensor<4xi16>
  %v207 = stablehlo.abs %v188 : tensor<4xi16>
  check.expect_eq_const %v207, dense<[1, 1, 2, 0]> : tensor<4xi16>
  %v208 = stablehlo.negate %v188 : tensor<4xi16>
  check.expect_eq_const %v208, dense<[-1, 1, 2, 0]> : tensor<4xi16>
  %v209 = stablehlo.sign %v188 : tensor<4xi16>
  check.expect_eq_const %v209, dense<[1, -1, -1, 0]> : tensor<4xi16>
  %v210 = stablehlo.compare LT, %v188, %v189 : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi1>
  check.expect_eq_const %v210, dense<[false, true, true, true]> : tensor<4xi1>
  %v211 = stablehlo.convert %v188 : (tensor<4xi16>) -> tensor<4xi64>
  check.expect_eq_const %v211, dense<[1, -1, -2, 0]> : tensor<4xi64>
  %v212 = stablehlo.constant dense<[1, -1, -2, 0]> : tensor<4xi32>
  %v213 = stablehlo.constant dense<[1, 1, -1, 1]> : tensor<4xi32>
  %v214 = stablehlo.add %v212, %v213 : tensor<4xi32>
  check.expect_eq_const %v214, dense<[2, 0, -3, 1]> : tensor<4xi32>
  %v215 = stablehlo.subtract %v212, %v213 : tensor<4xi32>
  check.expect_eq_const %v215, dense<[0, -2, -1, -1]> : tensor<4xi32>
  %v216 = stablehlo.multiply %v212, %v213 : tensor<4xi32>
  check.expect_eq_const %v216, dense<[1, -1, 2, 0]> : tensor<4xi32>
  %v217 = stablehlo.divide %v212, %v213 : tensor<4xi32>
  check.expect_eq_const %v217, dense<[1, -1, 2, 0]> : tensor<4xi32>
  %v218 = stablehlo.remainder %v212, %v213 : tensor<4xi32>
  check.expect_eq_const %v218, dense<[0, 0, 0, 0]> : tensor<4xi32>
  %v219 = stablehlo.and %v212, %v213 : tensor<4xi32>
  check.expect_eq_const %v219, dense<[1, 1, -2, 0]> : tensor<4xi32>
  %v220 = stablehlo.or %v212, %v213 : tensor<4xi32>
  check.expect_eq_const %v220, dense<[1, -1, -1, 1]> : tensor<4xi32>
  %v221 = stablehlo.xor %v212, %v213 : tensor<4xi32>
  check.expect_eq_const %v221, dense<[0, -2, 1, 1]> : tensor<4xi32>
  %v222 = stablehlo.maximum %v212, %v213 : tensor<4xi32>
  check.expect_eq_const %v222, dense<[1, 1, -1, 1]> : tensor<4xi32>
  %v223 = stablehlo.minimum %v212, %v213 : tensor<4xi32>
  check.expect_eq_const %v223, dense<[1, -1, -2, 0]> : tensor<4xi32>
  %v224 = stablehlo.not %v212 : tensor<4xi32>
  check.expect_eq_const %v224, dense<[-2, 0, 1, -1]> : tensor<4xi32>
  %v225 = stablehlo.popcnt %v212 : tensor<4xi32>
  check.expect_eq_const %v225, dense<[1, 32, 31, 0]> : tensor<4xi32>
  %v226 = stablehlo.count_leading_zeros %v212 : tensor<4xi32>
  check.expect_eq_const %v226, dense<[31, 0, 0, 32]> : tensor<4xi32>
  %v227 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xi32>
  %v228 = stablehlo.shift_left %v212, %v227 : tensor<4xi32>
  check.expect_eq_const %v228, dense<[1, -2, -4, 0]> : tensor<4xi32>
  %v229 = stablehlo.shift_right_logical %v212, %v227 : tensor<4xi32>
  check.expect_eq_const %v229, dense<[1, 2147483647, 2147483647, 0]> : tensor<4xi32>
  %v230 = stablehlo.shift_right_arithmetic %v212, %v227 : tensor<4xi32>
  check.expect_eq_const %v230, dense<[1, -1, -1, 0]> : tensor<4xi32>
  %v231 = stablehlo.abs %v212 : tensor<4xi32>
  check.expect_eq_const %v231, dense<[1, 1, 2, 0]> : tensor<4xi32>
  %v232 = stablehlo.negate %v212 : tensor<4xi32>
  check.expect_eq_const %v232, dense<[-1, 1, 2, 0]> : tensor<4xi32>
  %v233 = stablehlo.sign %v212 : tensor<4xi32>
  check.expect_eq_const %v233, dense<[1, -1, -1, 0]> : tensor<4xi32>
  %v234 = stablehlo.compare LT, %v212, %v213 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  check.expect_eq_const %v234, dense<[false, true, true, true]> : tensor<4xi1>
  %v235 = stablehlo.convert %v212 : (tensor<4xi32>) -> tensor<4xi64>
  check.expect_eq_const %v235, dense<[1, -1, -2, 0]> : tensor<4xi64>
  %v236 = stablehlo.constant dense<[1, -1, -2, 0]> : tensor<4xi64>
  %v237 = stablehlo.constant dense<[1, 1, -1, 1]> : tensor<4xi64>
  %v238 = stablehlo.add %v236, %v237 : tensor<4xi64>
  check.expect_eq_const %v238, dense<[2, 0, -3, 1]> : tensor<4xi64>
  %v239 = stablehlo.subtract %v236, %v237 : tensor<4xi64>
  check.expect_eq_const %v239, dense<[0, -2, -1, -1]> : tensor<4xi64>
  %v240 = stablehlo.multiply %v236, %v237 : tensor<4xi64>
  check.expect_eq_const %v240, dense<[1, -1, 2, 0]> : tensor<4xi64>
  %v241 = stablehlo.divide %v236, %v237 : tensor<4xi64>
  check.expect_eq_const %v241, dense<[1, -1, 2, 0]> : tensor<4xi64>
  %v242 = stablehlo.remainder %v236, %v237 : tensor<4xi64>
  check.expect_eq_const %v242, dense<[0, 0, 0, 0]> : tensor<4xi64>
  %v243 = stablehlo.and %v236, %v237 : tensor<4xi64>
  check.expect_eq_const %v243, dense<[1, 1, -2, 0]> : tensor<4xi64>
  %v244 = stablehlo.or %v236, %v237 : tensor<4xi64>
  check.expect_eq_const %v244, dense<[1, -1, -1, 1]> : tensor<4xi64>
  %v245 = stablehlo.xor %v236, %v237 : tensor<4xi64>
  check.expect_eq_const %v245, dense<[0, -2, 1, 1]> : tensor<4xi64>
  %v246 = stablehlo.maximum %v236, %v237 : tensor<4xi64>
  check.expect_eq_const %v246, dense<[1, 1, -1, 1]> : tensor<4xi64>
  %v247 = stablehlo.minimum %v236, %v237 : tensor<4xi64>
  check.expect_eq_const %v247, dense<[1, -1, -2, 0]> : tensor<4xi64>
  %v248 = stablehlo.not %v236 : tensor<4xi64>
  check.expect_eq_const %v248, dense<[-2, 0, 1, -1]> : tensor<4xi64>
  %v249 = stablehlo.popcnt %v236 : tensor<4xi64>
  check.expect_eq_const %v249, dense<[1, 64, 63, 0]> : tensor<4xi64>
  %v250 = stablehlo.count_leading_zeros %v236 : tensor<4xi64>
  check.expect_eq_const %v250, dense<[63, 0, 0, 64]> : tensor<4xi64>
  %v251 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xi64>
  %v252 = stablehlo.shift_left %v236, %v251 : tensor<4xi64>
  check.expect_eq_const %v252, dense<[1, -2, -4, 0]> : tensor<4xi64>
  %v253 = stablehlo.shift_right_logical %v236, %v251 : tensor<4xi64>
  check.expect_eq_const %v253, dense<[1, 9223372036854775807, 9223372036854775807, 0]> : tensor<4xi64>
  %v254 = stablehlo.shift_right_arithmetic %v236, %v251 : tensor<4xi64>
  check.expect_eq_const %v254, dense<[1, -1, -1, 0]> : tensor<4xi64>
  %v255 = stablehlo.abs %v236 : tensor<4xi64>
  check.expect_eq_const %v255, dense<[1, 1, 2, 0]> : tensor<4xi64>
  %v256 = stablehlo.negate %v236 : tensor<4xi64>
  check.expect_eq_const %v256, dense<[-1, 1, 2, 0]> : tensor<4xi64>
  %v257 = stablehlo.sign %v236 : tensor<4xi64>
  check.expect_eq_const %v257, dense<[1, -1, -1, 0]> : tensor<4xi64>
  %v258 = stablehlo.compare LT, %v236, %v237 : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  check.expect_eq_const %v258, dense<[false, true, true, true]> : tensor<4xi1>
  %v259 = stablehlo.convert %v236 : (tensor<4xi64>) -> tensor<4xi64>
  %v260 = stablehlo.constant dense<[1, 3, 2, 0]> : tensor<4xui2>
  %v261 = stablehlo.constant dense<[1, 1, 3, 1]> : tensor<4xui2>
  %v262 = stablehlo.add %v260, %v261 : tensor<4xui2>
  check.expect_eq_const %v262, dense<[2, 0, 1, 1]> : tensor<4xui2>
  %v263 = stablehlo.subtract %v260, %v261 : tensor<4xui2>
  check.expect_eq_const %v263, dense<[0, 2, 3, 3]> : tensor<4xui2>
  %v264 = stablehlo.multiply %v260, %v261 : tensor<4xui2>
  check.expect_eq_const %v264, dense<[1, 3, 2, 0]> : tensor<4xui2>
  %v265 = stablehlo.divide %v260, %v261 : tensor<4xui2>
  check.expect_eq_const %v265, dense<[1, 3, 0, 0]> : tensor<4xui2>
  %v266 = stablehlo.remainder %v260, %v261 : tensor<4xui2>
  check.expect_eq_const %v266, dense<[0, 0, 2, 0]> : tensor<4xui2>
  %v267 = stablehlo.and %v260, %v261 : tensor<4xui2>
  check.expect_eq_const %v267, dense<[1, 1, 2, 0]> : tensor<4xui2>
  %v268 = stablehlo.or %v260, %v261 : tensor<4xui2>
  check.expect_eq_const %v268, dense<[1, 3, 3, 1]> : tensor<4xui2>
  %v269 = stablehlo.xor %v260, %v261 : tensor<4xui2>
  check.expect_eq_const %v269, dense<[0, 2, 1, 1]> : tensor<4xui2>
  %v270 = stablehlo.maximum %v260, %v261 : tensor<4xui2>
  check.expect_eq_const %v270, dense<[1, 3, 3, 1]> : tensor<4xui2>
  %v271 = stablehlo.minimum %v260, %v261 : tensor<4xui2>
  check.expect_eq_const %v271, dense<[1, 1, 2, 0]> : tensor<4xui2>
  %v272 = stablehlo.not %v260 : tensor<4xui2>
  check.expect_eq_const %v272, dense<[2, 0, 1, 3]> : tensor<4xui2>
  %v273 = stablehlo.popcnt %v260 : tensor<4xui2>
  check.expect_eq_const %v273, dense<[1, 2, 1, 0]> : tensor<4xui2>
  %v274 = stablehlo.count_leading_zeros %v260 : tensor<4xui2>
  check.expect_eq_const %v274, dense<[1, 0, 0, 2]> : tensor<4xui2>
  %v275 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xui2>
  %v276 = stablehlo.shift_left %v260, %v275 : tensor<4xui2>
  check.expect_eq_const %v276, dense<[1, 2, 0, 0]> : tensor<4xui2>
  %v277 = stablehlo.shift_right_logical %v260, %v275 : tensor<4xui2>
  check.expect_eq_const %v277, dense<[1, 1, 1, 0]> : tensor<4xui2>
  %v278 = stablehlo.shift_right_arithmetic %v260, %v275 : tensor<4xui2>
  check.expect_eq_const %v278, dense<[1, 3, 3, 0]> : tensor<4xui2>
  %v279 = stablehlo.compare LT, %v260, %v261 : (tensor<4xui2>, tensor<4xui2>) -> tensor<4xi1>
  check.expect_eq_const %v279, dense<[false, false, true, true]> : tensor<4xi1>
  %v280 = stablehlo.convert %v260 : (tensor<4xui2>) -> tensor<4xi64>
  check.expect_eq_const %v280, dense<[1, 3, 2, 0]> : tensor<4xi64>
  %v281 = stablehlo.constant dense<[1, 15, 14, 0]> : tensor<4xui4>
  %v282 = stablehlo.constant dense<[1, 1, 15, 1]> : tensor<4xui4>
  %v283 = stablehlo.add %v281, %v282 : tensor<4xui4>
  check.expect_eq_const %v283, dense<[2, 0, 13, 1]> : tensor<4xui4>
  %v284 = stablehlo.subtract %v281, %v282 : tensor<4xui4>
  check.expect_eq_const %v284, dense<[0, 14, 15, 15]> : tensor<4xui4>
  %v285 = stablehlo.multiply %v281, %v282 : tensor<4xui4>
  check.expect_eq_const %v285, dense<[1, 15, 2, 0]> : tensor<4xui4>
  %v286 = stablehlo.divide %v281, %v282 : tensor<4xui4>
  check.expect_eq_const %v286, dense<[1, 15, 0, 0]> : tensor<4xui4>
  %v287 = stablehlo.remainder %v281, %v282 : tensor<4xui4>
  check.expect_eq_const %v287, dense<[0, 0, 14, 0]> : tensor<4xui4>
  %v288 = stablehlo.and %v281, %v282 : tensor<4xui4>
  check.expect_eq_const %v288, dense<[1, 1, 14, 0]> : tensor<4xui4>
  %v289 = stablehlo.or %v281, %v282 : tensor<4xui4>
  check.expect_eq_const %v289, dense<[1, 15, 15, 1]> : tensor<4xui4>
  %v290 = stablehlo.xor %v281, %v282 : tensor<4xui4>
  check.expect_eq_const %v290, dense<[0, 14, 1, 1]> : tensor<4xui4>
  %v291 = stablehlo.maximum %v281, %v282 : tensor<4xui4>
  check.expect_eq_const %v291, dense<[1, 15, 15, 1]> : tensor<4xui4>
  %v292 = stablehlo.minimum %v281, %v282 : tensor<4xui4>
  check.expect_eq_const %v292, dense<[1, 1, 14, 0]> : tensor<4xui4>
  %v293 = stablehlo.not %v281 : tensor<4xui4>
  check.expect_eq_const %v293, dense<[14, 0, 1, 15]> : tensor<4xui4>
  %v294 = stablehlo.popcnt %v281 : tensor<4xui4>
  check.expect_eq_const %v294, dense<[1, 4, 3, 0]> : tensor<4xui4>
  %v295 = stablehlo.count_leading_zeros %v281 : tensor<4xui4>
  check.expect_eq_const %v295, dense<[3, 0, 0, 4]> : tensor<4xui4>
  %v296 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xui4>
  %v297 = stablehlo.shift_left %v281, %v296 : tensor<4xui4>
  check.expect_eq_const %v297, dense<[1, 14, 12, 0]> : tensor<4xui4>
  %v298 = stablehlo.shift_right_logical %v281, %v296 : tensor<4xui4>
  check.expect_eq_const %v298, dense<[1, 7, 7, 0]> : tensor<4xui4>
  %v299 = stablehlo.shift_right_arithmetic %v281, %v296 : tensor<4xui4>
  check.expect_eq_const %v299, dense<[1, 15, 15, 0]> : tensor<4xui4>
  %v300 = stablehlo.compare LT, %v281, %v282 : (tensor<4xui4>, tensor<4xui4>) -> tensor<4xi1>
  check.expect_eq_const %v300, dense<[false, false, true, true]> : tensor<4xi1>
  %v301 = stablehlo.convert %v281 : (tensor<4xui4>) -> tensor<4xi64>
  check.expect_eq_const %v301, dense<[1, 15, 14, 0]> : tensor<4xi64>
  %v302 = stablehlo.constant dense<[1, 255, 254, 0]> : tensor<4xui8>
  %v303 = stablehlo.constant dense<[1, 1, 255, 1]> : tensor<4xui8>
  %v304 = stablehlo.add %v302, %v303 : tensor<4xui8>
  check.expect_eq_const %v304, dense<[2, 0, 253, 1]> : tensor<4xui8>
  %v305 = stablehlo.subtract %v302, %v303 : tensor<4xui8>
  check.expect_eq_const %v305, dense<[0, 254, 255, 255]> : tensor<4xui8>
  %v306 = stablehlo.multiply %v302, %v303 : tensor<4xui8>
  check.expect_eq_const %v306, dense<[1, 255, 2, 0]> : tensor<4xui8>
  %v307 = stablehlo.divide %v302, %v303 : tensor<4xui8>
  check.expect_eq_const %v307, dense<[1, 255, 0, 0]> : tensor<4xui8>
  %v308 = stablehlo.remainder %v302, %v303 : tensor<4xui8>
  check.expect_eq_const %v308, dense<[0, 0, 254, 0]> : tensor<4xui8>
  %v309 = stablehlo.and %v302, %v303 : tensor<4xui8>
  check.expect_eq_const %v309, dense<[1, 1, 254, 0]> : tensor<4xui8>
  %v310 = stablehlo.or %v302, %v303 : tensor<4xui8>
  check.expect_eq_const %v310, dense<[1, 255, 255, 1]> : tensor<4xui8>
  %v311 = stablehlo.xor %v302, %v303 : tensor<4xui8>
  check.expect_eq_const %v311, dense<[0, 254, 1, 1]> : tensor<4xui8>
  %v312 = stablehlo.maximum %v302, %v303 : tensor<4xui8>
  check.expect_eq_const %v312, dense<[1, 255, 255, 1]> : tensor<4xui8>
  %v313 = stablehlo.minimum %v302, %v303 : tensor<4xui8>
  check.expect_eq_const %v313, dense<[1, 1, 254, 0]> : tensor<4xui8>
  %v314 = stablehlo.not %v302 : tensor<4xui8>
  check.expect_eq_const %v314, dense<[254, 0, 1, 255]> : tensor<4xui8>
  %v315 = stablehlo.popcnt %v302 : tensor<4xui8>
  check.expect_eq_const %v315, dense<[1, 8, 7, 0]> : tensor<4xui8>
  %v316 = stablehlo.count_leading_zeros %v302 : tensor<4xui8>
  check.expect_eq_const %v316, dense<[7, 0, 0, 8]> : tensor<4xui8>
  %v317 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xui8>
  %v318 = stablehlo.shift_left %v302, %v317 : tensor<4xui8>
  check.expect_eq_const %v318, dense<[1, 254, 252, 0]> : tensor<4xui8>
  %v319 = stablehlo.shift_right_logical %v302, %v317 : tensor<4xui8>
  check.expect_eq_const %v319, dense<[1, 127, 127, 0]> : tensor<4xui8>
  %v320 = stablehlo.shift_right_arithmetic %v302, %v317 : tensor<4xui8>
  check.expect_eq_const %v320, dense<[1, 255, 255, 0]> : tensor<4xui8>
  %v321 = stablehlo.compare LT, %v302, %v303 : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  check.expect_eq_const %v321, dense<[false, false, true, true]> : tensor<4xi1>
  %v322 = stablehlo.convert %v302 : (tensor<4xui8>) -> tensor<4xi64>
  check.expect_eq_const %v322, dense<[1, 255, 254, 0]> : tensor<4xi64>
  %v323 = stablehlo.constant dense<[1, 65535, 65534, 0]> : tensor<4xui16>
  %v324 = stablehlo.constant dense<[1, 1, 65535, 1]> : tensor<4xui16>
  %v325 = stablehlo.add %v323, %v324 : tensor<4xui16>
  check.expect_eq_const %v325, dense<[2, 0, 65533, 1]> : tensor<4xui16>
  %v326 = stablehlo.subtract %v323, %v324 : tensor<4xui16>
  check.expect_eq_const %v326, dense<[0, 65534, 65535, 65535]> : tensor<4xui16>
  %v327 = stablehlo.multiply %v323, %v324 : tensor<4xui16>
  check.expect_eq_const %v327, dense<[1, 65535, 2, 0]> : tensor<4xui16>
  %v328 = stablehlo.divide %v323, %v324 : tensor<4xui16>
  check.expect_eq_const %v328, dense<[1, 65535, 0, 0]> : tensor<4xui16>
  %v329 = stablehlo.remainder %v323, %v324 : tensor<4xui16>
  check.expect_eq_const %v329, dense<[0, 0, 65534, 0]> : tensor<4xui16>
  %v330 = stablehlo.and %v323, %v324 : tensor<4xui16>
  check.expect_eq_const %v330, dense<[1, 1, 65534, 0]> : tensor<4xui16>
  %v331 = stablehlo.or %v323, %v324 : tensor<4xui16>
  check.expect_eq_const %v331, dense<[1, 65535, 65535, 1]> : tensor<4xui16>
  %v332 = stablehlo.xor %v323, %v324 : tensor<4xui16>
  check.expect_eq_const %v332, dense<[0, 65534, 1, 1]> : tensor<4xui16>
  %v333 = stablehlo.maximum %v323, %v324 : tensor<4xui16>
  check.expect_eq_const %v333, dense<[1, 65535, 65535, 1]> : tensor<4xui16>
  %v334 = stablehlo.minimum %v323, %v324 : tensor<4xui16>
  check.expect_eq_const %v334, dense<[1, 1, 65534, 0]> : tensor<4xui16>
  %v335 = stablehlo.not %v323 : tensor<4xui16>
  check.expect_eq_const %v335, dense<[65534, 0, 1, 65535]> : tensor<4xui16>
  %v336 = stablehlo.popcnt %v323 : tensor<4xui16>
  check.expect_eq_const %v336, dense<[1, 16, 15, 0]> : tensor<4xui16>
  %v337 = stablehlo.count_leading_zeros %v323 : tensor<4xui16>
  check.expect_eq_const %v337, dense<[15, 0, 0, 16]> : tensor<4xui16>
  %v338 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xui16>
  %v339 = stablehlo.shift_left %v323, %v338 : tensor<4xui16>
  check.expect_eq_const %v339, dense<[1, 65534, 65532, 0]> : tensor<4xui16>
  %v340 = stablehlo.shift_right_logical %v323, %v338 : tensor<4xui16>
  check.expect_eq_const %v340, dense<[1, 32767, 32767, 0]> : tensor<4xui16>
  %v341 = stablehlo.shift_right_arithmetic %v323, %v338 : tensor<4xui16>
  check.expect_eq_const %v341, dense<[1, 65535, 65535, 0]> : tensor<4xui16>
  %v342 = stablehlo.compare LT, %v323, %v324 : (tensor<4xui16>, tensor<4xui16>) -> tensor<4xi1>
  check.expect_eq_const %v342, dense<[false, false, true, true]> : tensor<4xi1>
  %v343 = stablehlo.convert %v323 : (tensor<4xui16>) -> tensor<4xi64>
  check.expect_eq_const %v343, dense<[1, 65535, 65534, 0]> : tensor<4xi64>
  %v344 = stablehlo.constant dense<[1, 4294967295, 4294967294, 0]> : tensor<4xui32>
  %v345 = stablehlo.constant dense<[1, 1, 4294967295, 1]> : tensor<4xui32>
  %v346 = stablehlo.add %v344, %v345 : tensor<4xui32>
  check.expect_eq_const %v346, dense<[2, 0, 4294967293, 1]> : tensor<4xui32>
  %v347 = stablehlo.subtract %v344, %v345 : tensor<4xui32>
  check.expect_eq_const %v347, dense<[0, 4294967294, 4294967295, 4294967295]> : tensor<4xui32>
  %v348 = stablehlo.multiply %v344, %v345 : tensor<4xui32>
  check.expect_eq_const %v348, dense<[1, 4294967295, 2, 0]> : tensor<4xui32>
  %v349 = stablehlo.divide %v344, %v345 : tensor<4xui32>
  check.expect_eq_const %v349, dense<[1, 4294967295, 0, 0]> : tensor<4xui32>
  %v350 = stablehlo.remainder %v344, %v345 : tensor<4xui32>
  check.expect_eq_const %v350, dense<[0, 0, 4294967294, 0]> : tensor<4xui32>
  %v351 = stablehlo.and %v344, %v345 : tensor<4xui32>
  check.expect_eq_const %v351, dense<[1, 1, 4294967294, 0]> : tensor<4xui32>
  %v352 = stablehlo.or %v344, %v345 : tensor<4xui32>
  check.expect_eq_const %v352, dense<[1, 4294967295, 4294967295, 1]> : tensor<4xui32>
  %v353 = stablehlo.xor %v344, %v345 : tensor<4xui32>
  check.expect_eq_const %v353, dense<[0, 4294967294, 1, 1]> : tensor<4xui32>
  %v354 = stablehlo.maximum %v344, %v345 : tensor<4xui32>
  check.expect_eq_const %v354, dense<[1, 4294967295, 4294967295, 1]> : tensor<4xui32>
  %v355 = stablehlo.minimum %v344, %v345 : tensor<4xui32>
  check.expect_eq_const %v355, dense<[1, 1, 4294967294, 0]> : tensor<4xui32>
  %v356 = stablehlo.not %v344 : tensor<4xui32>
  check.expect_eq_const %v356, dense<[4294967294, 0, 1, 4294967295]> : tensor<4xui32>
  %v357 = stablehlo.popcnt %v344 : tensor<4xui32>
  check.expect_eq_const %v357, dense<[1, 32, 31, 0]> : tensor<4xui32>
  %v358 = stablehlo.count_leading_zeros %v344 : tensor<4xui32>
  check.expect_eq_const %v358, dense<[31, 0, 0, 32]> : tensor<4xui32>
  %v359 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xui32>
  %v360 = stablehlo.shift_left %v344, %v359 : tensor<4xui32>
  check.expect_eq_const %v360, dense<[1, 4294967294, 4294967292, 0]> : tensor<4xui32>
  %v361 = stablehlo.shift_right_logical %v344, %v359 : tensor<4xui32>
  check.expect_eq_const %v361, dense<[1, 2147483647, 2147483647, 0]> : tensor<4xui32>
  %v362 = stablehlo.shift_right_arithmetic %v344, %v359 : tensor<4xui32>
  check.expect_eq_const %v362, dense<[1, 4294967295, 4294967295, 0]> : tensor<4xui32>
  %v363 = stablehlo.compare LT, %v344, %v345 : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  check.expect_eq_const %v363, dense<[false, false, true, true]> : tensor<4xi1>
  %v364 = stablehlo.convert %v344 : (tensor<4xui32>) -> tensor<4xi64>
  check.expect_eq_const %v364, dense<[1, 4294967295, 4294967294, 0]> : tensor<4xi64>
  %v365 = stablehlo.constant dense<[1, 18446744073709551615, 18446744073709551614, 0]> : tensor<4xui64>
  %v366 = stablehlo.constant dense<[1, 1, 18446744073709551615, 1]> : tensor<4xui64>
  %v367 = stablehlo.add %v365, %v366 : tensor<4xui64>
  check.expect_eq_const %v367, dense<[2, 0, 18446744073709551613, 1]> : tensor<4xui64>
  %v368 = stablehlo.subtract %v365, %v366 : tensor<4xui64>
  check.expect_eq_const %v368, dense<[0, 18446744073709551614, 18446744073709551615, 18446744073709551615]> : tensor<4xui64>
  %v369 = stablehlo.multiply %v365, %v366 : tensor<4xui64>
  check.expect_eq_const %v369, dense<[1, 18446744073709551615, 2, 0]> : tensor<4xui64>
  %v370 = stablehlo.divide %v365, %v366 : tensor<4xui64>
  check.expect_eq_const %v370, dense<[1, 18446744073709551615, 0, 0]> : tensor<4xui64>
  %v371 = stablehlo.remainder %v365, %v366 : tensor<4xui64>
  check.expect_eq_const %v371, dense<[0, 0, 18446744073709551614, 0]> : tensor<4xui64>
  %v372 = stablehlo.and %v365, %v366 : tensor<4xui64>
  check.expect_eq_const %v372, dense<[1, 1, 18446744073709551614, 0]> : tensor<4xui64>
  %v373 = stablehlo.or %v365, %v366 : tensor<4xui64>
  check.expect_eq_const %v373, dense<[1, 18446744073709551615, 18446744073709551615, 1]> : tensor<4xui64>
  %v374 = stablehlo.xor %v365, %v366 : tensor<4xui64>
  check.expect_eq_const %v374, dense<[0, 18446744073709551614, 1, 1]> : tensor<4xui64>
  %v375 = stablehlo.maximum %v365, %v366 : tensor<4xui64>
  check.expect_eq_const %v375, dense<[1, 18446744073709551615, 18446744073709551615, 1]> : tensor<4xui64>
  %v376 = stablehlo.minimum %v365, %v366 : tensor<4xui64>
  check.expect_eq_const %v376, dense<[1, 1, 18446744073709551614, 0]> : tensor<4xui64>
  %v377 = stablehlo.not %v365 : tensor<4xui64>
  check.expect_eq_const %v377, dense<[18446744073709551614, 0, 1, 18446744073709551615]> : tensor<4xui64>
  %v378 = stablehlo.popcnt %v365 : tensor<4xui64>
  check.expect_eq_const %v378, dense<[1, 64, 63, 0]> : tensor<4xui64>
  %v379 = stablehlo.count_leading_zeros %v365 : tensor<4xui64>
  check.expect_eq_const %v379, dense<[63, 0, 0, 64]> : tensor<4xui64>
  %v380 = stablehlo.constant dense<[0, 1, 1, 1]> : tensor<4xui64>
  %v381 = stablehlo.shift_left %v365, %v380 : tensor<4xui64>
  check.expect_eq_const %v381, dense<[1, 18446744073709551614, 18446744073709551612, 0]> : tensor<4xui64>
  %v382 = stablehlo.shift_right_logical %v365, %v380 : tensor<4xui64>
  check.expect_eq_const %v382, dense<[1, 9223372036854775807, 9223372036854775807, 0]> : tensor<4xui64>
  %v383 = stablehlo.shift_right_arithmetic %v365, %v380 : tensor<4xui64>
  check.expect_eq_const %v383, dense<[1, 18446744073709551615, 18446744073709551615, 0]> : tensor<4xui64>
  %v384 = stablehlo.compare LT, %v365, %v366 : (tensor<4xui64>, tensor<4xui64>) -> tensor<4xi1>
  check.expect_eq_const %v384, dense<[false, false, true, true]> : tensor<4xi1>
  %v385 = stablehlo.convert %v365 : (tensor<4xui64>) -> tensor<4xi64>
  %v386 = stablehlo.constant dense<[1.00000000000000000e+00, 1.10000000000000009e+00, -3.70000000000000018e+00, 7.00000000000000000e+04]> : tensor<4xf32>
  %v387 = stablehlo.reduce_precision %v386, format = e5m2 : tensor<4xf32>
  check.expect_eq_const %v387, dense<[1.00000000000000000e+00, 1.00000000000000000e+00, -3.50000000000000000e+00, 0x7F800000]> : tensor<4xf32>
  %v388 = stablehlo.constant dense<[1.00000000000000000e+00, -2.00000000000000000e+00]> : tensor<2xf32>
  %v389 = stablehlo.bitcast_convert %v388 : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %v389, dense<[1065353216, -1073741824]> : tensor<2xi32>
  %v390 = stablehlo.bitcast_convert %v388 : (tensor<2xf32>) -> tensor<2x2xui16>
  check.expect_eq_const %v390, dense<[[0, 16256], [0, 49152]]> : tensor<2x2xui16>
  func.return
}
