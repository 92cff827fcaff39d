import { wilsonInterval } from '../../statistics/rates/wilson.ts';
import { renderEstimate, renderThreshold } from '../../statistics/render-estimate.ts';
import { rateEValue } from '../../statistics/trust/rate-e-value.ts';
import { type AnsweredSample, type ComparedSample, listCompared } from '../answered-sample.ts';

/** What speaks against a judge whatever its metrics are. */
export interface Objection {
  readonly why: string;
  /** A p-value that holds at every look. */
  readonly p: number;
  /** As long as it is not sure, the judge cannot be trusted either. */
  readonly blocks: boolean;
}

/** A judge that cannot grade this share of the samples is not a judge of them, however well it does on the rest. */
const leastGraded = 0.9;

/** A coin finds this share of the rarer class. */
const byChance = 0.5;

/**
 * A judge that has read nothing can meet a threshold on one metric: one that passes everything has a TPR of 1, and one that
 * refuses the hard samples is right on the rest. So whatever the thresholds are, a judge has to give both answers, and a
 * score to nearly all samples, those that people pass and those that they fail.
 */
export function listObjections(samples: readonly AnsweredSample[], pass: number): readonly Objection[] {
  const ofClass = (name: 'pass' | 'fail') =>
    samples.filter(({ row: { human } }) => human !== null && human >= pass === (name === 'pass'));
  const ungraded = [
    objectToUngraded(samples, 'samples'),
    objectToUngraded(ofClass('pass'), 'samples that people pass'),
    objectToUngraded(ofClass('fail'), 'samples that people fail'),
  ];
  const constant = objectToConstant(listCompared(samples), pass);
  // Every test counts, also one that finds nothing: Holm's correction needs to know how many there are.
  return [...withoutParts(ungraded), constant];
}

const nothing: Objection = { why: '', p: 1, blocks: false };

/** What is true of all samples is not repeated for those of a class. */
function withoutParts([all = nothing, ...parts]: readonly Objection[]): readonly Objection[] {
  return [all, ...parts.map((part) => (all.blocks ? nothing : part))];
}

function objectToUngraded(samples: readonly AnsweredSample[], what: string): Objection {
  const n = samples.length;
  const graded = samples.filter(({ row }) => row.judge !== null).length;
  const share = wilsonInterval(graded, n);
  if (share.high === null || share.high >= leastGraded) return nothing;
  const { eValue } = rateEValue({ hits: n - graded, n, p0: 1 - leastGraded });
  const why = `${n - graded} of ${n} ${what} got no score: the share graded, ${renderEstimate(share, { isRate: true })}, is below ${renderThreshold(leastGraded)}.`;
  return { why, p: Math.min(1, 1 / eValue), blocks: true };
}

/** Whether the judge is always on one side of the passing score, where people are on both. */
function objectToConstant(compared: readonly ComparedSample[], pass: number): Objection {
  const passed = compared.filter(({ judge }) => judge >= pass).length;
  if (compared.length === 0 || (passed > 0 && passed < compared.length)) return nothing;
  const other = compared.filter(({ human }) => human >= pass !== passed > 0).length;
  if (other === 0) return nothing;
  const does = passed > 0 ? 'passes' : 'fails';
  const people = passed > 0 ? 'fail' : 'pass';
  const { eValue } = rateEValue({ hits: other, n: other, p0: 1 - byChance });
  const why = `It ${does} every one of ${compared.length} samples, even the ${other} that people ${people}.`;
  return { why, p: Math.min(1, 1 / eValue), blocks: true };
}
