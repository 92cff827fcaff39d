import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Calibration } from '../../src/calibrate/calibration.ts';
import { CaseRecord, noCounts, RunCounts } from '../../src/conversation/run/run-record.ts';
import { copyExamples, examplesFolder, plainEnvironment } from '../support/examples.ts';
import { importInto } from '../support/import-into.ts';
import { runInProcess } from '../support/run-in-process.ts';

/** Folders that are not played, and why. */
const unfinished: Readonly<Record<string, string>> = {
  'multi-turn': 'it has no targets: it shows questions',
  samples: 'it is a deck with samples',
  'hello-world': 'its judge is measured, see below',
  curated: 'its cases have to be imported first, see below',
  agentv: 'its case waits for a judge',
  ci: 'it is a workflow, see ci-example.test.ts',
};

const played = [
  { file: 'refund-bot/evals/refunds.eval.yaml', options: '', code: 0, counts: { pass: 2 } },
  { file: 'running/live.eval.yaml', options: '', code: 0, counts: { pass: 2 } },
  { file: 'running/every-turn.eval.yaml', options: '', code: 0, counts: { pass: 2 } },
  { file: 'running/every-turn.eval.yaml', options: '--target careless', code: 1, counts: { pass: 1, fail: 1 } },
  { file: 'running/simulated.eval.yaml', options: '', code: 0, counts: { pass: 1 } },
  { file: 'grading/grading.eval.yaml', options: '', code: 1, counts: { pass: 2, fail: 1 } },
  { file: 'refund-tone/refunds.eval.yaml', options: '--require-certified', code: 1, counts: { pass: 3, fail: 2 } },
];

const RunJson = z.object({ run: z.string(), counts: RunCounts, cases: z.array(CaseRecord) });

async function play(file: string, options: string, folder = copyExamples()) {
  const args = ['run', join('examples', file), '--json', ...options.split(' ').filter((word) => word !== '')];
  const { code, out, err } = await runInProcess(args, folder, plainEnvironment);
  return { code, err, ...RunJson.parse(JSON.parse(out)) };
}

async function calibrate(file: string, options: string): Promise<readonly Calibration[]> {
  const args = ['calibrate', join('examples', file), '--json', ...options.split(' ').filter((word) => word !== '')];
  const { out } = await runInProcess(args, copyExamples(), plainEnvironment);
  return JSON.parse(out).calibrations;
}

describe('the examples', () => {
  it('are all played, or have a reason why not', () => {
    const folders = readdirSync(examplesFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const known = new Set([...Object.keys(unfinished), ...played.map(({ file }) => file.split('/')[0])]);
    expect(folders.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(played)('come out as they should: $file $options', async ({ file, options, code, counts }) => {
    const run = await play(file, options);
    expect({ code: run.code, counts: run.counts }).toEqual({ code, counts: { ...noCounts, ...counts } });
    // Not every example is about certificates.
    expect(run.err.replace(/^warning .* not calibrated.*$/m, '')).not.toContain('warning');
  });

  it('go from curated items to a run, each turn checked by its own key', async () => {
    const folder = copyExamples();
    const lines = readFileSync(join(examplesFolder, 'curated/support.items.jsonl'), 'utf8').trimEnd().split('\n');
    const results = await importInto(
      folder,
      lines.map((line) => JSON.parse(line)),
    );
    expect(results.map(({ verdict, problems }) => [verdict, problems])).toEqual(
      lines.map(() => ['created', undefined]),
    );
    const { code, counts, cases, err } = await play('curated/curated.eval.yaml', '', folder);
    expect({ code, counts, err }).toEqual({
      code: 1,
      counts: { ...noCounts, pass: 5, fail: 3 },
      err: expect.not.stringContaining('warning'),
    });
    const failed = cases.filter(({ status }) => status === 'fail').map(({ id }) => id);
    expect(failed).toEqual(['broken-glasses', 'gift-card', 'refund-time']);
  });

  it('show error propagation: good with the reference history, bad with its own', async () => {
    const { cases } = await play('running/every-turn.eval.yaml', '--target careless');
    const failing = (record: CaseRecord | undefined) =>
      record?.verdicts.flatMap((verdict) => (verdict.status === 'graded' && !verdict.pass ? [verdict.turnIndex] : []));
    expect(cases.map(({ play: mode }) => mode)).toEqual(['every-turn', 'script']);
    expect(cases.map(failing)).toEqual([[], [3, 5]]);
  });

  it('show which tools an agent used on the way to its reply', async () => {
    const { cases } = await play('running/every-turn.eval.yaml', '');
    const calls = cases.flatMap(({ turns }) => turns.map(({ toolCalls }) => toolCalls));
    const call = { id: 'call-1', name: 'find_order', arguments: { number: '4712' } };
    expect(calls).toEqual(Array.from({ length: 6 }, () => [call]));
  });

  it('show one conversation graded by checks, a program, and judges of a turn and of the whole', async () => {
    const { cases } = await play('grading/grading.eval.yaml', '');
    const [late, , angry] = cases;
    expect(late?.verdicts.map(({ grader, turnIndex }) => `${grader} ${turnIndex}`).sort()).toEqual([
      ...['promises 1', 'promises 3', 'promises 5', 'tone 1', 'tone 3', 'tone 5'],
      ...['turn-2/contains-1 1', 'turn-4/outcome 3', 'whole null'],
    ]);
    expect(angry?.verdicts.filter((verdict) => verdict.status === 'graded' && !verdict.pass)).toMatchObject([
      { grader: 'tone', turnIndex: 1, score: -2, reason: 'It blames the customer.' },
    ]);
  });

  it('tell a judge that reads the conversation from one that does not', async () => {
    const [careful, hasty] = await calibrate('refund-tone/tone.deck.md', '--judge careful,hasty --probe');
    expect([careful?.gate.state, hasty?.gate.state]).toEqual(['trusted', 'not-trusted']);
    expect([careful?.probes[0]?.finding, hasty?.probes[0]?.finding]).toEqual(['moved', 'unmoved']);
    // 15 of the 21 replies that people fail ask politely for what was said before.
    expect([careful?.tnr.value, hasty?.tnr.value]).toEqual([1, 6 / 21]);
  });

  it('say that six samples are not enough', async () => {
    const [hello] = await calibrate('hello-world/hello.deck.md', '');
    expect(hello).toMatchObject({ target: 'word-counter', n: 6, gate: { state: 'insufficient-labels' } });
  });

  it('show a simulated user that gets what it wants', async () => {
    const { cases } = await play('running/simulated.eval.yaml', '');
    expect(cases[0]?.simulation).toEqual({ end: 'goal', problems: [] });
    expect(cases[0]?.turns.map(({ reply }) => reply)).toEqual([
      "Sure. What's your order number?",
      'Order 4712 is within the 14-day return window. Your refund is on its way.',
      'We pay for return shipping.',
    ]);
  });
});
