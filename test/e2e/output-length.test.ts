import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCalibrated, makeSamples, samplesFile } from '../support/calibrated-project.ts';
import { examplesFolder, plainEnvironment } from '../support/examples.ts';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

/** VOICE rule 14: one screen for one judge or variant, three more lines for each further one. */
const mostLines = (count: number) => 15 + 3 * (count - 1);
/** npm and the setup print 9 lines before it, and the Studio's link takes 4. Together they fit 40. */
const demoLines = 27;

function makeStore(): readonly string[] {
  return ['--db', join(makeProject(), 'lines.db')];
}

async function print(args: readonly string[]): Promise<readonly string[]> {
  const { code, out, err } = await runInProcess([...args], examplesFolder, plainEnvironment);
  expect([0, 1], err).toContain(code);
  return out.trimEnd().split('\n');
}

/** The same on a terminal of 80 columns. */
async function printNarrow(args: readonly string[], cwd = examplesFolder): Promise<readonly string[]> {
  const world = { cwd, env: plainEnvironment, isOutTerminal: true, columns: 80 };
  const { code, out, err } = await runInWorld(args, world);
  expect([0, 1], err).toContain(code);
  return out.trimEnd().split('\n');
}

/** Commands are never broken, so that you can copy them. */
const isTooLong = (line: string) => line.length > 80 && !line.includes('turnwise ');

describe('the default output fits one screen', () => {
  it.each([
    ['refund-tone/refunds.eval.yaml', [], 1],
    ['grading/grading.eval.yaml', [], 1],
    ['running/simulated.eval.yaml', [], 1],
    ['running/every-turn.eval.yaml', [], 2],
    ['running/every-turn.eval.yaml', ['--target', 'careful,careless'], 4],
  ])('of run %s %j', async (file, options, variants) => {
    const lines = await print(['run', file, ...options, ...makeStore()]);
    expect(lines[0]).toMatch(/ (?:passes|fails) \d+ of \d+/);
    expect(lines.length).toBeLessThanOrEqual(mostLines(variants));
    expect(lines.at(-1)).toMatch(/^Details: turnwise show /);
  });

  it.each([
    [['careful'], 1],
    [['careful', 'hasty'], 2],
  ])('of calibrate with %j', async (judges, count) => {
    const args = ['calibrate', 'refund-tone/tone.deck.md', '--judge', judges.join(',')];
    const lines = await print([...args, ...makeStore()]);
    expect(lines[0]).toMatch(/^careful +trusted/);
    expect(lines.join('\n')).toMatch(/TPR \(95% CI\) +TNR \(95% CI\) +Cohen κ \(95% CI\)/);
    expect(lines.join('\n')).toContain('Worst disagreements (5 of ');
    expect(lines.length).toBeLessThanOrEqual(mostLines(count));
  });

  it('of compare and noise', async () => {
    const store = makeStore();
    const file = 'running/every-turn.eval.yaml';
    await print(['run', file, '--target', 'careful,careless', ...store]);
    const compared = await print(['compare', 'last:careful:script', 'last:careless:script', ...store]);
    expect(compared[0]).toMatch(/^Inconclusive: /);
    expect(compared.at(-1)).toMatch(/^Details: turnwise show /);
    expect(compared.length).toBeLessThanOrEqual(mostLines(1));
    const noise = await print(['noise', 'refund-tone/refunds.eval.yaml', '--repeat', '2', '--quiet', ...store]);
    expect(noise[0]).toMatch(/^Flip rate: /);
    expect(noise[1]).toMatch(/^Minimum detectable difference, 1 run each: /);
    expect(noise.length).toBeLessThanOrEqual(mostLines(1));
  });

  it.each([
    ['run refund-tone/refunds.eval.yaml', 1],
    ['run refund-tone/refunds.eval.yaml --repeat 2', 1],
    ['run running/every-turn.eval.yaml --target careful,careless', 4],
    ['calibrate refund-tone/tone.deck.md --judge careful --probe', 1],
    ['calibrate refund-tone/tone.deck.md --judge careful,hasty --probe', 2],
    ['noise refund-tone/refunds.eval.yaml --repeat 2 --judge-again', 1],
    ['noise running/every-turn.eval.yaml --target careful,careless --repeat 2', 2],
  ])('of %s on a terminal of 80 columns, the first time and again', async (words, count) => {
    const store = makeStore();
    for (const _ of ['first', 'again']) {
      const lines = await printNarrow([...words.split(' '), ...store]);
      expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(mostLines(count));
      expect(lines.filter(isTooLong)).toEqual([]);
    }
  });

  it('of compare on a terminal of 80 columns', async () => {
    const store = makeStore();
    await print(['run', 'running/every-turn.eval.yaml', '--target', 'careful,careless', ...store]);
    const lines = await printNarrow(['compare', 'last:careful:script', 'last:careless:script', ...store]);
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(mostLines(1));
    expect(lines.filter(isTooLong)).toEqual([]);
  });

  it('of calibrate with several decks, which names them', async () => {
    const cwd = makeProject();
    cpSync(join(examplesFolder, 'refund-tone'), join(cwd, 'refund-tone'), { recursive: true });
    cpSync(join(cwd, 'refund-tone/tone.deck.md'), join(cwd, 'refund-tone/second.deck.md'));
    const args = ['calibrate', 'refund-tone/tone.deck.md', 'refund-tone/second.deck.md', '--judge', 'careful,hasty'];
    const lines = await printNarrow([...args, ...makeStore()], cwd);
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(mostLines(4));
    expect(lines.slice(0, 4).map((line) => line.split(/ {2,}/)[0])).toEqual([
      'careful (tone)',
      'hasty (tone)',
      'careful (second)',
      'hasty (second)',
    ]);
  });

  it('of calibrate --swap with three candidates', async () => {
    const cwd = makeCalibrated(makeSamples(80));
    const args = ['calibrate', 'tone.deck.md', '--samples', samplesFile, '--swap', 'reader,gullible,half,hasty'];
    const lines = await printNarrow(args, cwd);
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(mostLines(3));
    expect(lines.at(-1)).toMatch(/^ {2}turnwise calibrate /);
  });

  it('from the demo, which ends with how to start your own project', async () => {
    const lines = await print(['demo', '--once', ...makeStore()]);
    expect(lines.length).toBeLessThanOrEqual(demoLines);
    expect(lines.filter((line) => /^\d\. /.test(line))).toEqual([
      expect.stringContaining('Run'),
      expect.stringContaining('Calibrate'),
      expect.stringContaining('Review'),
    ]);
    expect(lines.at(-1)).toBe('Start your own project: npx turnwise init my-evals');
  });
});

describe('--verbose', () => {
  it('prints the tables that do not fit', async () => {
    const store = makeStore();
    const run = ['run', 'refund-tone/refunds.eval.yaml', ...store];
    expect((await print([...run, '--verbose'])).join('\n')).toMatch(/^turn +pass rate/m);
    const calibrate = ['calibrate', 'refund-tone/tone.deck.md', '--judge', 'careful', '--verbose', ...store];
    expect((await print(calibrate)).join('\n')).toMatch(/^people ↓/m);
  });
});
