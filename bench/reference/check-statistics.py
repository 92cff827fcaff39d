"""Reads rows of bench/reference/check-statistics.mjs from stdin and holds each against scipy. Exit 1 where one is off."""

import itertools
import json
import math
import sys

try:
    import numpy
    from scipy import stats
except ImportError as error:
    print(f"Skipped: {error}. Install numpy and scipy for python3 to check the statistics against them.")
    sys.exit(0)


def wilson(successes, trials):
    interval = stats.binomtest(successes, trials).proportion_ci(method="wilson")
    return {"low": interval.low, "high": interval.high}


def mean(values):
    low, high = stats.t.interval(0.95, len(values) - 1, loc=numpy.mean(values), scale=stats.sem(values))
    return {"low": low, "high": high}


def clustered_error(clusters):
    """The sandwich (X'X)^-1 (sum of X'ee'X by cluster) (X'X)^-1 of a regression on a constant, times G/(G-1)."""
    values = numpy.concatenate([numpy.array(cluster, dtype=float) for cluster in clusters])
    residuals = [numpy.array(cluster) - values.mean() for cluster in clusters]
    design = [numpy.ones((len(cluster), 1)) for cluster in clusters]
    bread = numpy.linalg.inv(sum(x.T @ x for x in design))
    meat = sum(x.T @ numpy.outer(e, e) @ x for x, e in zip(design, residuals))
    return math.sqrt((bread @ meat @ bread)[0, 0] * len(clusters) / (len(clusters) - 1))


def sign_flip(sums):
    sums = numpy.array(sums, dtype=float)
    signs = numpy.array(list(itertools.product([1, -1], repeat=len(sums))))
    return float(numpy.mean(numpy.abs(signs @ sums) >= abs(sums.sum()) - 1e-9))


def holm(ps):
    """Written out step by step; scipy has no Holm."""
    adjusted, largest = [0.0] * len(ps), 0.0
    for place, index in enumerate(sorted(range(len(ps)), key=lambda index: ps[index])):
        largest = max(largest, min(1.0, (len(ps) - place) * ps[index]))
        adjusted[index] = largest
    return adjusted


def passes(passed, of, k):
    """Hypergeometric: k of all plays drawn without replacement, at least one or all of them among those that passed."""
    drawn = stats.hypergeom(of, passed, k)
    return {"at": 1 - drawn.pmf(0), "hat": drawn.pmf(k)}


def bootstrap(values):
    generator = numpy.random.default_rng(1)
    interval = stats.bootstrap(
        (numpy.array(values),), numpy.mean, method="percentile", n_resamples=20000, rng=generator
    ).confidence_interval
    return {"low": interval.low, "high": interval.high}


expected_of = {
    "normal": lambda probability: stats.norm.ppf(probability),
    "student": lambda probability, degrees: stats.t.ppf(probability, degrees),
    "wilson": wilson,
    "mcnemar": lambda wins, losses: stats.binomtest(wins, wins + losses).pvalue,
    "quantile": lambda values, share: numpy.quantile(values, share),
    "mean": mean,
    "clustered-error": clustered_error,
    "sign-flip": sign_flip,
    "holm": holm,
    "pass": passes,
    "bootstrap": bootstrap,
}
# Two random bootstraps of a mean of 40 thirds agree to a step or so of 1/40.
tolerances = {"bootstrap": 0.03}


def flat(value):
    if isinstance(value, dict):
        return [number for key in sorted(value) for number in flat(value[key])]
    return [number for each in value for number in flat(each)] if isinstance(value, list) else [float(value)]


def difference(statistic, output, expected):
    if isinstance(expected, dict):
        output = {key: output[key] for key in expected}
    pairs = zip(flat(output), flat(expected), strict=True)
    if statistic in tolerances:
        return max(abs(ours - theirs) for ours, theirs in pairs) / tolerances[statistic] * 1e-7
    return max(abs(ours - theirs) / max(abs(theirs), 1e-6) for ours, theirs in pairs)


worst, counts = {}, {}
for row in json.load(sys.stdin):
    statistic = row["statistic"]
    expected = expected_of[statistic](**row["input"])
    off = difference(statistic, row["output"], expected)
    counts[statistic] = counts.get(statistic, 0) + 1
    if off >= worst.get(statistic, (-1,))[0]:
        worst[statistic] = (off, row["input"], row["output"], expected)
failed = [statistic for statistic, (off, *_) in worst.items() if off > 1e-7]
for statistic, (off, *_) in worst.items():
    note = f"within {tolerances[statistic]}" if statistic in tolerances else f"off by {off:.1e} at most, relative"
    print(f"{'OFF' if statistic in failed else 'ok '}  {statistic}: {counts[statistic]} inputs, {note}")
for statistic in failed:
    print(statistic, *worst[statistic][1:])
sys.exit(1 if failed else 0)
