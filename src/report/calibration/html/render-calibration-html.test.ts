import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toCalibratedJudges } from '../../../../test/support/calibrated-judges.ts';
import { toCalibrationPage } from '../../../../test/support/write-calibration.ts';
import { metricNames } from '../../../statistics/metric-table.ts';
import { toJudgeLabels } from './render-calibration-html.ts';

const two = [
  { target: 'careful', misses: 0.05, repeat: 2, variants: ['last-turn', 'injected'] as const },
  { target: 'kind', misses: 0.4, shift: 1, ungradedEvery: 9 },
];

describe('the page of a calibration', () => {
  it('allows its own script and style by their hashes, and nothing else', () => {
    const page = toCalibrationPage(toCalibratedJudges(two, { count: 12 }));
    const hashOf = (pattern: RegExp) =>
      `sha256-${createHash('sha256')
        .update(pattern.exec(page)?.[1] ?? '')
        .digest('base64')}`;
    expect(/Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]).toBe(
      [
        "default-src 'none'",
        `script-src '${hashOf(/<script>(.*?)<\/script>/s)}'`,
        `style-src '${hashOf(/<style>(.*?)<\/style>/s)}'`,
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
    );
    expect(page).not.toMatch(/ (style|on[a-z]+)="/);
  });

  it('says first whether each judge may be trusted, then the metrics, then the samples, the script last', () => {
    const page = toCalibrationPage(toCalibratedJudges(two, { count: 40 }));
    const texts = ['<h1>tone.deck.md', 'class="card gate', 'Judges side by side', 'id="judge-1"', 'id="samples"'];
    const places = [...texts, 'class="tw-judges"', 'class="tw-samples"', '<script>'].map((text) => page.indexOf(text));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    expect(page).toContain('test samples');
    expect(page).not.toContain('NaN');
    expect(page).not.toContain('undefined');
  });

  it('explains every metric', () => {
    const page = toCalibrationPage(toCalibratedJudges(two, { count: 12 }));
    for (const name of metricNames) {
      expect(page).toMatch(new RegExp(`<span class="n">${name}</span> <span class="n below">[^<]{20,}</span>`));
    }
  });

  it('keeps a conversation once, however many judges were asked about it', () => {
    const page = toCalibrationPage(toCalibratedJudges(two, { count: 250 }));
    const blocks = [...page.matchAll(/class="tw-samples">(.*?)<\/script>/gs)].map(([, json = '']) => JSON.parse(json));
    expect(blocks.map((block) => block.length)).toEqual([200, 50]);
    expect(blocks[0][0].answers).toHaveLength(2);
    // The page has the deck once, and the quoted conversation once in its sample.
    expect(page.match(/Grade how friendly/g)).toHaveLength(1);
    expect(blocks[0][0].texts).toHaveLength(1);
    expect(blocks[0][0].answers[1].request).toEqual([
      ['system', -1],
      ['assistant', -2],
      ['user', 0],
    ]);
  });

  it('escapes hostile names, tags, reasons and files everywhere outside the data', () => {
    const hostile = '</script><img src=x onerror=alert(1)>"\u202e';
    const judges = toCalibratedJudges([{ target: hostile, deck: hostile, misses: 0.5, ungradedEvery: 3 }], {
      count: 9,
      toSample: (number) => ({
        ...{ id: `${hostile}${number}`, messages: [{ role: hostile, content: hostile }], tags: [hostile] },
        ...{ score: number % 7 > 3 ? 2 : -2, reason: hostile, split: 'tune', meta: {} },
      }),
    });
    const page = toCalibrationPage(judges, {
      title: hostile,
      version: hostile,
      notes: [hostile],
      skipped: [{ file: hostile, line: 3, id: hostile, reason: hostile }],
    });
    expect(page).not.toContain('<img');
    expect(page.slice(0, page.indexOf('class="tw-judges"'))).not.toContain('\u202e');
    expect(page.match(/<\/script>/g)).toHaveLength(page.match(/<script/g)?.length ?? 0);
  });

  it.each([
    ['nothing was compared', { count: 1, misses: 0, ungradedEvery: 0 }],
    ['there are no samples at all', { count: 0, misses: 0, ungradedEvery: 0 }],
    ['nothing could be graded', { count: 4, misses: 0, ungradedEvery: 1 }],
  ])('works if %s', (_, { count, misses, ungradedEvery }) => {
    const judges = toCalibratedJudges([{ target: 'm', misses, ungradedEvery }], {
      count,
      toSample: (number) => ({
        ...{ id: `s${number}`, messages: [{ role: 'user', content: 'Hi' }], tags: [], split: 'tune', meta: {} },
      }),
    });
    const page = toCalibrationPage(judges);
    expect(page).toContain('No samples to compare.');
    expect(page).not.toContain('See the disagreements.');
    expect(page).not.toContain('NaN');
  });

  it('has no matrix without steps, but still has the drawing', () => {
    const scale = { min: 0, max: 1, step: 0 };
    const page = toCalibrationPage(toCalibratedJudges([{ target: 'm', misses: 0.3 }], { count: 20, scale, pass: 0.5 }));
    expect(page).toContain('The scale has no steps');
    expect(page).not.toContain('<table class="heat">');
    expect(page).toContain('class="plot scatter"');
  });

  it('draws a fine scale in a dozen rows at most', () => {
    const scale = { min: 0, max: 100, step: 1 };
    const page = toCalibrationPage(toCalibratedJudges([{ target: 'm', misses: 0.3 }], { count: 60, scale, pass: 60 }));
    const heat = /<table class="heat">(.*?)<\/table>/s.exec(page)?.[1] ?? '';
    expect(heat.match(/<tr/g)?.length).toBeLessThanOrEqual(14);
    expect(heat).toContain('60…68');
  });
});

describe('judges are called', () => {
  it.each([
    ['by deck and target where there is one', ['t/x'], ['t · x']],
    ['by their targets where the deck is the same', ['t/x', 't/y'], ['x', 'y']],
    ['by their decks where the target is the same', ['t/x', 'u/x'], ['t', 'u']],
    ['by both where both differ', ['t/x', 'u/y'], ['t · x', 'u · y']],
  ])('%s', (_, given, labels) => {
    const judges = given.map((name) => ({ deck: name.slice(0, 1), target: name.slice(2) }));
    expect(toJudgeLabels(judges)).toEqual(labels);
  });
});
