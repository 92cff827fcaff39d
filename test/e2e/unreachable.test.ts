import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runEval } from '../../src/wiring/library.ts';
import { calibrate, makeCalibrated, makeSamples } from '../support/calibrated-project.ts';
import { makeFastClock } from '../support/fake-clock.ts';
import { edit, evalFile, makeGraded } from '../support/graded-project.ts';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const clock = makeFastClock(25);

/** An HTTP service that does not listen yet, on a port that was just closed. */
async function openDeadService(reply: string) {
  let calls = 0;
  const server: Server = createServer((request, response) => {
    calls += 1;
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ reply }));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  await listen(0);
  // A server that listens on a port, not on a pipe, has an address of this form.
  const { port } = server.address() as AddressInfo;
  await close();
  onTestFinished(async () => {
    server.closeAllConnections();
    if (server.listening) await close();
  });
  const stop = () => {
    server.closeAllConnections();
    return close();
  };
  return { url: `http://127.0.0.1:${port}`, start: () => listen(port), stop, calls: () => calls };
}

function toEval(targets: string, count: number): string {
  const cases = Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    turns: [{ user: `Hello ${index}` }, { user: 'And now?' }],
  }));
  return JSON.stringify({ targets: targets.split(','), graders: [{ contains: 'o' }], cases });
}

const toTarget = (id: string, url: string) => `  - {id: ${id}, provider: http, url: "${url}", reply: $.reply}\n`;
const echo = '  - {id: echo, provider: builtin, model: echo}\n';

interface RunJson {
  readonly run: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly cases: readonly { readonly target: string; readonly status: string; readonly reason?: string }[];
}

const parse = (out: string): RunJson => JSON.parse(out);

describe('a run against a target that cannot be reached', () => {
  it.each(['1', '10'])('ends early with one error and the resume command, %s calls at once', async (concurrency) => {
    const dead = await openDeadService('So long.');
    const cwd = makeProject({
      'targets.yaml': `targets:\n${toTarget('bot', dead.url)}`,
      'a.eval.yaml': toEval('bot', 30),
    });
    const args = ['run', 'a.eval.yaml', '-c', concurrency, '--json', '--quiet'];
    const { code, out, err } = await runInWorld(args, { cwd, env: {}, clock });
    const { run, counts, cases } = parse(out);
    expect(code).toBe(3);
    expect(err.match(/^error/gm)).toHaveLength(1);
    expect(err).toContain('The target "bot" returned 5 connection errors and no reply.');
    expect(err).toContain('ECONNREFUSED');
    expect(err).toContain(`Resume with:\n    turnwise run --resume ${run} `);
    expect(err).toContain('(TARGET_UNREACHABLE)');
    // Nothing was played, so nothing is an error.
    expect(counts).toEqual({ pass: 0, fail: 0, error: 0, ungraded: 0, skipped: 30 });
    expect(new Set(cases.map(({ reason }) => reason))).toEqual(new Set(['bot could not be reached']));

    await dead.start();
    const again = await runInWorld(['run', '--resume', '--json', '--quiet'], { cwd, env: {}, clock });
    expect(again.code).toBe(0);
    expect(parse(again.out)).toMatchObject({ run, counts: { pass: 30, error: 0, skipped: 0 } });
    expect(dead.calls()).toBe(60);
  });

  it('finishes conversations of other targets', async () => {
    const dead = await openDeadService('So long.');
    const cwd = makeProject({
      'targets.yaml': `targets:\n${toTarget('bot', dead.url)}${echo}`,
      'a.eval.yaml': toEval('bot,echo', 8),
    });
    const { code, out } = await runInWorld(['run', 'a.eval.yaml', '--json', '--quiet'], { cwd, env: {}, clock });
    expect(code).toBe(3);
    const statuses = (target: string) =>
      new Set(parse(out).cases.flatMap((one) => (one.target === target ? one.status : [])));
    expect({ bot: statuses('bot'), echo: statuses('echo') }).toEqual({
      bot: new Set(['skipped']),
      echo: new Set(['pass']),
    });
    await dead.start();
    const again = await runInWorld(['run', '--resume', '--json', '--quiet'], { cwd, env: {}, clock });
    expect(again.code).toBe(0);
    expect(parse(again.out).counts).toMatchObject({ pass: 16, skipped: 0 });
  });

  it('is a Fault of the library, after the last event', async () => {
    const dead = await openDeadService('So long.');
    const cwd = makeProject({
      'targets.yaml': `targets:\n${toTarget('bot', dead.url)}`,
      'a.eval.yaml': toEval('bot', 6),
    });
    const told: string[] = [];
    const play = async () => {
      for await (const { type } of runEval({ files: ['a.eval.yaml'], cwd, env: {} })) told.push(type);
    };
    await expect(play()).rejects.toMatchObject({ code: 'TARGET_UNREACHABLE' });
    expect(told.at(-1)).toBe('run-end');
  });
});

describe('a judge that cannot be reached', () => {
  const verdict = '{"score": 2, "reason": "Well."}';

  it('ends a run before the rest of it is played, and is asked when the run is resumed', async () => {
    const dead = await openDeadService(verdict);
    const evaluation = { ...JSON.parse(toEval('echo', 30)), judge: 'judge', graders: [{ rubric: 'Be kind.' }] };
    const cwd = makeProject({
      'targets.yaml': `targets:\n${toTarget('judge', dead.url)}${echo}`,
      'a.eval.yaml': JSON.stringify(evaluation),
    });
    const { code, out, err } = await runInWorld(['run', 'a.eval.yaml', '-c', '2', '--json', '--quiet'], {
      cwd,
      env: {},
      clock,
    });
    expect(code).toBe(3);
    expect(err).toContain('The target "judge" returned 5 connection errors and no reply.');
    const { counts, cases } = parse(out);
    expect(counts).toMatchObject({ error: 0, ungraded: 0, skipped: 30 });
    const played = JSON.parse(out).cases.filter(({ turns }: { turns: unknown[] }) => turns.length > 0);
    expect(cases).toHaveLength(30);
    expect(played.length).toBeLessThan(10);
    await dead.start();
    const again = await runInWorld(['run', '--resume', '--json', '--quiet'], { cwd, env: {}, clock });
    expect(parse(again.out).counts).toMatchObject({ pass: 30, skipped: 0 });
  });

  it('ends a grading that the same command resumes', async () => {
    const dead = await openDeadService(verdict);
    const cwd = await makeGraded();
    edit(cwd, 'targets.yaml', (text) => `${text}${toTarget('dead', dead.url)}`);
    edit(cwd, evalFile, (text) => text.replace('graders: [{contains: refund}]', 'graders: [{rubric: Be kind.}]'));
    const args = ['grade', 'last', '--judge', 'dead', '--quiet'];
    const { code, out, err } = await runInWorld(args, { cwd, env: {}, clock });
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err.match(/^error/gm)).toHaveLength(1);
    expect(err).toContain('The target "dead" returned 5 connection errors and no reply.');
    expect(err).toMatch(/Resume with:\n {4}turnwise grade \S+ --judge dead/);
    await dead.start();
    const again = await runInWorld(args, { cwd, env: {}, clock });
    expect(again.code).not.toBe(3);
    expect(again.out).toContain('of 3');
  });

  it('ends noise --judge-again, after what is known without it', async () => {
    const service = await openDeadService(verdict);
    const evaluation = { ...JSON.parse(toEval('echo', 6)), judge: 'judge', graders: [{ rubric: 'Be kind.' }] };
    const cwd = makeProject({
      'targets.yaml': `targets:\n${toTarget('judge', service.url)}${echo}`,
      'a.eval.yaml': JSON.stringify(evaluation),
    });
    await service.start();
    await runInWorld(['run', 'a.eval.yaml', '--repeat', '2', '--quiet'], { cwd, env: {}, clock });
    await service.stop();
    const { code, out, err } = await runInWorld(['noise', 'run:last', '--judge-again', '--quiet'], {
      cwd,
      env: {},
      clock,
    });
    expect(code).toBe(3);
    expect(out).toMatch(/^Flip rate: /);
    expect(err).toContain('The target "judge" returned 5 connection errors and no reply.');
    expect(err).toMatch(/Resume with:\n {4}turnwise noise \S+ .*--judge-again/);
    await service.start();
    const again = await runInWorld(['noise', 'run:last', '--judge-again', '--quiet'], { cwd, env: {}, clock });
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/^Flip rate: .*^Judge noise: 0 of 6 judgments flipped when judged again/ms);
  });

  it('ends a calibration that the same command resumes, with a report on the judges that answered', async () => {
    const dead = await openDeadService(verdict);
    const cwd = makeCalibrated(makeSamples(6));
    edit(cwd, 'targets.yaml', (text) => `${text}${toTarget('dead', dead.url)}`);
    const { code, out, err } = await calibrate(cwd, '--judge', 'reader,dead', '--gate');
    expect(code).toBe(3);
    const alone = await calibrate(cwd, '--judge', 'reader');
    const [report] = alone.out.split('\nNext:');
    expect(report).toMatch(/^reader +6 +/m);
    expect(out.startsWith(report ?? '')).toBe(true);
    expect(out).not.toContain('dead graded nothing');
    expect(err).toContain('Not written, because a judge did not answer: certificates.\n');
    expect(existsSync(join(cwd, 'tone.deck.cert.json'))).toBe(false);
    expect(err.match(/^error/gm)).toHaveLength(1);
    expect(err).toContain('The target "dead" returned 5 connection errors and no reply.');
    expect(err).toMatch(/Resume with:\n {4}turnwise calibrate tone\.deck\.md .*--judge reader,dead/);
    await dead.start();
    const again = await runInProcess(
      ['calibrate', 'tone.deck.md', '--samples', 'tone.samples.jsonl', '--judge', 'reader,dead', '--gate'],
      cwd,
    );
    expect(again.err).toContain('6 of 12 answers are done.');
    expect(again.out).toContain('reader');
    expect(dead.calls()).toBe(6);
  });

  it('has no report when no judge answered', async () => {
    const dead = await openDeadService(verdict);
    const cwd = makeCalibrated(makeSamples(6));
    edit(cwd, 'targets.yaml', (text) => `${text}${toTarget('dead', dead.url)}`);
    const { code, out, err } = await calibrate(cwd, '--judge', 'dead', '--html', 'out.html');
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).not.toContain('Not written yet');
  });
});
