import { describe, expect, it } from 'vitest';
import { makeCalibration, metric } from '../../../test/support/made-calibration.ts';
import {
  lenient,
  makeInconclusive,
  makeReport,
  type ReportChanges,
} from '../../../test/support/made-calibration-report.ts';
import type { Calibration, Disagreement } from '../../calibrate/calibration.ts';
import { UngradedCause } from '../../conversation/verdict.ts';
import { toLineLimit } from '../fit-lines.ts';
import { plainPalette } from '../palette.ts';
import { renderCalibrations } from './render-calibrations.ts';

const reason = 'The program said something at length that has nothing to do with the conversation it was asked about.';

const disagreements = Array.from(
  { length: 9 },
  (_, index): Disagreement => ({
    sample: `sample-${index}`,
    ...{ human: -1, judge: 1, difference: 2, flips: true, judgeReason: reason, tags: [] },
  }),
);

/** A judge that failed in every way there is, and said something each time. */
function makeMessy({ calibration = lenient, target = 'nice' } = {}) {
  const causes = UngradedCause.options;
  const rows = causes.map((cause) => ({ judge: null, cause, judgeReason: reason, probed: {} }));
  const ungraded = Object.fromEntries(causes.map((cause) => [cause, 2]));
  const mcc = metric(0);
  return { calibration: { ...calibration, target, ungraded, unlabeled: 4, disagreements, mcc }, rows };
}

const none: Partial<Calibration> = { graded: 0, compared: 0, disagreements: [] };

function renderLines(
  judges: readonly ReturnType<typeof makeMessy>[],
  {
    decks = 1,
    width = 120,
    ...changes
  }: Omit<ReportChanges, 'decks'> & { readonly width?: number; readonly decks?: number } = {},
): readonly string[] {
  const report = makeReport(judges, { skipped: 3, answers: { of: 160, cached: 160 }, ...changes });
  const [deck] = report.decks;
  if (deck === undefined) throw new Error('no deck');
  const files = Array.from({ length: decks }, (_, index) => (index === 0 ? deck.file : `deck-${index}.deck.md`));
  const all = { ...report, decks: files.map((file) => ({ ...deck, file })) };
  const text = renderCalibrations(all, { palette: plainPalette, width, verbose: false });
  return text.trimEnd().split('\n');
}

describe('a calibration on one screen', () => {
  const gated = { gate: true, probe: true, allowLeak: false };

  it.each([
    [80, 1, 1],
    [120, 1, 1],
    [80, 3, 2],
    [120, 3, 2],
    [80, 8, 1],
  ])('at %i columns has no more lines than %i judges of %i decks may take', (width, count, decks) => {
    for (const calibration of [
      lenient,
      makeInconclusive(),
      makeInconclusive({ outlook: 'missed' }),
      makeCalibration(none),
    ]) {
      const judges = Array.from({ length: count }, (_, index) => makeMessy({ calibration, target: `judge-${index}` }));
      const lines = renderLines(judges, { width, decks, done: gated });
      expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(toLineLimit(count * decks));
      expect(lines.join('\n')).toMatch(/\d+ (?:more|notes): --verbose/);
    }
  });

  it('keeps several disagreements and the next command where there are many notes', () => {
    const lines = renderLines([makeMessy()]);
    const place = lines.findIndex((line) => line.startsWith('Worst disagreements ('));
    expect(lines.slice(place + 1, place + 3)).toEqual([
      expect.stringMatching(/^ {2}sample-\d/),
      expect.stringMatching(/^ {2}sample-\d/),
    ]);
    expect(lines.at(-1)).toMatch(/^Next: read the disagreements/);
    const [few] = [makeMessy()].map((judge) => ({ ...judge, rows: [], calibration: { ...lenient, disagreements } }));
    expect(renderLines(few === undefined ? [] : [few], { skipped: 0 }).join('\n')).toContain(
      'Worst disagreements (5 of 9):',
    );
  });

  it('begins with the verdict, and says below it what came from the cache', () => {
    const lines = renderLines([makeMessy()]);
    expect(lines[0]).toMatch(/^nice {2}not trusted: /);
    expect(lines.indexOf('160 of 160 answers came from the cache. Use --no-cache to ask again.')).toBe(
      lines.indexOf('') - 1,
    );
    expect(renderLines([makeMessy()], { decks: 2 })[0]).toMatch(/^nice \(tone\) +not trusted: /);
  });

  it('breaks notes rather than cutting them where lines are left', () => {
    const [judge] = [makeMessy()].map(({ rows, calibration }) => ({
      rows: rows.slice(0, 1),
      calibration: { ...calibration, ungraded: { 'no-judge': 2 }, unlabeled: 0, disagreements: [] },
    }));
    const text = renderLines(judge === undefined ? [] : [judge], { width: 80 }).join('\n');
    expect(text).toContain('3 samples could not be used and were skipped. --json lists the reasons.\n  --strict');
    expect(text).not.toContain('…');
  });

  it('cuts the names of a step, and not what it says', () => {
    const judges = Array.from({ length: 5 }, (_, index) =>
      makeMessy({ target: `always-with-a-rather-long-name-${index}` }),
    );
    const other = makeMessy({ calibration: makeInconclusive(), target: 'careful' });
    const text = renderLines([...judges, other], { width: 80 })
      .join(' ')
      .replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'Next for …ays-with-a-rather-long-name-0 and 4 more: read the disagreements (--verbose or --html <file>), change the deck or the judge, and calibrate again.',
    );
  });

  it('has a command to type next even where nothing was graded', () => {
    const lines = renderLines([makeMessy({ calibration: makeCalibration(none) })]);
    expect(lines.slice(-2)).toEqual([
      'No sample was graded, so there is nothing to compare. Fix the cause, and calibrate again:',
      '  turnwise calibrate {}',
    ]);
  });

  it('asks again only the judges that graded nothing', () => {
    const lines = renderLines([makeMessy(), makeMessy({ calibration: makeCalibration(none), target: 'mute' })], {
      width: 200,
    });
    expect(lines.slice(-2)).toEqual([
      'Next for mute: find out why nothing was graded, fix it, and calibrate again:',
      '  turnwise calibrate {"decks":["tone.deck.md"],"judges":["mute"]}',
    ]);
  });
});
