import { wilsonInterval } from '../statistics/wilson.ts';
import { type AnsweredSample, type ComparedSample, listCompared } from './answered-sample.ts';
import { renderFigure, renderLimit } from './render-figure.ts';

/** What stands against a judge whatever its figures are, in sentences. */
export interface Disqualification {
  /** It cannot be trusted. */
  readonly missed: readonly string[];
  /** It cannot be told yet. */
  readonly open: readonly string[];
}

/** A judge that cannot grade this share of the samples is no judge of them, however well it does on the rest. */
const leastGraded = 0.9;

/** Somebody who answers by tossing a coin finds this share of the rarer class. */
const byChance = 0.5;

/**
 * A limit on one figure can be met by who has read nothing: a judge that passes everything has a TPR of 1, and one that
 * refuses the hard samples is right on the rest. So whatever the limits are, a judge has to give both answers, and a
 * score to nearly all samples, those that people pass and those that they fail.
 */
export function disqualify(samples: readonly AnsweredSample[], pass: number): Disqualification {
  const constant = findConstant(listCompared(samples), pass);
  const ungraded = findUngraded(samples, 'samples');
  const byClass = ['pass', 'fail'].flatMap((name) => {
    const ofClass = samples.filter(({ row: { human } }) => human !== null && human >= pass === (name === 'pass'));
    return findUngraded(ofClass, `samples that people ${name}`) ?? [];
  });
  return {
    missed: [...(ungraded === undefined ? byClass : [ungraded]), ...(constant?.isSure === true ? [constant.says] : [])],
    open: constant?.isSure === false ? [constant.says] : [],
  };
}

function findUngraded(samples: readonly AnsweredSample[], what: string): string | undefined {
  const n = samples.length;
  const graded = samples.filter(({ row }) => row.judge !== null).length;
  const { value, low, high } = wilsonInterval(graded, n);
  if (value === null || low === null || high === null || high >= leastGraded) return undefined;
  const share = renderFigure({ value, low, high, n });
  return `Graded ${share} is below ${renderLimit(leastGraded)}: ${n - graded} of ${n} ${what} got no score.`;
}

/** Whether the judge is always on one side of the pass mark, where people are on both. */
function findConstant(compared: readonly ComparedSample[], pass: number) {
  const passed = compared.filter(({ judge }) => judge >= pass).length;
  if (compared.length === 0 || (passed > 0 && passed < compared.length)) return undefined;
  const other = compared.filter(({ human }) => human >= pass !== passed > 0).length;
  if (other === 0) return undefined;
  const does = passed > 0 ? 'passes' : 'fails';
  const people = passed > 0 ? 'fail' : 'pass';
  const { high } = wilsonInterval(0, other);
  const isSure = high !== null && high < byChance;
  const says = `It ${does} every one of ${compared.length} samples, also the ${other} that people ${people}.`;
  return { isSure, says };
}
