import { renderNumberOf } from '../../base/number-of.ts';
import { type ExpectedHits, noHits } from '../../job/expected-hits.ts';
import type { CalibrateJob } from '../../jobs/calibrate/job.ts';
import { toLine } from '../../report/one-line.ts';
import { renderHits, renderLimits } from '../run/plan-line.ts';

type Planned = Pick<CalibrateJob, 'spec' | 'plan' | 'resumed'>;

/** One line before a calibration: who is asked about what, how much the cache answers, and what that may cost. */
export function renderCalibratePlan({ spec, plan, resumed }: Planned, hits: ExpectedHits = noHits): string {
  const all = renderNumberOf(plan.judgeCalls, 'answer');
  if (resumed !== undefined) {
    const { id, done } = resumed;
    return `Resuming calibration ${id}: ${done.toLocaleString('en')} of ${all} ${done === 1 ? 'is' : 'are'} done.`;
  }
  const targets = [...new Set(spec.judges.map(({ target }) => toLine(target.id)))];
  const decks = new Set(spec.judges.map(({ deck }) => deck)).size;
  const of = decks === 1 ? '' : ` of ${decks} decks`;
  const parts = [
    `${renderNumberOf(plan.conversations, 'sample')}${of} (${spec.split}), judged by ${targets.join(', ')}`,
    renderNumberOf(plan.judgeCalls, 'call'),
    ...renderHits(hits),
    renderLimits(plan.tokens.high, plan),
  ];
  return `Plan: ${parts.join(' · ')}`;
}
