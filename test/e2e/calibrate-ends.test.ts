import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CertificateFile, sealCertificate } from '../../src/conversation/certificate.ts';
import { calibrate, calibrateJson, makeCalibrated, makeSamples, samplesFile } from '../support/calibrated-project.ts';
import { edit } from '../support/graded-project.ts';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';

const certificate = 'tone.deck.cert.json';

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

describe('looks at the test samples', () => {
  it('go on from the certificate in a fresh checkout, one by one', async () => {
    const cwd = makeCalibrated(makeSamples(4).map((sample) => ({ ...sample, split: 'test' })));
    await calibrate(cwd, '--model', 'reader', '--split', 'test', '--gate', '--store', 'old.db');
    const path = join(cwd, certificate);
    const file = CertificateFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    const entries = file.entries.map((entry) => sealCertificate({ ...entry, looks: 3 }));
    writeFileSync(path, JSON.stringify({ ...file, entries }));
    const counted: (number | undefined)[] = [];
    for (let look = 0; look < 3; look += 1) {
      const { looks } = await calibrateJson(cwd, '--model', 'reader', '--split', 'test', '--store', 'new.db');
      counted.push(looks['tone.deck.md']);
    }
    expect(counted).toEqual([4, 5, 6]);
    const { out } = await calibrate(cwd, '--model', 'reader', '--split', 'test', '--gate', '--store', 'new.db');
    expect(out).toContain('look 7 at the test samples');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ entries: [{ looks: 7 }] });
  });

  it('are not forgotten when the deck is tuned in a fresh checkout', async () => {
    const test = makeSamples(4, 't').map((sample) => ({ ...sample, split: 'test' }));
    const cwd = makeCalibrated([...makeSamples(4), ...test]);
    await calibrate(cwd, '--model', 'reader', '--split', 'test', '--gate', '--store', 'old.db');
    await calibrate(cwd, '--model', 'reader', '--gate', '--store', 'new.db');
    expect(JSON.parse(readFileSync(join(cwd, certificate), 'utf8'))).toMatchObject({
      entries: [{ split: 'tune', looks: 1 }],
    });
  });
});

describe('a judge that cannot be asked', () => {
  it('makes exit code 3 beside others that answer, and is named', async () => {
    const cwd = makeWithDead(4);
    const { code, err } = await calibrate(cwd, '--model', 'reader,dead');
    expect(code).toBe(3);
    expect(err).toContain('Exit code 3: dead graded nothing (4 provider-error).');
  });

  it('is not trusted with --gate', async () => {
    const { code, err } = await calibrate(makeWithDead(4), '--model', 'dead', '--gate');
    expect(code).toBe(1);
    expect(err).toMatch(/Exit code 1: .*; dead graded nothing \(4 provider-error\)\./);
  });
});

describe('what it cost', () => {
  const toArgs = (model: string) => ['calibrate', 'tone.deck.md', '--samples', samplesFile, '--model', model];

  it('is said at the end, and is in JSON', async () => {
    const cwd = makeCalibrated(makeSamples(4));
    expect((await runInProcess(toArgs('reader'), cwd)).err).toMatch(/^4 calls, \$0\.00\.$/m);
    const { out } = await runInProcess([...toArgs('reader'), '--json', '-q'], cwd);
    expect(JSON.parse(out)).toMatchObject({ calls: 4, cost_usd: 0 });
  });

  it('is unknown where a price is, and nothing where the answers are in the cache', async () => {
    const cwd = makeWithProgram(2, 'program', 'console.log(\'{"score": 1, "reason": "Well."}\')');
    const first = await runInProcess([...toArgs('program'), '--json'], cwd);
    expect(first.err).toMatch(/^2 calls, cost unknown\.$/m);
    expect(JSON.parse(first.out)).toMatchObject({ calls: 2, cost_usd: null });
    const again = await runInProcess([...toArgs('program'), '--json'], cwd);
    expect(again.err).toMatch(/^0 calls, 2 answers from the cache, \$0\.00\.$/m);
    expect(JSON.parse(again.out)).toMatchObject({ calls: 0, cost_usd: 0 });
  });
});

describe('a probe that could not be asked', () => {
  it.each([
    ['sees = "turn"', makeSamples(4), 'the deck shows the last turn only'],
    ['', makeSamples(4).map(({ messages, ...rest }) => ({ ...rest, messages: toLastTurn(messages) })), 'no sample has'],
  ])('says so: %s', async (head, samples, why) => {
    const cwd = makeCalibrated(samples);
    edit(cwd, 'tone.deck.md', (text) => `+++\n${head}\n+++\n${text}`);
    const { first } = await calibrateJson(cwd, '--model', 'reader', '--probe');
    expect(first.probes.map(({ variant }) => variant)).toEqual(['last-turn', 'shuffled', 'injected']);
    for (const probe of first.probes.slice(0, 2)) {
      expect(probe).toMatchObject({ changed: { value: null, n: 0 }, flipped: { value: null }, finding: 'too few' });
      expect(probe.says).toContain(why);
    }
    const { out } = await calibrate(cwd, '--model', 'reader', '--probe');
    expect(out.replaceAll(/\s+/g, ' ')).toContain(why);
  });
});

function toLastTurn(messages: unknown): readonly unknown[] {
  return Array.isArray(messages) ? messages.slice(-2) : [];
}

describe('labels that are asked for elsewhere', () => {
  it('are said to wait where the samples come from', async () => {
    const cwd = makeCalibrated([], { 'desk.jsonl': `${[1, 2, 3].map(toItemLine).join('\n')}\n` });
    await runInProcess(['import', 'desk.jsonl', '--dataset', 'desk'], cwd);
    await runInWorld(['label', 'desk', '--question', 'tone.deck.md', '--as', 'ann'], {
      ...{ cwd, env: {}, isInteractive: true },
      keys: async function* () {
        for (const key of ['2', 'q']) yield key;
      },
    });
    const args = ['calibrate', 'tone.deck.md', '--samples', 'dataset:desk', '--model', 'reader', '-q'];
    const { err } = await runInProcess([...args, '--request-labels', 'dataset:more'], cwd);
    expect(err).toContain('2 unscored conversations are in dataset:desk: --request-labels dataset:desk\n');
  });
});

function toItemLine(index: number): string {
  const messages = [
    { role: 'user', content: `I paid for ${index}.` },
    { role: 'assistant', content: 'Gladly.' },
  ];
  return JSON.stringify({ id: `i${index}`, messages });
}

it('goes on with the same command', async () => {
  const cwd = makeCalibrated(makeSamples(4));
  const options = ['--model', 'reader', '--no-cache', '--strict', '--concurrency', '2', '--max-calls', '2'];
  const { code, err } = await calibrate(cwd, ...options);
  expect(code).toBe(3);
  expect(err).toContain('--model reader --concurrency 2 --strict --no-cache --quiet\n');
});
