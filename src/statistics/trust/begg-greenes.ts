import { whyNoFail, whyNoPass } from '../rates/true-rates.ts';
import { z95 } from '../rates/wilson.ts';

/** The verdicts of the judge on everything, and those of people on the part that was labeled. */
export interface VerifiedPart {
  /** All that the judge passed, labeled or not. */
  readonly judgedPass: number;
  readonly judgedFail: number;
  readonly labeled: {
    readonly judgePass_humanPass: number;
    readonly judgeFail_humanPass: number;
    readonly judgePass_humanFail: number;
    readonly judgeFail_humanFail: number;
  };
}

export interface BeggGreenes {
  readonly tpr: number | null;
  readonly tprLow: number | null;
  readonly tprHigh: number | null;
  readonly tnr: number | null;
  readonly tnrLow: number | null;
  readonly tnrHigh: number | null;
  /** The share of everything that people would pass. */
  readonly humanPassRate: number | null;
  /** From the labeled part alone, as if it had been drawn at random. */
  readonly naiveTpr: number | null;
  readonly naiveTnr: number | null;
  /** Why the rate or its interval is null. */
  readonly tprWhy?: string;
  readonly tnrWhy?: string;
}

/**
 * TPR and TNR of a judge when what people labeled was chosen by the judge's verdict (verification bias).
 *
 * With a = P(human pass | judge pass), b = P(human pass | judge fail) from the labels and w the share judged pass:
 * TPR = aw/(aw + b(1−w)), TNR = (1−b)(1−w)/((1−b)(1−w) + (1−a)w). 95% CI on the logit scale, with the variances
 * 1/Jp + 1/Jf + (1−a)/(a·nP) + (1−b)/(b·nF) for TPR and 1/Jp + 1/Jf + a/((1−a)·nP) + b/((1−b)·nF) for TNR, of Jp and Jf
 * judged and nP and nF labeled. It assumes that within one verdict the labeled ones were drawn at random.
 *
 * Edges: no label under a verdict that the judge did give → rates null, with a reason. A cell of zero gives a rate of 0
 * or 1 with an unlimited logit: the rate without an interval, with a reason. People pass (fail) nothing → TPR (TNR) null. More
 * labeled than judged, and counts below 0, are a RangeError. Counts may be fractions, for weighted labels.
 * Source: C. B. Begg, R. A. Greenes, "Assessment of diagnostic tests when disease verification is subject to selection
 * bias", Biometrics 39 (1983).
 *
 * @example beggGreenes({ judgedPass: 270, judgedFail: 30, labeled: { judgePass_humanPass: 14, judgeFail_humanPass: 2,
 *   judgePass_humanFail: 2, judgeFail_humanFail: 12 } })  // tpr 0.982…, tnr 0.432… where the labels alone say 0.857…
 */
export function beggGreenes(part: VerifiedPart): BeggGreenes {
  checkCounts(part);
  const { judgePass_humanPass, judgeFail_humanPass, judgePass_humanFail, judgeFail_humanFail } = part.labeled;
  const naive = {
    naiveTpr: share(judgePass_humanPass, judgePass_humanPass + judgeFail_humanPass),
    naiveTnr: share(judgeFail_humanFail, judgeFail_humanFail + judgePass_humanFail),
  };
  const why = findGap(part);
  if (why !== undefined) return { ...noRates, ...naive, tprWhy: why, tnrWhy: why };
  const { judgedPass: passed, judgedFail: failed } = part;
  const a = share(judgePass_humanPass, judgePass_humanPass + judgePass_humanFail) ?? 0;
  const b = share(judgeFail_humanPass, judgeFail_humanPass + judgeFail_humanFail) ?? 0;
  const tpr = toRate({ hit: a * passed, miss: b * failed, variance: logitVariance(part, 'humanPass') }, whyNoPass);
  const tnr = toRate(
    { hit: (1 - b) * failed, miss: (1 - a) * passed, variance: logitVariance(part, 'humanFail') },
    whyNoFail,
  );
  return {
    tpr: tpr.value,
    tprLow: tpr.low,
    tprHigh: tpr.high,
    tnr: tnr.value,
    tnrLow: tnr.low,
    tnrHigh: tnr.high,
    humanPassRate: (a * passed + b * failed) / (passed + failed),
    ...naive,
    ...(tpr.why !== undefined && { tprWhy: tpr.why }),
    ...(tnr.why !== undefined && { tnrWhy: tnr.why }),
  };
}

const noRates = {
  tpr: null,
  tprLow: null,
  tprHigh: null,
  tnr: null,
  tnrLow: null,
  tnrHigh: null,
  humanPassRate: null,
};
const whyNoInterval = 'no interval: a combination of verdict and label never occurred';

function checkCounts({ judgedPass, judgedFail, labeled }: VerifiedPart): void {
  for (const count of [judgedPass, judgedFail, ...Object.values(labeled)]) {
    if (!(count >= 0 && Number.isFinite(count))) throw new RangeError(`beggGreenes needs counts ≥ 0, got ${count}`);
  }
  const passed = labeled.judgePass_humanPass + labeled.judgePass_humanFail;
  const failed = labeled.judgeFail_humanPass + labeled.judgeFail_humanFail;
  if (passed > judgedPass || failed > judgedFail) {
    throw new RangeError(`${passed} and ${failed} labeled of ${judgedPass} and ${judgedFail} judged pass and fail`);
  }
}

/** A verdict that the judge never gave needs no labels. */
function findGap({ judgedPass, judgedFail, labeled }: VerifiedPart): string | undefined {
  if (judgedPass + judgedFail === 0) return 'nothing was judged';
  const passed = labeled.judgePass_humanPass + labeled.judgePass_humanFail;
  const failed = labeled.judgeFail_humanPass + labeled.judgeFail_humanFail;
  if (judgedPass > 0 && passed === 0) return 'no sample that the judge passed has a label';
  return judgedFail > 0 && failed === 0 ? 'no sample that the judge failed has a label' : undefined;
}

/** Infinity where a cell is empty: (1−a)/(a·nP) is "other cell / (this cell · nP)". */
function logitVariance({ judgedPass, judgedFail, labeled }: VerifiedPart, human: 'humanPass' | 'humanFail'): number {
  const other = human === 'humanPass' ? 'humanFail' : 'humanPass';
  const ofPassed = spread(labeled[`judgePass_${human}`], labeled[`judgePass_${other}`]);
  const ofFailed = spread(labeled[`judgeFail_${human}`], labeled[`judgeFail_${other}`]);
  return 1 / judgedPass + 1 / judgedFail + ofPassed + ofFailed;
}

function spread(cell: number, other: number): number {
  return cell === 0 ? Infinity : other / (cell * (cell + other));
}

interface Odds {
  readonly hit: number;
  readonly miss: number;
  readonly variance: number;
}

function toRate({ hit, miss, variance }: Odds, whyNone: string) {
  if (hit + miss === 0) return { value: null, low: null, high: null, why: whyNone };
  const value = hit / (hit + miss);
  if (!Number.isFinite(variance)) return { value, low: null, high: null, why: whyNoInterval };
  const logit = Math.log(hit / miss);
  const half = z95 * Math.sqrt(variance);
  return { value, low: logistic(logit - half), high: logistic(logit + half) };
}

function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
