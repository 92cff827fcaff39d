"""Reads rows of bench/reference/check-agreement.mjs from stdin and holds each against scipy, statsmodels and sklearn."""

import sys
import warnings

from agreement_rows import check, expand

try:
    import numpy
    from scipy import stats
    from sklearn import metrics
    from statsmodels.stats.inter_rater import cohens_kappa
except ImportError as error:
    print(f"Skipped: {error}. Install python3-scipy, python3-statsmodels and python3-sklearn to check against them.")
    sys.exit(0)

# Constant raters: they warn, and return NaN.
warnings.simplefilter("ignore")
kinds = {"none": None, "linear": "linear", "quadratic": "quadratic"}


def kappa_errors(table, kind):
    found = cohens_kappa(numpy.array(table), wt=kind)
    # Where it is 0, as at κ = 1, rounding leaves a little of either sign.
    clean = lambda variance: float(numpy.sqrt(variance)) if variance > 1e-15 else 0.0
    if numpy.isnan(found.kappa):
        return {"value": None, "standardError": None, "standardErrorAtZero": None}
    return {
        "value": found.kappa,
        "standardError": clean(found.var_kappa),
        "standardErrorAtZero": clean(found.var_kappa0),
    }


def phi(table):
    """MCC² is χ²/n of the table, without Yates' correction; its sign is that of the determinant."""
    table = numpy.array(table)
    if 0 in table.sum(0) or 0 in table.sum(1):
        return None
    chi2 = stats.chi2_contingency(table, correction=False)[0]
    return float(numpy.sqrt(chi2 / table.sum()) * numpy.sign(numpy.linalg.det(table)))


def table(table, values, pass_mark):
    human, judge = (numpy.array(values)[places] for places in map(list, expand(table)))
    passes = metrics.confusion_matrix(human >= pass_mark, judge >= pass_mark, labels=[True, False])
    has_spread = len(set(human)) > 1 and len(set(judge)) > 1
    both = len(set(human >= pass_mark)) > 1 and len(set(judge >= pass_mark)) > 1
    same = len(set(human) | set(judge)) == 1
    recall = lambda kind: metrics.recall_score(human >= pass_mark, judge >= pass_mark, pos_label=kind)
    labels = list(range(len(values)))
    scored = {
        name: {"value of sklearn": metrics.cohen_kappa_score(*expand(table), labels=labels, weights=kind)}
        for name, kind in kinds.items()
        if not same
    }
    assert (metrics.confusion_matrix(*expand(table), labels=labels) == numpy.array(table)).all()
    return {
        "kappa": {name: {**kappa_errors(table, kind), **scored.get(name, {})} for name, kind in kinds.items()},
        "spearman": float(stats.spearmanr(human, judge)[0]) if has_spread else None,
        "kendall": float(stats.kendalltau(human, judge)[0]) if has_spread else None,
        "exact": metrics.accuracy_score(*expand(table)),
        "bias": float(numpy.mean(judge - human)),
        "mae": metrics.mean_absolute_error(human, judge),
        "rmse": float(numpy.sqrt(metrics.mean_squared_error(human, judge))),
        "passTable": passes.tolist(),
        "mcc": metrics.matthews_corrcoef(human >= pass_mark, judge >= pass_mark) if both else None,
        "mcc of chi2": phi(passes),
        "tpr": recall(True) if (human >= pass_mark).any() else None,
        "tnr": recall(False) if (human < pass_mark).any() else None,
    }


def arrays(human, judge):
    has_spread = len(set(human)) > 1 and len(set(judge)) > 1
    return {
        "spearman": float(stats.spearmanr(human, judge)[0]) if has_spread else None,
        "kendall": float(stats.kendalltau(human, judge)[0]) if has_spread else None,
    }


expected_of = {
    "table": lambda **row: table(row["table"], row["values"], row["pass"]),
    "arrays": arrays,
}
sys.exit(check(expected_of))
