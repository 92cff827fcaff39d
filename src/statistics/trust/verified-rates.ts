import type { Estimate } from '../estimate.ts';
import { clopperPearsonUpper } from '../rates/clopper-pearson.ts';
import { z95 } from '../rates/wilson.ts';
import { beggGreenes, type VerifiedPart } from './begg-greenes.ts';

/** TPR and TNR, corrected for labels that the judge's verdict chose. n is the labels that people pass (fail). */
export interface VerifiedRates {
  readonly tpr: Estimate;
  readonly tnr: Estimate;
}

/**
 * The rates of `beggGreenes` with a 95% CI that also covers with few labels per verdict.
 *
 * The odds of TNR are c/d · Jf/Jp with c = P(human fail | judge fail), d = P(human fail | judge pass) and Jp and Jf judged
 * pass and fail; TPR is its mirror. On the log scale the distances from (x + ½)/(n + 1) to the ends of Clopper and Pearson
 * for c and d, and z·√(1/Jp + 1/Jf) for the share judged pass, are combined as √(sum of squares), each side on its own
 * (method of variance estimates recovery, MOVER).
 *
 * The delta method of `beggGreenes` has no interval where a combination was never seen, and those that it has cover as
 * little as 0.82 with 10 and 30 labels per verdict. These cover 0.95 or more from 10 labels per verdict on, see
 * bench/coverage.md, and are wider in turn. They too assume that within one verdict the labeled ones were drawn at random.
 *
 * Edges: a verdict that the judge never gave, and rates that are null, have no interval, with a reason. A combination
 * that was never seen gives an interval that ends at 0 or 1. Counts of labels that are not whole are a RangeError.
 * Source: C. B. Begg, R. A. Greenes, Biometrics 39 (1983); G. Y. Zou, A. Donner, "Construction of confidence limits
 * about effect measures: a general approach", Statistics in Medicine 27 (2008).
 *
 * @example verifiedRates({ judgedPass: 270, judgedFail: 30, labeled: { judgePass_humanPass: 14, judgeFail_humanPass: 2,
 *   judgePass_humanFail: 2, judgeFail_humanFail: 12 } }).tnr  // { value: 0.432…, low: 0.173…, high: 0.861…, n: 14 }
 */
export function verifiedRates(part: VerifiedPart): VerifiedRates {
  const { tpr, tnr, tprWhy, tnrWhy } = beggGreenes(part);
  const { judgePass_humanPass, judgeFail_humanPass, judgePass_humanFail, judgeFail_humanFail } = part.labeled;
  const passed = toLogShares(judgePass_humanPass, judgePass_humanFail, part.judgedPass);
  const failed = toLogShares(judgeFail_humanPass, judgeFail_humanFail, part.judgedFail);
  const ofPasses = { value: tpr, n: judgePass_humanPass + judgeFail_humanPass, why: tprWhy };
  const ofFails = { value: tnr, n: judgeFail_humanFail + judgePass_humanFail, why: tnrWhy };
  return {
    tpr: toRate(ofPasses, { ...passed, share: passed.humanPass }, { ...failed, share: failed.humanPass }),
    tnr: toRate(ofFails, { ...failed, share: failed.humanFail }, { ...passed, share: passed.humanFail }),
  };
}

/** Logarithms of a share and of its exact 95% CI. */
interface LogShare {
  readonly low: number;
  readonly center: number;
  readonly high: number;
}

const whyOneVerdict = 'no interval: the judge always gave the same verdict';

function toRate(
  { value, n, why }: { readonly value: number | null; readonly n: number; readonly why: string | undefined },
  right: { readonly share: LogShare; readonly judged: number },
  wrong: { readonly share: LogShare; readonly judged: number },
): Estimate {
  if (value === null) return { value, low: null, high: null, n, ...(why !== undefined && { why }) };
  if (right.judged === 0 || wrong.judged === 0) return { value, low: null, high: null, n, why: whyOneVerdict };
  const [hit, miss] = [right.share, wrong.share];
  const logit = hit.center - miss.center + Math.log(right.judged / wrong.judged);
  const ofVerdicts = z95 * Math.sqrt(1 / right.judged + 1 / wrong.judged);
  return {
    value,
    low: logistic(logit - Math.hypot(hit.center - hit.low, miss.high - miss.center, ofVerdicts)),
    high: logistic(logit + Math.hypot(hit.high - hit.center, miss.center - miss.low, ofVerdicts)),
    n,
  };
}

/** The shares of both labels under one verdict. Half a count more keeps the centers finite. */
function toLogShares(passes: number, fails: number, judged: number) {
  const labels = passes + fails;
  const mostPass = clopperPearsonUpper(passes, labels, 0.025);
  const mostFail = clopperPearsonUpper(fails, labels, 0.025);
  const toLog = (count: number, low: number, high: number): LogShare => ({
    low: Math.log(low),
    center: Math.log((count + 0.5) / (labels + 1)),
    high: Math.log(high),
  });
  return {
    judged,
    humanPass: toLog(passes, 1 - mostFail, mostPass),
    humanFail: toLog(fails, 1 - mostPass, mostFail),
  };
}

function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
