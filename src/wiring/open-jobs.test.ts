import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startServer } from '../../test/support/local-server.ts';
import { makeProject } from '../../test/support/temp-project.ts';
import { Fault } from '../base/fault.ts';
import type { JudgedSample } from '../conversation/judge/calibration.ts';
import type { CalibrateJob } from '../jobs/calibrate/job.ts';
import type { CalibrateDecksOptions } from '../jobs/calibrate/options.ts';
import { assembleCalibrations } from '../judges/assemble-calibrations.ts';
import { openCalibrateJob } from './open-jobs.ts';

const deck = 'How kind is the last reply, from -3 to 3?\n\n![samples](tone.toml)\n';
const context = '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n';
/** `kind` likes thanks, `refuser` never answers in the requested format, and `note` records its calls. */
const targets = `
targets:
  - id: kind
    provider: builtin
    model: rules
    rules:
      - {contains: thank, reply: '{"score": 2, "reason": "It thanks."}'}
      - {reply: '{"score": -2, "reason": "It does not."}'}
  - {id: refuser, provider: builtin, model: rules, rules: [{reply: "I cannot grade that."}]}
  - {id: note, provider: command, command: [${JSON.stringify(process.execPath)}, note.mjs]}
`;
const note = `
import { appendFileSync, readFileSync } from 'node:fs';
readFileSync(0, 'utf8');
appendFileSync('calls.txt', 'x');
console.log('{"score": 1, "reason": "Well."}');
`;

function toSample(id: string, reply: string, score: number): string {
  const messages = `[{ role = "user", content = "I am ${id}." }, { role = "assistant", content = "${reply}" }]`;
  return `\n[[samples]]\nid = "${id}"\nmessages = ${messages}\nexpected = { score = ${score} }\n`;
}

const three = toSample('a', 'thanks', 2) + toSample('b', 'no', -2) + toSample('c', 'thanks', -1);

function makeDecks(changes: Readonly<Record<string, string>> = {}): string {
  return makeProject({
    'tone.deck.md': deck,
    'tone.toml': context + three,
    'targets.yaml': targets,
    'note.mjs': note,
    ...changes,
  });
}

type Options = CalibrateDecksOptions & { readonly decks?: readonly string[] };

async function withJob<Result>(
  cwd: string,
  options: Options,
  work: (job: CalibrateJob) => Promise<Result>,
): Promise<Result> {
  const { decks = ['tone.deck.md'], ...rest } = options;
  const job = await openCalibrateJob(decks, { cwd, env: {}, ...rest });
  try {
    return await work(job);
  } finally {
    await job.close();
  }
}

function calibrate(cwd: string, options: Options = {}) {
  return withJob(cwd, options, async (job) => {
    const seen: JudgedSample[] = [];
    const { resumed, plan } = job;
    const end = await job.run({ judged: (result) => seen.push(result) });
    const assembled = await assembleCalibrations(job, end.id);
    return { ...end, seen, resumed, plan, spec: job.spec, assembled };
  });
}

function openFault(cwd: string, options: Options): Promise<Fault> {
  return withJob(cwd, options, async () => undefined).then(
    () => Promise.reject(new Error('It was opened.')),
    (error: unknown) => (error instanceof Fault ? error : Promise.reject(error)),
  );
}

function countCalls(cwd: string): number {
  return readFileSync(join(cwd, 'calls.txt'), 'utf8').length;
}

describe('openCalibrateJob', () => {
  it('asks every judge about every sample of the deck, and compares the answers with human scores', async () => {
    const { state, plan, seen, assembled } = await calibrate(makeDecks(), { judges: ['kind', 'note'] });
    expect({ state, calls: plan.judgeCalls, seen: seen.length }).toEqual({ state: 'completed', calls: 6, seen: 6 });
    const [kind, other] = assembled.map(({ calibration }) => calibration);
    expect([kind?.deck, kind?.target, other?.target]).toEqual(['tone.deck.md', 'kind', 'note']);
    // 2/2 and −2/−2 agree, 2/−1 does not.
    expect(kind).toMatchObject({ n: 3, graded: 3, compared: 3, exact: { value: 2 / 3, n: 3 } });
    expect(assembled[0]?.rows.map(({ human, judge }) => [human, judge])).toEqual([
      [2, 2],
      [-2, -2],
      [-1, 2],
    ]);
  });

  it('uses the target of the deck by default', async () => {
    const cwd = makeDecks({ 'tone.deck.md': `+++\ntarget = "kind"\n+++\n${deck}` });
    expect((await calibrate(cwd)).spec.judges.map(({ target }) => target.id)).toEqual(['kind']);
  });

  it('reports all problems of all decks before any judge is asked', async () => {
    const cwd = makeDecks({ 'blind.deck.md': 'Grade.\n', 'empty.deck.md': '\n' });
    const fault = await openFault(cwd, { decks: ['blind.deck.md', 'gone.deck.md', 'empty.deck.md'], judges: ['note'] });
    expect(fault.problems.map(({ code }) => code)).toEqual(['DECK_NOT_A_GRADER', 'FILE_MISSING', 'DECK_EMPTY']);
  });

  it.each([
    ['an unknown target', { judges: ['knd'] }, 'TARGET_UNKNOWN'],
    ['no target at all', {}, 'RUN_NO_TARGET'],
    ['a budget that cannot be kept', { judges: ['note'], budgetUsd: 1 }, 'RUN_NO_PRICE'],
    ['a cassette that is a deck', { judges: ['note'], record: 'tone.toml' }, 'FILE_NOT_WRITTEN'],
  ])('refuses %s before any judge is asked', async (_, options, code) => {
    expect((await openFault(makeDecks(), options)).code).toBe(code);
  });

  it('uses other samples if those of the deck cannot be used', async () => {
    const broken = '\n[[samples]]\nid = "a"\nmessages = []\n\n[[samples]]\nid = "a"\nmessages = []\n';
    const cwd = makeDecks({ 'tone.toml': context + broken, 'good.samples.toml': three });
    expect((await openFault(cwd, { judges: ['kind'] })).problems.map(({ code }) => code)).toContain(
      'SAMPLES_NONE_VALID',
    );
    const seen = await withJob(cwd, { judges: ['kind'], samples: ['good.samples.toml'] }, async (job) => {
      return { warnings: job.warnings, skipped: job.skipped, samples: job.decks[0]?.samples.length };
    });
    expect(seen).toEqual({ warnings: [], skipped: [], samples: 3 });
  });

  it('reports a missing variable before any judge is asked', async () => {
    const paid = '  - {id: paid, provider: http, url: "http://127.0.0.1:1", headers: {x: "${TURNWISE_TEST_KEY}"}}\n';
    const cwd = makeDecks({ 'targets.yaml': targets + paid });
    expect((await openFault(cwd, { judges: ['note', 'paid'] })).code).toBe('TARGETS_ENV_MISSING');
    expect(existsSync(join(cwd, 'calls.txt'))).toBe(false);
  });

  it('refuses a deck that shows its judge the human score, unless you allow it', async () => {
    const expected = '[contexts.expected]\nassistantQuestion = "What is right?"\n';
    const cwd = makeDecks({ 'tone.toml': context + expected + three });
    expect((await openFault(cwd, { judges: ['note'] })).message).toContain('3 samples contain only the human score');
    const { spec, assembled } = await calibrate(cwd, { judges: ['note'], allowLeak: true });
    expect(spec.allowLeak).toBe(true);
    expect(assembled[0]?.rows[0]?.judgment?.request.at(-1)?.content).toContain('"score": 2');
  });
});

describe('a calibration', () => {
  it('resumes where it stopped, repeats nothing, and starts again once it is complete', async () => {
    const cwd = makeDecks();
    const options = { judges: ['note'], concurrency: 1 };
    const stopped = await calibrate(cwd, { ...options, maxCalls: 2 });
    expect([stopped.state, stopped.seen.length, countCalls(cwd)]).toEqual(['stopped', 2, 2]);
    const { resumed, state, id, seen, assembled } = await calibrate(cwd, options);
    expect(resumed).toEqual({ id: stopped.id, done: 2 });
    expect([state, id, seen.length, countCalls(cwd)]).toEqual(['completed', stopped.id, 1, 3]);
    expect(assembled[0]?.calibration.graded).toBe(3);
    const second = await calibrate(cwd, options);
    expect([second.resumed, second.id > id, countCalls(cwd)]).toEqual([undefined, true, 6]);
  });

  it('starts again when a human score has changed', async () => {
    const cwd = makeDecks();
    const first = await calibrate(cwd, { judges: ['note'], maxCalls: 1 });
    const moved = makeDecks({ 'tone.toml': (context + three).replace('score = -1', 'score = -2') });
    const other = await calibrate(moved, { judges: ['note'], maxCalls: 1 });
    expect(first.spec.hash).not.toBe(other.spec.hash);
    const again = makeDecks();
    expect((await calibrate(again, { judges: ['note'] })).spec.hash).toBe(first.spec.hash);
  });

  it('cannot run twice at the same time, and records no aborted call', async () => {
    const server = await startJudge({ isSilent: () => true });
    const cwd = makeDecks({ 'targets.yaml': toModel(server.url) });
    await withJob(cwd, {}, async (job) => {
      const end = job.run({});
      await vi.waitUntil(() => server.received.length === 3, { timeout: 10_000 });
      expect((await openFault(cwd, {})).code).toBe('STORE_RUN_HELD');
      job.control.abort();
      const { id, state } = await end;
      expect([state, (await job.store.calibrations.find(id))?.recorded]).toEqual(['stopped', 0]);
    });
  });

  it('uses cached answers, and caches each repeat separately', async () => {
    const server = await startJudge();
    const cwd = makeDecks({ 'targets.yaml': toModel(server.url).replace('}', ', cache: true}') });
    await calibrate(cwd, { repeat: 2 });
    expect(server.received).toHaveLength(6);
    const { seen } = await calibrate(cwd, { repeat: 2 });
    expect(server.received).toHaveLength(6);
    expect(seen.every(({ judgment }) => judgment?.call?.cached === true)).toBe(true);
    await calibrate(cwd, { repeat: 2, cache: false });
    expect(server.received).toHaveLength(12);
  });

  it('has one limit over all decks and judges', async () => {
    const many = Array.from({ length: 8 }, (_, index) => toSample(`s${index}`, 'thanks', 2)).join('');
    const server = await startJudge();
    const models = [toModel(server.url), toModel(server.url, 'second').replace('targets:\n', '')];
    const cwd = makeDecks({
      ...{ 'tone.toml': context + many, 'targets.yaml': models.join('') },
      'other.deck.md': deck.replace('kind', 'clear'),
    });
    const decks = ['tone.deck.md', 'other.deck.md'];
    const { seen } = await calibrate(cwd, { decks, judges: ['model', 'second'], concurrency: 3 });
    expect(seen).toHaveLength(8 * 2 * 2);
    expect(server.most()).toBe(3);
  });

  it('counts each cause when half of the calls time out', async () => {
    const server = await startJudge({ isSilent: (body) => /I am (?:a|c)\./.test(body) });
    const cwd = makeDecks({ 'targets.yaml': toModel(server.url) });
    const { state, assembled } = await calibrate(cwd, { timeoutSeconds: 0.2 });
    expect(state).toBe('completed');
    expect(assembled[0]?.calibration).toMatchObject({ n: 3, graded: 1, compared: 1, ungraded: { timeout: 2 } });
  });

  it('has no metrics for a judge that never answers, and explains why', async () => {
    const { assembled } = await calibrate(makeDecks(), { judges: ['refuser'] });
    const { calibration, rows } = assembled[0] ?? {};
    expect(calibration).toMatchObject({ n: 3, graded: 0, compared: 0, ungraded: { unparseable: 3 } });
    expect(calibration?.exact).toMatchObject({ value: null, why: expect.any(String) });
    expect(rows?.[0]).toMatchObject({
      judge: null,
      cause: 'unparseable',
      judgment: { reply: 'I cannot grade that.' },
    });
  });

  it('asks each probe once, and only if it changes what the judge sees', async () => {
    const { seen, plan } = await calibrate(makeDecks(), { judges: ['kind'], probe: true, repeat: 2 });
    const counts = new Map<string, number>();
    for (const { variant } of seen) counts.set(variant, (counts.get(variant) ?? 0) + 1);
    // Samples with one turn have no history to remove.
    expect(counts).toEqual(
      new Map([
        ['plain', 6],
        ['injected', 3],
      ]),
    );
    expect(plan.judgeCalls).toBe(9);
  });
});

function toModel(url: string, id = 'model'): string {
  return `targets:\n  - {id: ${id}, provider: openai-compatible, base_url: "${url}/v1", model: ${id}}\n`;
}

/** A model that answers 2 after a moment. `most`: the most calls it saw at once. */
async function startJudge({ isSilent = () => false }: { readonly isSilent?: (body: string) => boolean } = {}) {
  let inFlight = 0;
  let most = 0;
  const message = { role: 'assistant', content: '{"score": 2, "reason": "Kind."}' };
  const reply = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
  const server = await startServer((response, { body }) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    response.on('close', () => {
      inFlight -= 1;
    });
    if (!isSilent(body)) setTimeout(() => response.setHeader('content-type', 'application/json').end(reply), 20);
  });
  return { ...server, most: () => most };
}
