"""Reads rows of bench/reference/check-raters.mjs from stdin; what no package has, written out again from the books in numpy."""

import sys

from agreement_rows import check

try:
    import numpy
except ImportError as error:
    print(f"Skipped: {error}. Install python3-numpy to check against it.")
    sys.exit(0)

uneven = [0, 1, 3, 4, 8]


def distances(level, scores, totals):
    """Squared distance of every two scores (Krippendorff 2011, section F)."""
    c, k = numpy.meshgrid(scores, scores, indexing="ij")
    if level == "nominal":
        return (c != k).astype(float)
    if level == "interval":
        return (c - k) ** 2.0
    if level == "ratio":
        total = numpy.where(c + k == 0, 1, c + k)
        return ((c - k) / total) ** 2.0
    squares = numpy.zeros(c.shape)
    for i in range(len(scores)):
        for j in range(len(scores)):
            low, high = min(i, j), max(i, j)
            squares[i, j] = (totals[low : high + 1].sum() - (totals[i] + totals[j]) / 2) ** 2 if i != j else 0
    return squares


def alpha(units, level):
    """By the matrix of coincidences: each pair of a unit counts 1/(ratings − 1)."""
    scores = sorted({score for row in units for score in row if score is not None})
    coincidences = numpy.zeros((len(scores), len(scores)))
    for row in units:
        places = [scores.index(score) for score in row if score is not None]
        for a, one in enumerate(places):
            for b, other in enumerate(places):
                if a != b:
                    coincidences[one, other] += 1 / (len(places) - 1)
    totals = coincidences.sum(axis=1)
    n = totals.sum()
    if n == 0:
        return None
    squares = distances(level, scores, totals)
    expected = (numpy.outer(totals, totals) * squares).sum() / (n - 1)
    return None if expected == 0 else 1 - (coincidences * squares).sum() / expected


def weight_matrix(kind, scores):
    c, k = numpy.meshgrid(scores, scores, indexing="ij")
    span = max(scores) - min(scores)
    return {"none": (c == k) * 1.0, "linear": 1 - abs(c - k) / span, "quadratic": 1 - (c - k) ** 2 / span**2}[kind]


def gwet_parts(units, scores, kind):
    """Observed agreement, mean shares and weights, as in Gwet's book (2014), chapters 2 and 3."""
    weights = weight_matrix(kind, scores)
    counts = numpy.array([[row.count(score) for score in scores] for row in units], dtype=float)
    ratings = counts.sum(axis=1)
    paired = ratings >= 2
    if not paired.any():
        return None
    r, own = counts[paired], ratings[paired]
    starred = r @ weights
    observed = ((r * (starred - 1)).sum(axis=1) / (own * (own - 1))).mean()
    rated = ratings > 0
    shares = (counts[rated] / ratings[rated][:, None]).mean(axis=0)
    return observed, shares, weights


def corrected(parts, chance):
    if parts is None:
        return None
    observed, shares, weights = parts
    expected = chance(shares, weights, len(shares))
    return None if abs(1 - expected) < 1e-12 else (observed - expected) / (1 - expected)


def gwet_chance(shares, weights, q):
    return weights.sum() * (shares * (1 - shares)).sum() / (q * (q - 1))


def fleiss_chance(shares, weights, q):
    return shares @ weights @ shares


def uniform_chance(shares, weights, q):
    return weights.sum() / q**2


def by_weights(units, chance):
    return {kind: corrected(gwet_parts(units, uneven, kind), chance) for kind in ["none", "linear", "quadratic"]}


def gappy(units):
    levels = ["nominal", "ordinal", "interval", "ratio"]
    parts = gwet_parts(units, uneven, "none")
    scale = list(range(9))
    return {
        "alpha": {level: alpha(units, level) for level in levels},
        "percent": None if parts is None else parts[0],
        "gwet": by_weights(units, gwet_chance),
        "fleiss": by_weights(units, fleiss_chance),
        "brennanPrediger": by_weights(units, uniform_chance),
        "agreement": {
            "gwetAc1": corrected(gwet_parts(units, scale, "none"), gwet_chance),
            "gwetAc2Quadratic": corrected(gwet_parts(units, scale, "quadratic"), gwet_chance),
            "brennanPrediger": corrected(gwet_parts(units, scale, "none"), uniform_chance),
            **{f"alpha_{level}": alpha(units, level) for level in levels},
        },
    }


sys.exit(check({"gappy": gappy}))
