import { describe, expect, it } from 'vitest';
import { agreementKeys } from '../../src/calibrate/agreement/agreement-table.ts';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

/** Krippendorff's example C: four observers, twelve units, some ratings missing. */
const exampleC = ['111', '2232', '3333', '3333', '2222', '1234', '4444', '1121', '2222', ' 555', '  11', '  3'];

function toCsv(units: readonly string[], raters = 'ABCD'): string {
  const rows = units.flatMap((scores, unit) =>
    [...raters].map((rater, place) => `u${unit + 1},${rater},${(scores[place] ?? '').trim()}`),
  );
  return ['unit,rater,score', ...rows].join('\n');
}

const ratings = toCsv(exampleC.with(0, '11 1'));

describe('turnwise agreement of a file', () => {
  it('prints the usual metrics with interval and n', async () => {
    const { code, out, err } = await runInProcess(
      ['agreement', 'r.csv', '--scale', '1..5'],
      makeProject({ 'r.csv': ratings }),
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).not.toContain('Linear κ');
    expect(out).toContain('r.csv: 12 units, 4 raters, 41 ratings, 7 missing.\n');
    expect(out).toMatch(/^Ordinal α +0\.82 \(95% CI 0\.\d\d–\d\.\d\d, n=11\) +chance-corrected, by rank/m);
    expect(out).toMatch(/^Gwet AC2 +0\.91 /m);
    expect(out).toMatch(/^A – C +0\.48 /m);
    expect(out.trimEnd().split('\n').slice(-2)).toEqual([
      'All metrics: turnwise agreement r.csv --scale 1..5 --verbose',
      'As JSON: turnwise agreement r.csv --scale 1..5 --json',
    ]);
  });

  it('prints every metric with --verbose', async () => {
    const { out } = await runInProcess(['agreement', 'r.csv', '--verbose'], makeProject({ 'r.csv': ratings }));
    for (const title of ['Cohen κ', 'Linear κ', 'Scott π', 'Nominal α', 'Ratio α', 'Brennan–Prediger']) {
      expect(out).toMatch(new RegExp(`^${title} +\\d`, 'm'));
    }
    expect(out).not.toContain('--verbose');
  });

  it('prints JSON with every key and its counts', async () => {
    const { out } = await runInProcess(['agreement', 'r.csv', '--json'], makeProject({ 'r.csv': ratings }));
    const found = JSON.parse(out);
    expect(Object.keys(found)).toEqual([...agreementKeys, 'units', 'raters', 'ratings', 'pairs', 'read']);
    expect(found).toMatchObject({
      percentAgreement: { value: expect.closeTo(0.81818, 4), n: 11 },
      alphaOrdinal: { value: expect.closeTo(0.815, 3), n: 11 },
      units: 12,
      raters: 4,
      ratings: 41,
      read: {
        source: 'r.csv',
        form: 'long',
        raters: ['A', 'B', 'C', 'D'],
        columns: { unit: ['unit'], rater: 'rater', score: 'score' },
        ignored: [],
      },
    });
  });

  it('prints the same for one rating per row, a wide table and named columns', async () => {
    const wide = exampleC.map((scores, unit) => [
      `u${unit + 1}`,
      ...[...scores.padEnd(4)].map((score) => score.trim()),
    ]);
    const lines = toCsv(exampleC)
      .split('\n')
      .slice(1)
      .map((row) => row.split(','))
      .map(([question_id, judge, winner]) =>
        JSON.stringify({ question_id, judge, winner: winner === '' ? null : Number(winner) }),
      );
    const cwd = makeProject({
      'long.csv': toCsv(exampleC),
      'wide.csv': `id,A,B,C,D\n${wide.join('\n')}\n`,
      'named.csv': toCsv(exampleC).replace('unit,rater,score', 'question_id,judge,winner'),
      'named.jsonl': lines.join('\n'),
    });
    const columns = ['--unit', 'question_id', '--rater', 'judge', '--score', 'winner'];
    const measure = async (...args: readonly string[]) => {
      const { code, out } = await runInProcess(['agreement', ...args, '--json'], cwd);
      expect(code).toBe(0);
      const { read: _, ...metrics } = JSON.parse(out);
      return metrics;
    };
    const long = await measure('long.csv');
    expect(long).toMatchObject({ units: 12, raters: 4 });
    expect(await measure('wide.csv')).toEqual(long);
    expect(await measure('wide.csv', '--unit', 'id', '--raters', 'A,B,C,D')).toEqual(long);
    expect(await measure('named.csv', ...columns)).toEqual(long);
    expect(await measure('named.jsonl', ...columns)).toEqual(long);
  });

  it('says how it reads a wide table, and repeats named columns in the next command', async () => {
    const cwd = makeProject({
      'r.csv': 'id,ann,ben,notes\na,1,1,x\nb,2,NA,y\n',
      'v.csv': 'q,t,by,win\na,1,x,tie\na,1,y,tie\n',
    });
    const { err } = await runInProcess(['agreement', 'r.csv'], cwd);
    expect(err).toBe(
      'Wide table: one unit per row (id), 2 raters (ann, ben). Columns not used: notes. 1 cell such as NA is a missing rating. Choose others with --unit and --raters.\n',
    );
    const typed = ['agreement', 'v.csv', '--unit', 'q,t', '--rater', 'by', '--score', 'win', '--level', 'nominal'];
    const { out } = await runInProcess(typed, cwd);
    expect(out).toContain('As JSON: turnwise agreement v.csv --unit q,t --rater by --score win --level nominal --json');
  });

  it('takes names at the nominal level', async () => {
    const cwd = makeProject({ 'r.csv': toCsv(['yy', 'yn', 'nn', 'yy'], 'ab') });
    const { code, out } = await runInProcess(['agreement', 'r.csv', '--level', 'nominal', '--json'], cwd);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      percentAgreement: { value: 0.75, n: 4 },
      alphaOrdinal: { value: null, why: 'the scores are text, not numbers' },
    });
  });

  it.each([
    ['one rater', toCsv(['1', '2', '3'], 'a')],
    ['one unit', toCsv(['12'], 'ab')],
    ['one score', toCsv(['22', '22', '22'], 'ab')],
  ])('says why a metric is undefined with %s', async (_, text) => {
    const { code, out, err } = await runInProcess(['agreement', 'r.csv'], makeProject({ 'r.csv': text }));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).not.toMatch(/NaN|undefined: *$/m);
  });

  it.each([
    ['a name without --level nominal', toCsv(['xy'], 'ab'), [], 'r.csv:2:6', 'RATINGS_BAD_SCORE'],
    ['a score off the scale', toCsv(['19'], 'ab'), ['--scale', '1..5'], 'r.csv:3:6', 'RATINGS_BAD_SCORE'],
    ['a rater who rates a unit twice', toCsv(['12'], 'aa'), [], 'r.csv:3:4', 'RATINGS_TWICE'],
    ['no header', 'a,b,1\n', [], 'r.csv:1:1', 'RATINGS_MISSING_COLUMN'],
    ['a column that is not there', toCsv(['12'], 'ab'), ['--rater', 'who'], 'r.csv:1:1', 'RATINGS_MISSING_COLUMN'],
    ['two forms at once', toCsv(['12'], 'ab'), ['--rater', 'rater', '--raters', 'a,b'], '--raters', 'CLI_USAGE'],
    ['a question', toCsv(['12'], 'ab'), ['--deck', 'overall'], 'only works with dataset:NAME', 'CLI_USAGE'],
  ])('refuses %s', async (_, text, options, place, fault) => {
    const { code, out, err } = await runInProcess(['agreement', 'r.csv', ...options], makeProject({ 'r.csv': text }));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(place);
    expect(err).toContain(fault);
  });

  it.each(['5..1', '1..', 'a..b', '1..2.5', '1..1', '0..5000'])('refuses the scale %s', async (scale) => {
    const { code, err } = await runInProcess(
      ['agreement', 'r.csv', '--scale', scale],
      makeProject({ 'r.csv': ratings }),
    );
    expect(code).toBe(2);
    expect(err).toContain('--scale');
  });

  it('takes a scale that begins below 0', async () => {
    const cwd = makeProject({ 'r.csv': 'unit,rater,score\na,x,-3\na,y,-3\nb,x,1\nb,y,2\n' });
    const { code, out } = await runInProcess(['agreement', 'r.csv', '--scale', '-3..3', '--json'], cwd);
    expect(code).toBe(0);
    // 1/2 agree; 7 scores: (1/2 − 1/7)/(1 − 1/7) = 5/12.
    expect(JSON.parse(out).brennanPrediger.value).toBeCloseTo(5 / 12, 10);
  });

  it('reads samples with raters, and says what it leaves out', async () => {
    const messages = [{ role: 'user', content: 'Hi' }];
    const lines = [
      {
        id: 'a',
        messages,
        ratings: [
          { rater: 'ann', score: 1 },
          { rater: 'ben', score: 1 },
        ],
      },
      {
        id: 'b',
        messages,
        ratings: [
          { rater: 'ann', score: 0 },
          { rater: 'ben', score: 1 },
        ],
      },
      { id: 'c', messages, expected: 1 },
    ].map((sample) => JSON.stringify(sample));
    const cwd = makeProject({ 'r.samples.jsonl': lines.join('\n') });
    const { code, out, err } = await runInProcess(['agreement', 'r.samples.jsonl', '--json'], cwd);
    expect({ code, err }).toEqual({
      code: 0,
      err: '1 of 3 samples is ignored because it has no ratings by several people.\n',
    });
    expect(JSON.parse(out)).toMatchObject({ percentAgreement: { value: 0.5, n: 2 }, units: 2, raters: 2 });
  });

  it('makes hostile names visible', async () => {
    const cwd = makeProject({ 'r.csv': 'unit,rater,score\na,\u001b[2Jx,1\na,y,1\na,z,2\n' });
    expect((await runInProcess(['agreement', 'r.csv'], cwd)).out).not.toContain('\u001b');
  });
});

const deck = '+++\nscale = [0, 1]\n+++\nGrade the tone.\n\n![contexts](tone.toml)\n';
const contexts = '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n';

async function makeShop(): Promise<string> {
  const lines = ['a', 'b', 'c'].map((id) => JSON.stringify({ id, history: [{ role: 'user', msg: `Question ${id}` }] }));
  const cwd = makeProject({ 'shop.jsonl': lines.join('\n'), 'tone.deck.md': deck, 'tone.toml': contexts });
  await runInProcess(['import', 'shop.jsonl'], cwd);
  return cwd;
}

async function* stream(keys: string): AsyncGenerator<string> {
  yield* keys;
}

async function label(cwd: string, rater: string, keys: string, ...options: readonly string[]): Promise<void> {
  const world = { cwd, env: {}, isInteractive: true, keys: () => stream(keys) };
  await runInWorld(['label', 'shop', '--user', rater, ...options], world);
}

describe('turnwise agreement of a dataset', () => {
  it('takes labels for ratings, on the scale of their question', async () => {
    const cwd = await makeShop();
    await label(cwd, 'ann', '33-3q');
    await label(cwd, 'ben', '32-3q');
    const { code, out, err } = await runInProcess(['agreement', 'dataset:shop'], cwd);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Labels of shop for overall: 3 units, 2 raters, 6 ratings.');
    expect(out).toContain('turnwise calibrate <deck> --samples dataset:shop');
    const { out: json } = await runInProcess(['agreement', 'dataset:shop', '--json'], cwd);
    // 2/3 agree; 7 scores: (2/3 − 1/7)/(1 − 1/7) = 11/18.
    expect(JSON.parse(json).brennanPrediger.value).toBeCloseTo(11 / 18, 10);
  });

  it('takes the only question that was answered, and says so', async () => {
    const cwd = await makeShop();
    await label(cwd, 'ann', '110q', '--deck', 'tone.deck.md');
    await label(cwd, 'ben', '100q', '--deck', 'tone.deck.md');
    const { out, err } = await runInProcess(['agreement', 'dataset:shop'], cwd);
    expect(err).toBe('There are no labels for "overall". These are the labels for tone.deck.md.\n');
    expect(out).toContain('turnwise calibrate tone.deck.md --samples dataset:shop');
    const named = await runInProcess(['agreement', 'dataset:shop', '--deck', 'tone.deck.md'], cwd);
    expect(named.out.replaceAll(' --deck tone.deck.md', '')).toBe(out);
  });

  it.each([
    [['dataset:shop'], 'AGREEMENT_NO_LABELS', 'turnwise label shop'],
    [['dataset:shup'], 'DATASET_UNKNOWN', 'shop'],
  ])('refuses %j', async (args, fault, hint) => {
    const { code, err } = await runInProcess(['agreement', ...args], await makeShop());
    expect(code).toBe(2);
    expect(err).toContain(fault);
    expect(err).toContain(hint);
  });
});
