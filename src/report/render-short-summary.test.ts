import { describe, expect, it } from 'vitest';
import { makeShownConversation, makeVerdict } from '../../test/support/shown-conversation.ts';
import { toLineLimit } from './fit-lines.ts';
import { MetricsCollector } from './metrics-collector.ts';
import { plainPalette } from './palette.ts';
import { renderRunSummary } from './render-run-summary.ts';

interface MadeCase {
  readonly position: number;
  readonly target?: string;
  readonly outcome: 'pass' | 'fail' | 'rate-limited' | 'timeout' | 'ungraded' | 'unparseable';
}

const long = 'It says at length what it expected, and then what it found instead of that, word by word.';

/** A case whose reasons are longer than a line. */
function makeCase({ position, target = 'bot', outcome }: MadeCase) {
  const start = { id: `a-case-with-a-name-${position}`, position, target };
  const call = { cached: true } as const;
  if (outcome === 'pass') return makeShownConversation({ start, call });
  if (outcome === 'ungraded' || outcome === 'unparseable') {
    const cause = outcome === 'ungraded' ? 'no-judge' : outcome;
    const verdict = { grader: 'tone', turnIndex: null, status: 'ungraded', cause } as const;
    return makeShownConversation({ start, call, replies: [undefined], verdicts: [verdict] });
  }
  if (outcome === 'fail') {
    const verdict = { ...makeVerdict('tone', 1, false), reason: long };
    return makeShownConversation({ start, call, replies: [undefined], verdicts: [verdict] });
  }
  const error = { cause: outcome, message: long, turnIndex: 1 } as const;
  return makeShownConversation({ start, replies: [], end: { status: 'error', error } });
}

function renderLines(cases: readonly MadeCase[], width: number): readonly string[] {
  const collector = new MetricsCollector({ run: 'r1', targets: ['bot', 'agent', 'model'] });
  for (const made of cases) collector.add(makeCase(made));
  const compareCommand = 'turnwise compare r0 r1';
  const style = { palette: plainPalette, width, storeOption: ' --db x.db', compareCommand };
  return renderRunSummary(collector.toSummary(), style).trimEnd().split('\n');
}

const outcomes = ['pass', 'fail', 'rate-limited', 'timeout', 'ungraded'] as const;

describe('a run on one screen', () => {
  it.each([80, 100, Number.POSITIVE_INFINITY])(
    'at %d columns has no more lines than its variants may take',
    (width) => {
      for (const targets of [['bot'], ['bot', 'agent'], ['bot', 'agent', 'model']]) {
        for (const repeat of [1, 2, 9]) {
          const cases = targets.flatMap((target) =>
            outcomes.flatMap((outcome, place) =>
              Array.from({ length: repeat }, (_, index) => ({ position: place * 10 + index, target, outcome })),
            ),
          );
          const lines = renderLines(cases, width);
          expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(toLineLimit(targets.length));
          expect(lines.join('\n')).toContain('\n  a-case-with-a-name-10');
          expect(lines.at(-1)).toBe('Compare with the previous run: turnwise compare r0 r1 --db x.db');
        }
      }
    },
  );

  it('cuts failures to a line each where their reasons below would leave room for one only', () => {
    const toFailing = (count: number) =>
      Array.from({ length: count }, (_, position) => ({ position, outcome: 'fail' }) as const);
    const few = renderLines(toFailing(2), 80);
    expect(few.filter((line) => /^ {2}a-case-with-a-name-\d {2}fail$/.test(line))).toHaveLength(2);
    const lines = renderLines([...toFailing(4), { position: 10, outcome: 'ungraded' }], 80);
    const cut = lines.filter((line) => /^ {2}a-case-with-a-name-\d {2}fail {2}turn 2, tone: .*…$/.test(line));
    expect(cut.length, lines.join('\n')).toBeGreaterThan(1);
  });

  it('prints the command of a note whole, on its own line', () => {
    const cases = Array.from({ length: 6 }, (_, position) => ({ position, outcome: 'unparseable' }) as const);
    const lines = renderLines(cases, 80);
    const place = lines.findIndex((line) => line.startsWith('6 ungraded (unparseable). Ask for JSON in the deck. '));
    expect(lines.slice(place, place + 3).join('\n')).toContain(' and 4 more.');
    expect(lines).toContain('  turnwise show run:r1 --case a-case-with-a-name-0 --judge-calls --db x.db');
  });

  it('does not repeat an error below a list that has every case with it', () => {
    const two = [0, 1].map((position) => ({ position, outcome: 'rate-limited' }) as const);
    expect(renderLines(two, 200).join('\n')).not.toContain('errors (rate-limited)');
    const many = Array.from({ length: 9 }, (_, position) => ({ position, outcome: 'rate-limited' }) as const);
    expect(renderLines(many, 200).join('\n')).toContain(`9 errors (rate-limited), for example: ${long}`);
    // All five would be listed, but the notes on the others leave no room.
    const mixed = outcomes.flatMap((outcome, place) =>
      [0, 1].map((index) => ({ position: place * 2 + index, outcome })),
    );
    const text = renderLines(mixed, 80).join('\n');
    for (const { position, outcome } of mixed.filter(
      ({ outcome }) => outcome === 'rate-limited' || outcome === 'timeout',
    )) {
      const isListed = text.includes(`a-case-with-a-name-${position} `);
      expect(isListed || text.includes(`2 errors (${outcome})`) || /\d+ (?:more|notes): --verbose/.test(text)).toBe(
        true,
      );
    }
  });
});
