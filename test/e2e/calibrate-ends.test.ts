import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  calibrate,
  calibrateJson,
  calibrateVerbosely,
  makeCalibrated,
  makeSamples,
  samplesFile,
} from '../support/calibrated-project.ts';
import { edit } from '../support/graded-project.ts';
import { runInProcess } from '../support/run-in-process.ts';

/** With a target that is a program. */
function makeWithProgram(count: number, id: string, script: string): string {
  const cwd = makeCalibrated(makeSamples(count));
  const command = JSON.stringify([process.execPath, '-e', script]);
  edit(
    cwd,
    'targets.yaml',
    (text) => `${text}  - {id: ${id}, provider: command, version: "1", cache: true, command: ${command}}\n`,
  );
  return cwd;
}

const makeWithDead = (count: number) => makeWithProgram(count, 'dead', 'process.exit(1)');

describe('judges that were tried on the test samples', () => {
  const makeTested = () => makeCalibrated(makeSamples(52).map((sample) => ({ ...sample, split: 'test' })));
  const gateOf = async (cwd: string, ...args: readonly string[]) => {
    const { calibrations } = await calibrateJson(cwd, '--split', 'test', ...args);
    return calibrations[0]?.gate;
  };

  it('are counted by sample and judge, however often one is asked, and a later one needs more', async () => {
    const cwd = makeTested();
    // 26 right answers of each class: e = 58.
    expect(await gateOf(cwd, '--judge', 'reader')).toMatchObject({ state: 'trusted', judgeNumber: 1 });
    expect(await gateOf(cwd, '--judge', 'reader')).toMatchObject({ state: 'trusted', judgeNumber: 1 });
    expect(await gateOf(cwd, '--judge', 'gullible')).toMatchObject({ state: 'insufficient-labels', judgeNumber: 2 });
    expect(await gateOf(cwd, '--judge', 'reader')).toMatchObject({ judgeNumber: 1 });
  });

  it('are known under another name of the deck', async () => {
    const cwd = makeTested();
    await gateOf(cwd, '--judge', 'gullible');
    copyFileSync(join(cwd, 'tone.deck.md'), join(cwd, 'copy.deck.md'));
    const args = ['calibrate', 'copy.deck.md', '--samples', 'tone.samples.jsonl', '--split', 'test', '--json', '-q'];
    const { out } = await runInProcess([...args, '--judge', 'reader'], cwd);
    expect(JSON.parse(out).calibrations[0].gate).toMatchObject({ state: 'insufficient-labels', judgeNumber: 2 });
    const same = await runInProcess([...args, '--judge', 'gullible'], cwd);
    expect(JSON.parse(same.out).calibrations[0].gate).toMatchObject({ state: 'trusted', judgeNumber: 1 });
  });

  it('are known from the certificate in a fresh checkout, even if the deck was tuned since', async () => {
    const tune = makeSamples(4, 'u');
    const test = makeSamples(52).map((sample) => ({ ...sample, split: 'test' }));
    const cwd = makeCalibrated([...tune, ...test]);
    await calibrate(cwd, '--judge', 'gullible', '--split', 'test', '--gate', '--db', 'old.db');
    await calibrate(cwd, '--judge', 'gullible', '--gate', '--db', 'new.db');
    expect(await gateOf(cwd, '--judge', 'reader', '--db', 'newer.db')).toMatchObject({ judgeNumber: 2 });
  });
});

describe('a judge that cannot be asked', () => {
  it('makes exit code 3 and is named, even if others answer', async () => {
    const cwd = makeWithDead(4);
    const { code, err } = await calibrate(cwd, '--judge', 'reader,dead');
    expect(code).toBe(3);
    expect(err).toContain('Exit code 3: dead graded nothing (4 provider-error).');
  });

  it('is not trusted with --gate', async () => {
    const { code, err } = await calibrate(makeWithDead(4), '--judge', 'dead', '--gate');
    expect(code).toBe(1);
    expect(err).toMatch(/Exit code 1: .*, dead graded nothing \(4 provider-error\)\./);
  });
});

describe('what it cost', () => {
  const toArgs = (model: string) => ['calibrate', 'tone.deck.md', '--samples', samplesFile, '--judge', model];

  it('is said at the end, and is in JSON', async () => {
    const cwd = makeCalibrated(makeSamples(4));
    expect((await runInProcess(toArgs('reader'), cwd)).err).toMatch(/^4 calls, \$0\.00\.$/m);
    const { out } = await runInProcess([...toArgs('reader'), '--json', '-q'], cwd);
    expect(JSON.parse(out)).toMatchObject({ calls: 4, costUsd: 0 });
  });

  it('is unknown where a price is, and nothing where the answers are in the cache', async () => {
    const cwd = makeWithProgram(2, 'program', 'console.log(\'{"score": 1, "reason": "Well."}\')');
    const first = await runInProcess([...toArgs('program'), '--json'], cwd);
    expect(first.err).toMatch(/^2 calls, cost unknown\.$/m);
    expect(JSON.parse(first.out)).toMatchObject({ calls: 2, costUsd: null });
    const again = await runInProcess([...toArgs('program'), '--json'], cwd);
    expect(again.err).toMatch(/^0 calls, 2 answers from the cache, \$0\.00\.$/m);
    expect(JSON.parse(again.out)).toMatchObject({ calls: 0, costUsd: 0 });
  });
});

describe('a probe that could not be asked', () => {
  it.each([
    ['sees = "turn"', makeSamples(4), 'the deck shows the last turn only'],
    ['', makeSamples(4).map(({ messages, ...rest }) => ({ ...rest, messages: toLastTurn(messages) })), 'no sample has'],
  ])('says so: %s', async (head, samples, why) => {
    const cwd = makeCalibrated(samples);
    edit(cwd, 'tone.deck.md', (text) => `+++\n${head}\n+++\n${text}`);
    const { first } = await calibrateJson(cwd, '--judge', 'reader', '--probe');
    expect(first.probes.map(({ variant }) => variant)).toEqual(['last-turn', 'shuffled', 'injected']);
    for (const probe of first.probes.slice(0, 2)) {
      expect(probe).toMatchObject({
        changed: { value: null, n: 0 },
        flipped: { value: null },
        finding: 'inconclusive',
      });
      expect(probe.summary).toContain(why);
    }
    const { out } = await calibrateVerbosely(cwd, '--judge', 'reader', '--probe');
    expect(out.replaceAll(/\s+/g, ' ')).toContain(why);
  });
});

function toLastTurn(messages: unknown): readonly unknown[] {
  return Array.isArray(messages) ? messages.slice(-2) : [];
}

it('resumes with the same command', async () => {
  const cwd = makeCalibrated(makeSamples(4));
  const options = ['--judge', 'reader', '--no-cache', '--strict', '--concurrency', '2', '--max-calls', '2'];
  const { code, err } = await calibrate(cwd, ...options);
  expect(code).toBe(3);
  expect(err).toContain('--judge reader --concurrency 2 --strict --no-cache --quiet\n');
});
