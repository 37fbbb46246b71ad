#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/onnx/ml/NAME: models that scikit-learn trained, as nodes of ai.onnx.ml, with inputs and scikit-learn's
own answers, laid out as in ONNX's suite. Needs scikit-learn and onnx (python3-sklearn, python3-onnx of Debian).

    tests/reference/sklearn_models.py tests/onnx/ml
    tests/reference/sklearn_models.py --forest 100 8 FILE.onnx     a forest for bench/forest.sh, and nothing else
"""
import os
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper

ML = "ai.onnx.ml"
KINDS = {"float32": TensorProto.FLOAT, "float64": TensorProto.DOUBLE, "int64": TensorProto.INT64}


def node(op, inputs, outputs, **attrs):
    return helper.make_node(op, inputs, outputs, domain=ML, **attrs)


def model_of(name, nodes, inputs, outputs, version):
    def info(k, x):
        shape = ["N", *x.shape[1:]] if k == "X" else [None] * x.ndim
        return helper.make_tensor_value_info(k, KINDS[str(x.dtype)], shape)
    g = helper.make_graph(nodes, name, [info(k, x) for k, x in inputs.items()], [info(k, x) for k, x in outputs.items()])
    m = helper.make_model(g, opset_imports=[helper.make_opsetid("", 15), helper.make_opsetid(ML, version)], producer_name="tenon")
    m.ir_version = 8
    return m


def save(name, nodes, x, outputs, version=3):
    inputs = {"X": x}
    folder = f"{sys.argv[1]}/{name}/test_data_set_0"
    os.makedirs(folder, exist_ok=True)
    with open(f"{sys.argv[1]}/{name}/model.onnx", "wb") as out:
        out.write(model_of(name, nodes, inputs, outputs, version).SerializeToString(deterministic=True))
    for what, arrays in (("input", inputs), ("output", outputs)):
        for i, (k, a) in enumerate(arrays.items()):
            with open(f"{folder}/{what}_{i}.pb", "wb") as out:
                out.write(numpy_helper.from_array(np.ascontiguousarray(a), k).SerializeToString(deterministic=True))


def below(threshold):
    """As float32 which no float32 above the float64 is at most."""
    f = np.float32(threshold)
    return float(np.nextafter(f, np.float32(-np.inf)) if np.float64(f) > threshold else f)


class Lists:
    """The attributes of TreeEnsembleRegressor ("target") or TreeEnsembleClassifier ("class")."""

    def __init__(self, kind):
        self.kind = kind
        self.n = 0
        self.lists = {k: [] for k in ("treeids", "nodeids", "featureids", "modes", "values", "truenodeids", "falsenodeids", "missing_value_tracks_true")}
        self.votes = {k: [] for k in ("treeids", "nodeids", "ids", "weights")}

    def node(self, i, mode, feature, value, yes, no, missing=0):
        for k, v in zip(self.lists, (self.n, i, feature, mode, value, yes, no, missing)):
            self.lists[k].append(v)

    def vote(self, i, target, weight):
        for k, v in zip(self.votes, (self.n, i, target, float(weight))):
            self.votes[k].append(v)

    def tree(self, t, weights):
        """weights(leaf): pairs of target and weight."""
        for i in range(t.node_count):
            leaf = t.children_left[i] < 0
            if leaf:
                self.node(i, "LEAF", 0, 0.0, 0, 0)
                for target, w in weights(i):
                    self.vote(i, target, w)
            else:
                self.node(i, "BRANCH_LEQ", int(t.feature[i]), below(t.threshold[i]), int(t.children_left[i]), int(t.children_right[i]))
        self.n += 1

    def attrs(self):
        lists = {f"nodes_{k}": v for k, v in self.lists.items()}
        if not any(lists["nodes_missing_value_tracks_true"]):
            del lists["nodes_missing_value_tracks_true"]
        return {**lists, **{f"{self.kind}_{k}": v for k, v in self.votes.items()}}


def forest_regressor(model, x="X", y="Y"):
    lists = Lists("target")
    for e in model.estimators_:
        v = e.tree_.value[:, :, 0]
        lists.tree(e.tree_, lambda i: [(k, v[i, k] / len(model.estimators_)) for k in range(v.shape[1])])
    return node("TreeEnsembleRegressor", [x], [y], n_targets=model.estimators_[0].tree_.n_outputs, **lists.attrs())


def forest_classifier(model, x="X", one_sided=False):
    lists = Lists("class")
    for e in model.estimators_:
        v = e.tree_.value[:, 0, :] / e.tree_.value[:, 0, :].sum(1, keepdims=True) / len(model.estimators_)
        lists.tree(e.tree_, (lambda i: [(0, v[i, 1])]) if one_sided else lambda i: [(k, v[i, k]) for k in range(v.shape[1]) if v[i, k]])
    return node("TreeEnsembleClassifier", [x], ["label", "scores"], classlabels_int64s=[int(c) for c in model.classes_],
                post_transform="NONE", **lists.attrs())


def boosted(model, kind):
    lists = Lists(kind)
    for row in model.estimators_:
        for k, e in enumerate(row):
            v = e.tree_.value[:, 0, 0] * model.learning_rate
            lists.tree(e.tree_, lambda i: [(k, v[i])])
    return lists


def histogram_boosted(model):
    """One score a tree; NaN goes where training found it best."""
    lists = Lists("target")
    for (p,) in model._predictors:
        for i, n in enumerate(p.nodes):
            if n["is_leaf"]:
                lists.node(i, "LEAF", 0, 0.0, 0, 0)
                lists.vote(i, 0, n["value"])
            else:
                lists.node(i, "BRANCH_LEQ", int(n["feature_idx"]), below(n["num_threshold"]), int(n["left"]), int(n["right"]), int(n["missing_go_to_left"]))
        lists.n += 1
    return lists


def f32(a):
    return np.asarray(a, np.float32)


def column(a):
    return f32(a).reshape(-1, 1)


def data(n=160, features=6, seed=3):
    rng = np.random.RandomState(seed)
    x = f32(rng.normal(size=(n, features)).round(3))
    y = 2 * x[:, 0] - x[:, 1] * x[:, 2] + np.sin(3 * x[:, 3]) + rng.normal(scale=0.1, size=n)
    return x[:-24], x[-24:], y[:-24]


def trees():
    from sklearn import ensemble as en
    x, test, y = data()
    y2, y3 = (y > 0).astype(int) + 4, np.digitize(y, [-1.5, 1.5]) * 2
    m = en.RandomForestRegressor(12, max_depth=5, random_state=1).fit(x, y)
    save("forest_regressor", [forest_regressor(m)], test, {"Y": column(m.predict(test))}, 1)
    m = en.ExtraTreesRegressor(6, random_state=1).fit(x, y)
    save("extra_trees_deep", [forest_regressor(m)], test, {"Y": column(m.predict(test))}, 1)
    m = en.RandomForestRegressor(5, max_depth=4, random_state=1).fit(x, np.stack([y, -y, y * y], 1))
    save("forest_three_targets", [forest_regressor(m)], test, {"Y": f32(m.predict(test))}, 1)
    for name, labels, one_sided in (("forest_three_classes", y3, False), ("forest_two_classes", y2, False), ("forest_one_sided", y2, True)):
        m = en.RandomForestClassifier(10, max_depth=4, random_state=1).fit(x, labels)
        save(name, [forest_classifier(m, one_sided=one_sided)], test, {"label": m.predict(test).astype(np.int64), "scores": f32(m.predict_proba(test))}, 1)
    m = en.GradientBoostingRegressor(n_estimators=20, max_depth=3, random_state=1).fit(x, y)
    lists = boosted(m, "target")
    save("boosted_regressor", [node("TreeEnsembleRegressor", ["X"], ["Y"], n_targets=1, base_values=[float(m.init_.constant_.ravel()[0])], **lists.attrs())],
         test, {"Y": column(m.predict(test))}, 1)
    for name, labels, transform in (("boosted_two_classes", y2, "LOGISTIC"), ("boosted_three_classes", y3, "SOFTMAX")):
        m = en.GradientBoostingClassifier(n_estimators=10, max_depth=3, random_state=1).fit(x, labels)
        start = m._raw_predict_init(test[:1])[0]
        save(name, [node("TreeEnsembleClassifier", ["X"], ["label", "scores"], classlabels_int64s=[int(c) for c in m.classes_],
                         base_values=[float(v) for v in start], post_transform=transform, **boosted(m, "class").attrs())],
             test, {"label": m.predict(test).astype(np.int64), "scores": f32(m.predict_proba(test))}, 1)
    rng = np.random.RandomState(5)
    holes, test_holes = (np.where(rng.uniform(size=a.shape) < 0.2, np.float32(np.nan), a) for a in (x, test))
    m = en.HistGradientBoostingRegressor(max_iter=15, max_depth=4, min_samples_leaf=5).fit(holes, y)
    save("histogram_boosted_missing", [node("TreeEnsembleRegressor", ["X"], ["Y"], n_targets=1, base_values=[float(m._baseline_prediction.ravel()[0])],
                                            **histogram_boosted(m).attrs())], f32(test_holes), {"Y": column(m.predict(test_holes))}, 1)


def linear():
    from sklearn import linear_model as lm
    x, test, y = data(seed=4)
    y2, y3 = (y > 0).astype(int), np.digitize(y, [-1.5, 1.5])
    m = lm.LinearRegression().fit(x, np.stack([y, y * y], 1))
    save("linear_two_targets", [node("LinearRegressor", ["X"], ["Y"], coefficients=[float(v) for v in m.coef_.ravel()],
                                     intercepts=[float(v) for v in m.intercept_], targets=2)], test, {"Y": f32(m.predict(test))}, 1)
    for name, labels, transform in (("logistic_two_classes", y2, "LOGISTIC"), ("logistic_three_classes", y3, "SOFTMAX")):
        m = lm.LogisticRegression().fit(x, labels)
        save(name, [node("LinearClassifier", ["X"], ["label", "scores"], coefficients=[float(v) for v in m.coef_.ravel()],
                         intercepts=[float(v) for v in m.intercept_], classlabels_ints=[int(c) for c in m.classes_], post_transform=transform)],
             test, {"label": m.predict(test).astype(np.int64), "scores": f32(m.predict_proba(test))}, 1)


def kernel_params(m):
    return [float(m._gamma), float(m.coef0), float(m.degree)]


def vectors():
    from sklearn import svm
    x, test, y = data(n=90, seed=5)
    y2, y3 = (y > 0).astype(int), np.digitize(y, [-1.5, 1.5])
    for kernel in ("rbf", "poly", "sigmoid", "linear"):
        m = svm.SVR(kernel=kernel, coef0=0.5).fit(x, y)
        save(f"svr_{kernel}", [node("SVMRegressor", ["X"], ["Y"], kernel_type=kernel.upper(), kernel_params=kernel_params(m), n_supports=len(m.support_),
                                    support_vectors=[float(v) for v in m.support_vectors_.ravel()], coefficients=[float(v) for v in m.dual_coef_.ravel()],
                                    rho=[float(m.intercept_[0])])], test, {"Y": column(m.predict(test))}, 1)
    m = svm.OneClassSVM(nu=0.2).fit(x)
    save("svm_one_class", [node("SVMRegressor", ["X"], ["Y"], kernel_type="RBF", kernel_params=kernel_params(m), n_supports=len(m.support_),
                                support_vectors=[float(v) for v in m.support_vectors_.ravel()], coefficients=[float(v) for v in m.dual_coef_.ravel()],
                                rho=[float(m.intercept_[0])], one_class=1)], test, {"Y": column(m.predict(test))}, 1)
    for name, labels in (("svc_two_classes", y2), ("svc_three_classes", y3)):
        m = svm.SVC(decision_function_shape="ovo").fit(x, labels)
        d = m.decision_function(test)
        # libsvm's own signs: of two classes scikit-learn turns them.
        scores = np.stack([d, -d], 1) if d.ndim == 1 else d
        dual, bias = (-m.dual_coef_, -m.intercept_) if d.ndim == 1 else (m.dual_coef_, m.intercept_)
        save(name, [node("SVMClassifier", ["X"], ["label", "scores"], kernel_type="RBF", kernel_params=kernel_params(m), vectors_per_class=[int(v) for v in m.n_support_],
                         support_vectors=[float(v) for v in m.support_vectors_.ravel()], coefficients=[float(v) for v in dual.ravel()],
                         rho=[float(v) for v in bias], classlabels_ints=[int(c) for c in m.classes_])],
             test, {"label": m.predict(test).astype(np.int64), "scores": f32(scores)}, 1)
    for name, labels in (("svc_probable_two", y2), ("svc_probable_three", y3), ("svc_probable_five", np.digitize(y, [-3, -1, 1, 3]))):
        m = svm.SVC(probability=True, random_state=1).fit(x, labels)
        sign = -1 if len(m.classes_) == 2 else 1
        save(name, [node("SVMClassifier", ["X"], ["label", "scores"], kernel_type="RBF", kernel_params=kernel_params(m), vectors_per_class=[int(v) for v in m.n_support_],
                         support_vectors=[float(v) for v in m.support_vectors_.ravel()], coefficients=[float(v) for v in sign * m.dual_coef_.ravel()],
                         rho=[float(v) for v in sign * m.intercept_], prob_a=[float(v) for v in m.probA_], prob_b=[float(v) for v in m.probB_],
                         classlabels_ints=[int(c) for c in m.classes_])],
             test, {"label": m.predict(test).astype(np.int64), "scores": f32(m.predict_proba(test))}, 1)


def pipelines():
    from sklearn import ensemble as en, impute, linear_model as lm, pipeline, preprocessing as pp
    x, test, y = data(seed=6)
    y2 = (y > 0).astype(int)

    def scaler(s, a, b):
        return node("Scaler", [a], [b], offset=[float(v) for v in s.mean_], scale=[float(1 / v) for v in s.scale_])
    m = pp.Normalizer("l2")
    save("normalizer", [node("Normalizer", ["X"], ["Y"], norm="L2")], test, {"Y": m.transform(test)}, 1)
    m = pp.Binarizer(threshold=0.25)
    save("binarizer", [node("Binarizer", ["X"], ["Y"], threshold=0.25)], test, {"Y": m.transform(test)}, 1)
    cats = np.random.RandomState(2).randint(0, 4, (20, 1)).astype(np.int64)
    m = pp.OneHotEncoder(handle_unknown="ignore").fit(np.array([[0], [1], [3]]))
    save("one_hot", [node("OneHotEncoder", ["X"], ["Y"], cats_int64s=[0, 1, 3])], cats, {"Y": f32(m.transform(cats).toarray()).reshape(20, 1, 3)}, 1)
    p = pipeline.make_pipeline(pp.StandardScaler(), lm.LogisticRegression()).fit(x, y2)
    s, m = p[0], p[1]
    save("pipeline_logistic", [scaler(s, "X", "scaled"), node("LinearClassifier", ["scaled"], ["label", "scores"], coefficients=[float(v) for v in m.coef_.ravel()],
                               intercepts=[float(v) for v in m.intercept_], classlabels_ints=[0, 1], post_transform="LOGISTIC")],
         test, {"label": p.predict(test).astype(np.int64), "scores": f32(p.predict_proba(test))}, 1)
    rng = np.random.RandomState(5)
    holes, test_holes = (f32(np.where(rng.uniform(size=a.shape) < 0.2, np.nan, a)) for a in (x, test))
    p = pipeline.make_pipeline(impute.SimpleImputer(), en.RandomForestClassifier(6, max_depth=4, random_state=1)).fit(holes, y2)
    s, m = p[0], p[1]
    save("pipeline_imputer_forest", [node("Imputer", ["X"], ["filled"], imputed_value_floats=[float(v) for v in s.statistics_], replaced_value_float=float("nan")),
                                     forest_classifier(m, "filled", True)],
         test_holes, {"label": p.predict(test_holes).astype(np.int64), "scores": f32(p.predict_proba(test_holes))}, 1)


def big_forest(n, depth, path):
    from sklearn import ensemble as en
    rng = np.random.RandomState(1)
    x = f32(rng.normal(size=(4000, 20)))
    y = x[:, 0] * x[:, 1] + np.sin(3 * x[:, 2]) + x[:, 3:9].sum(1) + rng.normal(scale=0.3, size=len(x))
    m = en.RandomForestRegressor(n, max_depth=depth, random_state=1, n_jobs=1).fit(x, y)
    with open(path, "wb") as out:
        out.write(model_of("forest", [forest_regressor(m)], {"X": x}, {"Y": column(y)}, 1).SerializeToString(deterministic=True))


if __name__ == "__main__":
    if sys.argv[1] == "--forest":
        big_forest(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    else:
        for part in (trees, linear, vectors, pipelines):
            part()
