import { expect, it } from 'vitest';
import type { CauseMetrics } from '../run-metrics.ts';
import { listUngradedCases, noteUngradedCases, renderUngradedCases, wrapUngradedCases } from './ungraded-cases.ts';

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

const ids = Array.from({ length: 6 }, (_, index) => `case-${index}-with-a-name-that-is-longer-than-it-should-be`);

function list(cause: string, cases: readonly string[], hasMoreCases = false) {
  const found = { status: 'ungraded', cause, count: 12, example: '', hasOthers: false, cases } as const;
  const causes = [{ ...found, ...(hasMoreCases ? { hasMoreCases: true as const } : {}) }];
  return listUngradedCases({ run: 'r1', causes }, ' --db other/x.db');
}

it('notes cause, count and advice before two ids, and the command apart', () => {
  expect(list('unparseable', ids).map(noteUngradedCases)).toEqual([
    {
      says: '12 ungraded (unparseable). Ask for JSON in the deck. Cases: case-0-with-a-name-that-is-longer-than-…, case-1-with-a-name-that-is-longer-than-… and 4 more.',
      lead: "To read the judge's reply:",
      command: `turnwise show run:r1 --case ${ids[0]} --judge-calls --db other/x.db`,
    },
  ]);
  expect(list('timeout', ['a', 'b', 'c'], true).map(noteUngradedCases)).toEqual([
    {
      says: '12 ungraded (timeout). Raise the timeout, then re-grade the run. Cases: a, b and more.',
      command: 'turnwise grade run:r1 --db other/x.db',
    },
  ]);
  expect(list('no-grader', ['a']).map(noteUngradedCases)).toEqual([
    '12 ungraded (no-grader). Add an answer key, an outcome or graders. Case: a.',
  ]);
});

it('never breaks the command below the whole list', () => {
  const lines = list('unparseable', ids).flatMap((cases) => wrapUngradedCases(cases, 80));
  expect(lines.at(-1)).toBe(`  turnwise show run:r1 --case ${ids[0]} --judge-calls --db other/x.db`);
  expect(lines.slice(0, -1).every(({ length }) => length <= 80)).toBe(true);
});
