import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import type { CaseRecord } from '../../src/conversation/run/run-record.ts';
import type { StoredConversation } from '../../src/conversation/stored-conversation.ts';
import { openRunJob } from '../../src/wiring/open-jobs.ts';
import { makeFastClock } from '../support/fake-clock.ts';
import { openFaultyWorld, worldCases } from '../support/faulty-world.ts';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

/** Retries and time limits are short, and a machine under load still answers in time. */
const clock = makeFastClock(25);
const env = { PATH: process.env.PATH };

interface RunJson {
  readonly counts: Readonly<Record<string, number>>;
  readonly cases: readonly CaseRecord[];
}

function parseRun(out: string): RunJson {
  // What `run --json` prints; its contract has tests of its own.
  return JSON.parse(out) as RunJson;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('a world with every illness', () => {
  it('gives each case its own error, spares the others, and is retried with --retry-errors', async () => {
    const world = await openFaultyWorld();
    const cwd = makeProject(world.files);
    const first = await runInWorld(['run', 'all.eval.yaml', '--no-cache', '--quiet', '--json'], { cwd, env, clock });
    const { counts, cases } = parseRun(first.out);

    const sick = worldCases.filter(({ cause }) => cause !== undefined);
    const error = (id: string) => cases.find((each) => each.id === id)?.error;
    expect(sick.map(({ id }) => ({ id, cause: error(id)?.cause, attempts: error(id)?.attempts }))).toEqual(
      sick.map(({ id, cause, attempts }) => ({ id, cause, attempts })),
    );
    const skipped = worldCases.filter(({ isSkipped }) => isSkipped === true);
    const well = cases.filter(({ status }) => status === 'pass').map(({ id }) => id);
    const areWell = worldCases.filter(({ cause, isSkipped }) => cause === undefined && isSkipped === undefined);
    expect(well).toEqual(areWell.map(({ id }) => id));
    expect(counts).toEqual({
      ...{ pass: well.length, fail: 0, error: sick.length, ungraded: 0 },
      skipped: skipped.length,
    });
    expect(first.code).toBe(3);
    const told = first.err.replaceAll(/\s+/g, ' ');
    for (const { target } of skipped) expect(told).toContain(`The target "${target}" returned 5 connection errors`);
    expect(world.countCalls()).toBe(sum(worldCases.map(({ calls }) => calls)));

    await world.mend();
    const before = world.countCalls();
    const again = await runInWorld(['run', '--retry-errors', '--no-cache', '--quiet', '--json'], {
      cwd,
      env,
      clock,
    });
    const retried = parseRun(again.out);
    expect(again).toMatchObject({ code: 0, err: expect.stringMatching(/^Resuming run .*\n$/) });
    expect(retried.counts).toEqual({ pass: worldCases.length, fail: 0, error: 0, ungraded: 0, skipped: 0 });
    // One call for each case in error, none for a reply that was recorded: also not for the first of "breaks-off".
    expect(world.countCalls() - before).toBe(sick.length + skipped.length);
    expect(retried.cases.map(({ turns }) => turns.length)).toEqual(worldCases.map(({ lines }) => lines.length));
    expect(retried.cases.filter(({ id }) => well.includes(id))).toEqual(cases.filter(({ id }) => well.includes(id)));
  });

  it('tells the causes in the summary', async () => {
    const world = await openFaultyWorld();
    const cwd = makeProject(world.files);
    const wanted = ['well-1', 'wrong-key', 'filtered', 'down'].flatMap((id) => ['--case', id]);
    const { code, out } = await runInWorld(['run', 'all.eval.yaml', '--quiet', ...wanted], { cwd, env, clock });
    expect(code).toBe(3);
    for (const cause of ['unauthorized', 'content-filter']) expect(out).toContain(cause);
    expect(out).toContain('down has no verdicts: 1 skipped');
  });
});

describe('a program that forks and hangs', () => {
  const files = {
    'targets.yaml': `
targets:
  - {id: echo, provider: builtin, model: echo}
  - id: hang
    provider: command
    timeout: 30
    command: [sh, -c, "trap '' TERM; sleep 600 & echo $! > grandchild.pid; echo $$ > child.pid; echo here >&2; wait; sleep 600"]
`,
    'all.eval.yaml': `
graders: [{contains: Hi}]
cases:
  - {id: before, targets: [echo], input_messages: [{role: user, content: Hi}]}
  - {id: hang, targets: [hang], input_messages: [{role: user, content: Hi}]}
  - {id: after, targets: [echo], input_messages: [{role: user, content: Hi}]}
`,
  };

  it('is killed after its time limit with everything it started, and the run continues', async () => {
    const cwd = makeProject(files);
    const { code, out } = await runInWorld(['run', 'all.eval.yaml', '--quiet', '--json'], { cwd, env, clock });
    const { cases } = parseRun(out);
    expect(code).toBe(3);
    expect(cases.map(({ id, status }) => [id, status])).toEqual([
      ['before', 'pass'],
      ['hang', 'error'],
      ['after', 'pass'],
    ]);
    expect(cases[1]?.error).toMatchObject({ cause: 'timeout', details: 'here', attempts: 1 });
    for (const name of ['child.pid', 'grandchild.pid']) {
      const processId = Number(readFileSync(join(cwd, name), 'utf8'));
      expect(processId).toBeGreaterThan(0);
      await vi.waitUntil(() => !isAlive(processId), { timeout: 10_000 });
    }
  });
});

/** A zombie process, which its parent has not waited for yet, still has a number. */
function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a clock that goes backwards', () => {
  /** Goes back one hour at every reading. */
  function makeFallingClock(): Clock {
    let now = Date.parse('2026-11-15T22:00:00Z');
    return { ...systemClock, now: () => (now -= 3_600_000) };
  }

  it('spoils neither latencies nor the order of records and runs', async () => {
    const cwd = makeProject({
      'targets.yaml': 'targets:\n  - {id: echo, provider: builtin, model: echo}\n',
      'a.eval.yaml': 'graders: [{contains: H}]\ncases: [{turns: [{user: Hi}, {user: Ho}]}, {turns: [{user: Ha}]}]\n',
    });
    const falling = makeFallingClock();
    const runs: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const job = await openRunJob({ files: ['a.eval.yaml'], cwd, env: {} }, falling);
      const ended: StoredConversation[] = [];
      const { state } = await job.run({ caseEnd: (conversation) => void ended.push(conversation) });
      expect(state).toBe('completed');
      const latencies = ended.flatMap(({ replies }) => replies.map(({ call }) => call.latencyMs ?? -1));
      expect(latencies).toHaveLength(3);
      expect(Math.min(...latencies)).toBeGreaterThanOrEqual(0);
      const events = await job.store.runs.events(job.id, 0, 100);
      expect(events.at(0)?.type).toBe('run-start');
      expect(events.at(-1)?.type).toBe('run-end');
      runs.push(job.id);
      expect((await job.store.runs.list()).map(({ id }) => id)).toEqual(runs.toReversed());
      await job.close();
    }
  });
});

it('starts nothing when a variable turns the command of a target into a second shell', async () => {
  const cwd = makeProject({
    '.env': 'RUNNER=bash\n',
    'targets.yaml':
      'targets:\n  - {id: a, provider: command, template: true, command: ["${RUNNER}", "-c", "touch made; echo {PROMPT}"]}\n',
    'a.eval.yaml': 'cases:\n  - {id: a, input_messages: [{role: user, content: Hello}], graders: [{contains: H}]}\n',
  });
  const { err, code } = await runInProcess(['run', 'a.eval.yaml', '--target', 'a'], cwd);
  expect(err).toContain('passes {PROMPT} to "bash -c"');
  expect(err).toContain('TARGETS_NESTED_SHELL');
  expect([code, existsSync(join(cwd, 'made'))]).toEqual([2, false]);
});
