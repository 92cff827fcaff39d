import { describe, expect, it } from 'vitest';
import { worseRun } from '../../../test/support/run-comparison.ts';
import type { RunComparison } from '../../compare/run-comparison.ts';
import { plainPalette } from '../palette.ts';
import { renderComparison } from './render-comparison.ts';
import { renderComparisonMarkdown } from './render-comparison-markdown.ts';

const pad = (tag: string) => `  ${tag} `;
const style = { palette: plainPalette, width: 80, limit: 20, storeOption: '', verbose: true };

/** `many` tags that can be tested, and `few` that cannot. */
function listTags(many: number, few: number): RunComparison['byTag'] {
  const [tag] = worseRun.byTag;
  if (tag === undefined) throw new Error('There is a tag.');
  const difference = { value: 0, low: -0.79, high: 0.79 };
  const one = { pairs: 1, improved: 0, unchanged: 1, regressed: 0, clusters: 1, difference, p: 1, pAdjusted: null };
  return [
    ...Array.from({ length: many }, (_, index) => ({ ...tag, tag: `many${index}` })),
    ...Array.from({ length: few }, (_, index) => ({ ...tag, ...one, tag: `few${index}` })),
  ];
}

const nothingLeft = {
  onlyA: 0,
  onlyB: 0,
  changed: 0,
  noVerdict: 0,
  noVerdictInA: 0,
  noVerdictInB: 0,
  noVerdictInBoth: 0,
  lostPasses: 0,
};

describe('renderComparison', () => {
  it('shows the verdict as a sentence, then the numbers, then what flipped, regressions first', () => {
    expect(renderComparison(worseRun, style)).toBe(`B is worse.

A  20261115-224530-k3fm  bot                     passed 8 of 10
B  20261116-224530-abcd  bot messages grading 2  passed 6 of 10

                   pairs  better  same  worse  B − A                          p
decided               10       1     6      3  −20 pp (95% CI −45 to −1)  0.043
missing against B     11       1     7      3  −18 pp (95% CI −40 to −2)  0.040
missing for B         11       2     6      3  −9 pp (95% CI −40 to +20)  0.300
9 clusters. p: a test. 95% CI: clustered t.

By tag:
          pairs  better  same  worse  B − A                           p  p (Holm)
  refund      8       0     5      3  −38 pp (95% CI −80 to +10)  0.250     0.500  inconclusive

Means per conversation:
               A       B  B − A
  score    0.810   0.655  −0.155 (95% CI −0.300 to −0.010)    n=10
  cost         –       –  – (no cost is known)                n=0
  latency  1.2 s  700 ms  −500 ms (95% CI −800 ms to +20 ms)  n=9

Flips:
  desk / lost, repeat 3: pass → fail
    B  turn 3, judge-1: ␛[31m<b>rude</b> and | long
  desk / won: fail → pass
    A  turn 1, contains-1: no
  desk / it broke: fail → error
    A  turn 1, contains-1: no
    B  timeout: No reply.

Both conversations of the first flip (all with --transcripts):
  turnwise show run:20261115-224530-k3fm --case lost --target bot
  turnwise show run:20261116-224530-abcd --case lost --target bot

Not paired: 1 only in A, 2 in error, ungraded or skipped in a run.
`);
  });

  it('lists no more than asked for, and says how to see the rest', () => {
    const text = renderComparison(worseRun, { ...style, limit: 1, storeOption: ' --db other.db' });
    expect(text).toContain('Flips (1 of 3, all with --limit 3):\n  desk / lost');
    expect(text).not.toContain('desk / won');
    expect(text).toContain('--case lost --target bot --db other.db\n');
  });

  it('counts as flips to fail and to pass only what passed or failed in both runs', () => {
    const statuses = [
      ['pass', 'fail'],
      ['fail', 'pass'],
      ['ungraded', 'fail'],
      ['error', 'pass'],
    ] as const;
    const [pair] = worseRun.flipped;
    if (pair === undefined) throw new Error('There is a flip.');
    const flipped = statuses.map(([a, b], index) => {
      return { ...pair, id: `c${index}`, a: { ...pair.a, status: a }, b: { ...pair.b, status: b } };
    });
    expect(renderComparison({ ...worseRun, flipped }, { ...style, verbose: false })).toContain(
      'Flips: 1 to fail, 1 to pass, 2 without a verdict in one run\n',
    );
  });

  it('shows no more tags than have room, those that are decided first', () => {
    const [tag] = worseRun.byTag;
    if (tag === undefined) throw new Error('There is a tag.');
    const byTag = Array.from({ length: 25 }, (_, index) => {
      return { ...tag, tag: `t${index}`, verdict: index === 24 ? ('worse' as const) : tag.verdict };
    });
    const text = renderComparison({ ...worseRun, byTag }, style);
    expect(text.match(/^ {2}t\d+ /gm)).toEqual(['t24', ...byTag.slice(0, 19).map(({ tag: name }) => name)].map(pad));
    expect(text).toContain('  … 5 more: --json\n');
  });

  it('cuts the name of a tag as the summary of a run does', () => {
    const byTag = worseRun.byTag.map((tag) => ({ ...tag, tag: 'a'.repeat(200) }));
    expect(renderComparison({ ...worseRun, byTag }, style)).toContain(`  ${'a'.repeat(39)}…      8       0 `);
    const markdown = renderComparisonMarkdown({ ...worseRun, byTag }, { limit: 2 });
    expect(markdown).toContain(`| <code>${'a'.repeat(39)}…</code> | 8 | 0 `);
  });

  it('explains too few pairs once', () => {
    const text = renderComparison({ ...worseRun, byTag: listTags(2, 3) }, style);
    expect(text).toContain(
      '  few0       1       0     1      0  too few                         –         –  inconclusive\n',
    );
    expect(text.match(/too few: a test needs 6 independent pairs/g)).toHaveLength(1);
  });

  it('leaves such tags out when there are more than five', () => {
    const text = renderComparison({ ...worseRun, byTag: listTags(2, 4) }, style);
    expect(text).toContain('  4 tags with fewer than 6 pairs not shown\n');
    expect(text).not.toContain('too few');
    expect(renderComparison({ ...worseRun, byTag: listTags(0, 6) }, style)).toContain(
      'By tag:\n  6 tags with fewer than 6 pairs not shown\n\n',
    );
  });

  it('wraps the sentence, and says what else changed', () => {
    expect(renderComparison({ ...worseRun, notes: ['Other\u001b rules.'] }, { ...style, width: 6 })).toMatch(
      /^B is\nworse\.\n\nNote:\nOther␛\nrules\.\n\nA {2}/,
    );
  });

  it('fits one screen however much else changed', () => {
    const notes = Array.from({ length: 9 }, (_, index) => `Note number ${index}.`);
    const short = { palette: plainPalette, width: 80, storeOption: '' };
    const lines = renderComparison({ ...worseRun, notes }, short)
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines).toContainEqual(expect.stringMatching(/^Note: Note number 0\.$/));
    expect(lines).toContainEqual(expect.stringMatching(/^… \d more: --verbose$/));
  });

  it('shows a difference of nothing as nothing', () => {
    const latencyMs = { a: 3, b: 3, difference: { value: 0, low: 0, high: 0 }, n: 9 };
    expect(renderComparison({ ...worseRun, latencyMs }, style)).toMatch(/latency .* 0 ms \(95% CI 0 ms–0 ms\)/);
  });

  it('has nothing to list when nothing flipped', () => {
    const same = { ...worseRun, flipped: [], byTag: [], unpaired: nothingLeft };
    const text = renderComparison(same, style);
    expect(text).toMatch(/No case flipped\.\n$/);
    expect(text).not.toContain('By tag');
  });

  it('has one row of pairs when no verdict is missing', () => {
    const text = renderComparison({ ...worseRun, unpaired: nothingLeft }, style);
    expect(text).toContain(
      '\npairs  better  same  worse  B − A                          p\n   10       1     6      3  −20 pp',
    );
    expect(text).not.toContain('missing');
  });

  it('names the seed where flips were random', () => {
    const test = 'sign-flip test by cluster, random flips';
    expect(renderComparison({ ...worseRun, test, seed: 7 }, style)).toContain(
      '\n9 clusters. p: sign-flip test by cluster, random flips, seed 7. 95% CI: clustered t.\n',
    );
  });

  it('says why a tag with a missing verdict is inconclusive', () => {
    const byTag = worseRun.byTag.map((tag) => ({ ...tag, why: '3 conversations have no verdict in B' }));
    expect(renderComparison({ ...worseRun, byTag }, style)).toContain(
      '\n  refund: 3 conversations have no verdict in B\n',
    );
    expect(renderComparisonMarkdown({ ...worseRun, byTag }, { limit: 2 })).toContain(
      '\nrefund: 3 conversations have no verdict in B  \n',
    );
  });

  it('says why there is no difference, and names no interval', () => {
    const difference = { value: null, low: null, high: null, why: 'no pairs' };
    const text = renderComparison({ ...worseRun, pairs: 0, a: null, b: null, difference, p: null }, style);
    expect(text).toContain('– (no pairs)');
    expect(text).toContain('\n9 clusters. p: a test.\n');
    expect(text).not.toContain('NaN');
  });
});

describe('renderComparisonMarkdown', () => {
  const text = renderComparisonMarkdown(worseRun, { limit: 2 });

  it('has a table whose cells are free of marks from messages', () => {
    expect(text).toContain('### ❌ B is worse.\n\nA: `20261115-224530-k3fm` <code>bot</code>  \nB: ');
    expect(text).toContain(
      '| all | 10 | 1 | 6 | 3 | −20 pp (95% CI −45 to −1) | 0.043 |\n| missing against B | 11 | 1 | 7 | 3 | −18 pp',
    );
    expect(text).toContain('| <code>refund</code> | 8 | 0 | 5 | 3 | −38 pp (95% CI −80 to +10) | 0.500 (Holm) |\n');
    expect(text).toContain('<details><summary>3 pairs flipped (the first 2)</summary>\n\n| case |');
    const [, row = ''] = /^(.*lost.*)$/m.exec(text) ?? [];
    expect(row.split(' | ')).toHaveLength(5);
    expect(row).not.toMatch(/\u001b|<b>/);
  });

  it('counts plays from 1, and leaves them out when nothing was repeated', () => {
    expect(text).toMatch(/\| case \| repeat \| A → B \|.*lost<\/code> \| 3 \| pass → fail/s);
    const once = worseRun.flipped.map((pair) => ({ ...pair, repeat: 0 }));
    const plain = renderComparisonMarkdown({ ...worseRun, flipped: once }, { limit: 2 });
    expect(plain).toMatch(/\| case \| A → B \| in A \| in B \|\n\| --- \| --- \| --- \| --- \|\n/);
    expect(plain).toMatch(/lost<\/code> \| pass → fail/);
  });

  it('says once why few pairs are not tested, and what else changed', () => {
    const told = { ...worseRun, byTag: listTags(0, 2), notes: ['The eval file changed (a|b.eval.yaml).'] };
    const markdown = renderComparisonMarkdown(told, { limit: 2 });
    expect(markdown).toContain('| <code>few0</code> | 1 | 0 | 1 | 0 | too few | – |\n');
    expect(markdown).toContain('\n\ntoo few: a test needs 6 independent pairs  \n9 clusters.');
    expect(markdown).toContain('\n\n> ⚠️ The eval file changed (a&#124;b.eval.yaml).\n\n');
  });

  it('says what made no pair', () => {
    expect(text).toMatch(/Not paired: 1 only in A, 2 in error, ungraded or skipped in a run\.\n$/);
  });
});
