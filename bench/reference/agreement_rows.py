"""What both scripts of bench/reference/check-agreement.mjs share: holding rows against what was expected, and saying so."""

import json
import math
import sys


def expand(table):
    """The places of both scores, pair by pair."""
    pairs = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    return [i for i, _ in pairs], [j for _, j in pairs]


def flat(value, path=""):
    if isinstance(value, dict):
        return {name: number for key in value for name, number in flat(value[key], f"{path} {key}").items()}
    if isinstance(value, list):
        return {name: number for key, each in enumerate(value) for name, number in flat(each, f"{path} {key}").items()}
    return {path.strip(): value}


def is_undefined(value):
    return value is None or math.isnan(value)


def distance(ours, theirs):
    if is_undefined(ours) or is_undefined(theirs):
        return 0.0 if is_undefined(ours) and is_undefined(theirs) else math.inf
    return abs(ours - theirs) / max(abs(theirs), 1e-3)


def check(expected_of, tolerances=None, default=1e-7):
    """Exit 1 where a figure is off. Undefined must be undefined on both sides."""
    tolerances = tolerances or {}
    worst, counts = {}, {}
    for row in json.load(sys.stdin):
        expected = flat(expected_of[row["statistic"]](**row["input"]))
        output = flat(row["output"])
        for name, theirs in expected.items():
            key = f"{row['statistic']}: {name.split(' of ')[0]}"
            ours = output[name.split(" of ")[0]]
            off = distance(ours, theirs)
            defined, undefined = counts.get(key, (0, 0))
            counts[key] = (defined, undefined + 1) if is_undefined(theirs) else (defined + 1, undefined)
            if off >= worst.get(key, (-1,))[0]:
                worst[key] = (off, row["input"], ours, theirs)
    limit_of = lambda key: tolerances.get(key.split(":")[0], default)
    failed = [key for key, (off, *_) in worst.items() if not off <= limit_of(key)]
    for key, (off, *_) in worst.items():
        defined, undefined = counts[key]
        also = f", {undefined} undefined on both sides" if undefined else ""
        print(f"{'OFF' if key in failed else 'ok '}  {key}: {defined} values, off by {off:.1e} at most{also}")
    for key in failed:
        print(key, *worst[key][1:])
    return 1 if failed else 0
