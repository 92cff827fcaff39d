import { expect, it } from 'vitest';
import type { CauseMetrics } from '../run-metrics.ts';
import { listUngradedCases, renderUngradedCases } from './ungraded-cases.ts';

function render(cause: string): string {
  const causes: readonly CauseMetrics[] = [
    { status: 'ungraded', cause, count: 2, example: '', hasOthers: false, cases: ['a b', 'c'] },
  ];
  return listUngradedCases({ run: 'r1', causes }, ' --db a.db')
    .map((cases) => renderUngradedCases(cases))
    .join();
}

it.each([
  [
    'unparseable',
    "Ask for JSON in the deck. To read the judge's reply: turnwise show run:r1 --case 'a b' --judge-calls --db a.db",
  ],
  ['provider-error', 'Re-grade the run: turnwise grade run:r1 --db a.db'],
  ['timeout', 'Raise the timeout, then re-grade the run: turnwise grade run:r1 --db a.db'],
])('prints commands that run as they are: %s', (cause, fix) => {
  expect(render(cause)).toBe(`Ungraded (${cause}): a b, c. ${fix}`);
});
