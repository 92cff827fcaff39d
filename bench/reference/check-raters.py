"""Reads rows of bench/reference/check-raters.mjs from stdin and holds each against nltk and statsmodels."""

import sys
import warnings

from agreement_rows import check

try:
    import numpy
    from nltk.metrics.agreement import AnnotationTask
    from nltk.metrics.distance import binary_distance, interval_distance
    from statsmodels.stats.inter_rater import fleiss_kappa
except ImportError as error:
    print(f"Skipped: {error}. Install python3-nltk and python3-statsmodels to check against them.")
    sys.exit(0)

# Constant raters: they warn, and return NaN.
warnings.simplefilter("ignore")


def task_of(units, distance=binary_distance):
    rows = [(rater, unit, score) for unit, row in enumerate(units) for rater, score in enumerate(row) if score is not None]
    return AnnotationTask(data=rows, distance=distance)


def or_none(compute):
    try:
        return compute()
    except (ZeroDivisionError, ValueError):
        return None


def gappy(units):
    """Where every score that counts is the same, nltk says 1; there is no disagreement to expect, so that it is undefined."""
    paired = [row for row in units if len(row) - row.count(None) > 1]
    if len({score for row in paired for score in row if score is not None}) < 2:
        return {"nominal": None, "interval": None}
    return {"nominal": task_of(units).alpha(), "interval": task_of(units, interval_distance).alpha()}


def complete(units):
    counts = numpy.array([[row.count(score) for score in range(5)] for row in units])
    task = task_of(units)
    is_constant = len({score for row in units for score in row}) == 1
    pairs = [pairwise(task, one, other) for one in task.C for other in task.C if one < other]
    defined = [kappa for kappa in pairs if kappa is not None]
    fleiss = None if is_constant else fleiss_kappa(counts, method="fleiss")
    return {
        "fleiss": fleiss,
        "randolph": fleiss_kappa(counts, method="randolph"),
        "agreement": {
            "cohenKappa": sum(defined) / len(defined) if defined else None,
            "percent": task.avg_Ao(),
            "fleiss": fleiss,
        },
    }


def pairwise(task, one, other):
    return or_none(lambda: task.kappa_pairwise(one, other))


sys.exit(check({"gappy": gappy, "complete": complete}))
