"""Reads rows of bench/reference/check-agreement.mjs from stdin; what no package has, written out again from the papers in numpy."""

import sys

from agreement_rows import check

try:
    import numpy
except ImportError as error:
    print(f"Skipped: {error}. Install python3-numpy to check against it.")
    sys.exit(0)

z = 1.959963984540054


def agreement_weights(q, kind):
    i, j = numpy.indices((q, q))
    return {
        "none": (i == j).astype(float),
        "linear": 1 - abs(i - j) / max(q - 1, 1),
        "quadratic": 1 - (i - j) ** 2 / max(q - 1, 1) ** 2,
    }[kind]


def gwet(p, kind):
    q = len(p)
    w = agreement_weights(q, kind)
    share = (p.sum(0) + p.sum(1)) / 2
    chance = w.sum() / (q * (q - 1)) * (share * (1 - share)).sum()
    return ((w * p).sum() - chance) / (1 - chance)


def brennan_prediger(p, kind):
    w = agreement_weights(len(p), kind)
    chance = w.mean()
    return ((w * p).sum() - chance) / (1 - chance)


def alpha(table, values, level):
    """By the coincidence matrix, with the ordinal distance as Krippendorff prints it: a sum over all between."""
    coincidences = table + table.T
    totals = coincidences.sum(0)
    n = totals.sum()
    q = len(values)
    delta = numpy.zeros((q, q))
    for c in range(q):
        for k in range(q):
            low, high = min(c, k), max(c, k)
            delta[c, k] = {
                "nominal": float(c != k),
                "ordinal": (totals[low : high + 1].sum() - (totals[c] + totals[k]) / 2) ** 2,
                "interval": (values[c] - values[k]) ** 2,
            }[level]
    expected = (numpy.outer(totals, totals) * delta).sum()
    return None if expected == 0 else 1 - (n - 1) * (coincidences * delta).sum() / expected


def scott(p):
    chance = (((p.sum(0) + p.sum(1)) / 2) ** 2).sum()
    return None if abs(1 - chance) < 1e-12 else (numpy.trace(p) - chance) / (1 - chance)


def table(table, values):
    table = numpy.array(table, dtype=float)
    p = table / table.sum()
    values = numpy.array(values, dtype=float)
    near = abs(values[:, None] - values[None, :]) <= 1
    kinds = ["none", "linear", "quadratic"]
    return {
        "within1": p[near].sum(),
        "scott": scott(p),
        "alpha": {level: alpha(table, values, level) for level in ["nominal", "ordinal", "interval"]},
        "gwet": {kind: gwet(p, kind) for kind in kinds},
        "brennanPrediger": {kind: brennan_prediger(p, kind) for kind in kinds},
    }


def lee(p, q0, q1, n, m0, m1):
    """Point and interval of Lee et al. 2025; arrays are welcome. Not yet within 0 and 1."""
    theta = (p + q0 - 1) / (q0 + q1 - 1)
    pt, q0t, q1t = (n * p + z * z / 2) / (n + z * z), (m0 * q0 + 1) / (m0 + 2), (m1 * q1 + 1) / (m1 + 2)
    v0, v1 = q0t * (1 - q0t) / (m0 + 2), q1t * (1 - q1t) / (m1 + 2)
    tt = (pt + q0t - 1) / (q0t + q1t - 1)
    centre = tt + 2 * z * z * (-(1 - tt) * v0 + tt * v1)
    half = z * numpy.sqrt(pt * (1 - pt) / (n + z * z) + (1 - tt) ** 2 * v0 + tt**2 * v1) / (q0t + q1t - 1)
    return theta, centre - half, centre + half


def corrected(passes, n, tpr, tnr):
    q0, q1 = tnr["hits"] / tnr["n"], tpr["hits"] / tpr["n"]
    if q0 + q1 <= 1 + 1e-12:
        return {"value": None, "low": None, "high": None}
    theta, low, high = lee(passes / n, q0, q1, n, tnr["n"], tpr["n"])
    theta = min(1, max(0, theta))
    return {"value": theta, "low": min(theta, max(0, low)), "high": max(theta, min(1, high))}


def bootstrap(human, judge, cluster):
    """20 000 draws of whole clusters; figures straight from the scores drawn."""
    human, judge, cluster = map(numpy.array, (human, judge, cluster))
    generator = numpy.random.default_rng(2)
    members = [numpy.flatnonzero(cluster == each) for each in range(cluster.max() + 1)]
    found = {"exact": [], "mae": [], "kappaQuadratic": [], "tpr": []}
    for _ in range(20000):
        drawn = numpy.concatenate([members[each] for each in generator.integers(len(members), size=len(members))])
        a, b = human[drawn], judge[drawn]
        found["exact"].append((a == b).mean())
        found["mae"].append(abs(a - b).mean())
        apart = a.var() + b.var() + (a.mean() - b.mean()) ** 2
        found["kappaQuadratic"].append(1 - ((a - b) ** 2).mean() / apart)
        found["tpr"].append((b[a >= 4] >= 4).mean())
    return {name: list(numpy.quantile(values, [0.025, 0.975])) for name, values in found.items()}


def print_coverage():
    """How often the interval of Lee et al. holds the truth, of 20 000 made-up calibrations and runs each."""
    generator = numpy.random.default_rng(3)
    for theta, q0, q1, n, m0, m1 in [
        (0.5, 0.8, 0.9, 1000, 100, 100),
        (0.85, 0.88, 0.92, 200, 50, 50),
        (0.1, 0.7, 0.9, 1000, 200, 200),
        (0.95, 0.9, 0.95, 100, 20, 40),
        (0.6, 0.7, 0.7, 300, 30, 30),
    ]:
        observed = theta * q1 + (1 - theta) * (1 - q0)
        draw = lambda size, rate: generator.binomial(size, rate, 20000) / size
        # A judge that seems no better than chance has no interval: the truth is not held.
        with numpy.errstate(all="ignore"):
            _, low, high = lee(draw(n, observed), draw(m0, q0), draw(m1, q1), n, m0, m1)
        held = ((low <= theta) & (theta <= high)).mean()
        print(f"     Lee et al.: truth {theta}, tnr {q0} of {m0}, tpr {q1} of {m1}, n {n}: held {100 * held:.1f} %")


expected_of = {
    "table": lambda **row: table(row["table"], row["values"]),
    "corrected": corrected,
    "bootstrap": bootstrap,
}
# Two random bootstraps of 20 000 agree to a step of the figure or so.
code = check(expected_of, {"bootstrap": 0.03})
print_coverage()
sys.exit(code)
