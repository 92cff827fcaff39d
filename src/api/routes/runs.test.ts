import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/api-server.ts';
import { systemClock } from '../../base/clock.ts';
import type { PlayedMessage } from '../../conversation/run/run-record.ts';
import type { RunSpec } from '../../conversation/run/run-spec.ts';
import type { ConversationStart } from '../../conversation/stored-conversation.ts';
import { toLeaseOwner } from '../../job/lease.ts';
import type { RunWriter, Store } from '../../store/port.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';
import { addRunEventRoutes } from './run-events.ts';
import { addRunRoutes } from './runs.ts';

const spec: RunSpec = {
  files: [{ path: 'a.eval.yaml', hash: 'h', name: 'a' }],
  attachments: [],
  targets: [{ file: 'targets.yaml', spec: { id: 'bot', provider: 'builtin', model: 'echo' } }],
  options: { repeat: 1 },
  conversations: 3,
};
const column = { eval: 'a', target: 'bot', send: 'question', play: 'reply', repeat: 0 } as const;

function makeStart(id: string, position: number): ConversationStart {
  return { ...column, id, file: 0, position, tags: [] };
}

function say(role: string, content: string): PlayedMessage {
  return { message: { role, content } };
}

let folder: string;
let store: Store;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnwise-api-'));
  store = await openSqliteStore(join(folder, 'turnwise.db'), { clock: systemClock });
  await recordRun('20260101-000000-aaaa');
  await recordRun('20260102-000000-bbbb');
  server = await startTestServer({ parts: { store }, routes: [addRunRoutes, addRunEventRoutes] });
});
afterAll(async () => {
  await server.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

function create(id: string): Promise<RunWriter> {
  return store.runs.create({ id, spec, owner: toLeaseOwner(systemClock) });
}

/** Three conversations: one that passes, one that fails, one that is not at its end. */
async function recordRun(id: string): Promise<void> {
  const writer = await create(id);
  for (const pass of [true, false]) await recordCase(writer, pass);
  const number = writer.begin(makeStart('open', 2));
  await writer.recordTurns(number, [{ turnIndex: 0, played: say('user', 'Hm?') }]);
  await writer.close('stopped');
}

async function recordCase(writer: RunWriter, pass: boolean): Promise<void> {
  const number = writer.begin(makeStart(pass ? 'good' : 'bad', pass ? 0 : 1));
  await writer.recordTurns(number, [{ turnIndex: 0, played: say('user', '4711?') }]);
  const call = { latencyMs: 1.5, costUsd: null };
  const played = say('assistant', 'Refunded.');
  await writer.recordReply(number, { turnIndex: 1, played, by: 'target', guidelines: '', call });
  const graded = {
    status: 'graded',
    score: pass ? 1 : 0,
    normalizedScore: pass ? 1 : 0,
    pass,
    reason: 'looked',
  } as const;
  await writer.recordVerdicts(number, [{ grader: 'contains-1', turnIndex: 1, ...graded }]);
  const aggregate = {
    all: pass,
    mean: graded.normalizedScore,
    min: graded.normalizedScore,
    last: graded.normalizedScore,
  };
  await writer.endConversation(number, { status: pass ? 'pass' : 'fail', aggregate });
}

interface Body {
  readonly run: string;
  readonly before: string | null;
  readonly spec: { readonly conversations: number };
  readonly cases: readonly { readonly number: number }[];
}

async function askJson(path: string, init?: RequestInit) {
  const answer = await server.ask(path, init);
  // The expectations say which of these an answer has to contain.
  return { status: answer.status, body: (await answer.json()) as Body };
}

describe('runs', () => {
  it('are listed newest first, page by page', async () => {
    const first = await askJson('/v1/runs?limit=1');
    expect(first.body).toMatchObject({
      runs: [
        {
          run: '20260102-000000-bbbb',
          state: 'stopped',
          counts: { pass: 1, fail: 1 },
          links: { cases: '/v1/runs/20260102-000000-bbbb/cases' },
        },
      ],
      before: '20260102-000000-bbbb',
    });
    const second = await askJson(`/v1/runs?limit=1&before=${first.body.before}`);
    expect(second.body).toMatchObject({ runs: [{ run: '20260101-000000-aaaa' }], before: null });
  });

  it.each(['20260102-000000-bbbb', 'bbbb', 'last', 'run:last'])('are read by the name %s', async (name) => {
    const { status, body } = await askJson(`/v1/runs/${encodeURIComponent(name)}`);
    expect([status, body.run, body.spec.conversations]).toEqual([200, '20260102-000000-bbbb', spec.conversations]);
  });

  it('that are not there are unknown', async () => {
    for (const path of ['', '/cases', '/cases/1', '/events']) {
      expect(await askJson(`/v1/runs/nope${path}`)).toMatchObject({ status: 404, body: { code: 'RUN_UNKNOWN' } });
    }
  });
});

describe('the conversations of a run', () => {
  it('are listed in order, each with its first failure', async () => {
    const { body } = await askJson('/v1/runs/last/cases');
    expect(body).toMatchObject({
      cases: [
        { number: 1, id: 'good', status: 'pass', replies: 1, aggregate: { all: true } },
        { number: 2, id: 'bad', status: 'fail', firstFailure: { grader: 'contains-1', turnIndex: 1, pass: false } },
        { number: 3, id: 'open', status: 'unfinished', replies: 0 },
      ],
      cursor: null,
    });
  });

  it.each([
    ['status=fail', [2]],
    ['status=fail,unfinished', [2, 3]],
    ['case=good', [1]],
    ['target=bot&status=pass', [1]],
    ['limit=1', [1]],
    ['limit=1&cursor=1', [2]],
    ['cursor=3', []],
  ])('that fit %s', async (query, numbers) => {
    const { body } = await askJson(`/v1/runs/last/cases?${query}`);
    expect(body.cases.map(({ number }) => number)).toEqual(numbers);
  });

  it.each([
    ['status=great', 'status'],
    ['target=nobody', 'target'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['page=2', 'page'],
    ['cursor=x', 'cursor'],
  ])('are not listed by %s', async (query, path) => {
    expect(await askJson(`/v1/runs/last/cases?${query}`)).toMatchObject({
      status: 422,
      body: { problems: [{ path }] },
    });
  });

  it('are read with the attempts that were abandoned', async () => {
    const writer = await create('20251231-000000-zzzz');
    const number = writer.begin(makeStart('again', 0));
    const call = { latencyMs: 1.5, costUsd: null, conversationId: 'z-1' };
    const played = say('assistant', 'Hello.');
    await writer.recordReply(number, { turnIndex: 1, played, by: 'target', guidelines: '', call });
    const abandoned = { attempt: 1, reason: 'It failed.', conversationId: 'z-1', keepsRecords: false };
    await writer.startAttempt(number, { attempt: 2, abandoned });
    await writer.close('stopped');
    expect((await askJson(`/v1/runs/20251231-000000-zzzz/cases/${number}`)).body).toMatchObject({
      replies: [],
      abandoned: [
        {
          ...{ attempt: 1, reason: 'It failed.', conversationId: 'z-1', verdicts: [] },
          replies: [{ turnIndex: 1, message: { content: 'Hello.' }, call }],
        },
      ],
    });
    await store.runs.remove('20251231-000000-zzzz', () => true);
  });

  it('are read whole', async () => {
    const { body } = await askJson('/v1/runs/last/cases/2');
    expect(body).toMatchObject({
      number: 2,
      id: 'bad',
      status: 'fail',
      turns: [{ turnIndex: 0, message: { role: 'user', content: '4711?' } }],
      replies: [{ turnIndex: 1, by: 'target', message: { content: 'Refunded.' }, call: { latencyMs: 1.5 } }],
      verdicts: [{ grader: 'contains-1', pass: false }],
      links: { run: '/v1/runs/20260102-000000-bbbb' },
    });
    expect(await askJson('/v1/runs/last/cases/9')).toMatchObject({ status: 404, body: { code: 'CASE_UNKNOWN' } });
    expect(await askJson('/v1/runs/last/cases/x')).toMatchObject({
      status: 422,
      body: { problems: [{ path: 'number' }] },
    });
  });
});

describe('a run that was graded again', () => {
  const path = '/v1/runs/20260101-000000-aaaa';
  const request = [{ role: 'system', content: 'Grade the reply.' }];
  const judgment = { grader: 'judge-1', turnIndex: 1, request, reply: '{"score": 3}' };
  const counts = { pass: 1, fail: 0, error: 0, ungraded: 0, skipped: 0 };
  const grading = { number: 1, graders: ['judge-1'], counts, endedAt: expect.any(String) };
  beforeAll(async () => {
    const writer = await store.runs.grade(
      '20260101-000000-aaaa',
      { spec: { hash: 'h', base: 0, graders: ['judge-1'] }, owner: toLeaseOwner(systemClock) },
      () => true,
    );
    const graded = { status: 'graded', score: 3, normalizedScore: 1, pass: true, reason: 'kind' } as const;
    const provenance = { grading: 1, at: '2026-01-03T00:00:00.000Z', kind: 'judge', hash: 'd', model: 'm-1' };
    const verdicts = [{ grader: 'judge-1', turnIndex: 1, ...graded, provenance }];
    const aggregate = { all: true, mean: 1, min: 1, last: 1 };
    await writer.record(2, { verdicts, judgments: [judgment], status: 'pass', aggregate });
    await writer.close('completed');
    const stopped = { spec: { hash: 'stopped' }, owner: toLeaseOwner(systemClock) };
    await store.runs.grade('20260101-000000-aaaa', stopped, () => true);
  });

  it('says so, and keeps the counts of the play', async () => {
    const { body } = await askJson(path);
    const stopped = { number: 2, counts: { ...counts, pass: 0 } };
    expect(body).toMatchObject({ counts: { pass: 1, fail: 1 }, grading, gradings: [grading, stopped] });
    const { body: page } = await askJson('/v1/runs');
    expect(page).toMatchObject({ runs: [{ run: '20260102-000000-bbbb' }, { grading }] });
  });

  it('shows the verdicts that count now, with where they come from and what the judge was asked', async () => {
    const { body } = await askJson(`${path}/cases/2`);
    expect(body).toMatchObject({
      status: 'pass',
      verdicts: [
        { grader: 'contains-1', pass: false },
        { grader: 'judge-1', provenance: { model: 'm-1' } },
      ],
      judgments: [judgment],
    });
    const { body: played } = await askJson(`${path}/cases/2?grading=0`);
    expect(played).toMatchObject({ status: 'fail', verdicts: [{ grader: 'contains-1' }], judgments: [] });
  });

  it.each([
    ['status=pass', [1, 2]],
    ['status=fail', []],
    ['status=fail&grading=0', [2]],
    ['status=pass&grading=1', [1, 2]],
    ['status=pass&grading=2', [1]],
  ])('lists the cases of %s', async (query, numbers) => {
    const { body } = await askJson(`${path}/cases?${query}`);
    expect(body.cases.map(({ number }) => number)).toEqual(numbers);
  });

  it('has no grading of another number', async () => {
    for (const cases of ['/cases?grading=3', '/cases/2?grading=3']) {
      expect(await askJson(path + cases)).toMatchObject({ status: 422, body: { code: 'RUN_BAD_GRADING' } });
    }
    expect((await askJson(`${path}/cases?grading=-1`)).status).toBe(422);
  });
});

describe('the events of a run', () => {
  it('are sent to the end when it is over, and never again', async () => {
    const answer = await server.ask('/v1/runs/last/events', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('content-encoding')).toBeNull();
    const told = await answer.text();
    expect(listTypes(told)).toEqual([
      ...['run-start', 'turn-end', 'verdict-end', 'case-end', 'turn-end', 'verdict-end', 'case-end', 'run-end'],
    ]);
    const ids = listIds(told);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const again = await server.ask('/v1/runs/last/events', { headers: { 'last-event-id': String(ids.at(-1)) } });
    expect(again.status).toBe(204);
  });

  it('continue after the last one received', async () => {
    const ids = listIds(await (await server.ask('/v1/runs/last/events')).text());
    const headers = { 'last-event-id': String(ids[2]) };
    expect(listIds(await (await server.ask('/v1/runs/last/events', { headers })).text())).toEqual(ids.slice(3));
    expect(listIds(await (await server.ask(`/v1/runs/last/events?since=${ids[5]}`)).text())).toEqual(ids.slice(6));
    const both = await server.ask(`/v1/runs/last/events?since=${ids[5]}`, { headers });
    expect(listIds(await both.text())).toEqual(ids.slice(3));
  });

  it('are refused for a sequence that is none', async () => {
    const headers = { 'last-event-id': 'x' };
    expect(await askJson('/v1/runs/last/events', { headers })).toMatchObject({
      status: 422,
      body: { problems: [{ path: 'last-event-id' }] },
    });
    expect((await server.ask('/v1/runs/last/events?since=-1')).status).toBe(422);
  });

  it('come while it is played, and end with it', async () => {
    const writer = await create('20260103-000000-cccc');
    const events = await follow('/v1/runs/20260103-000000-cccc/events');
    await events.until('run-start');
    await recordCase(writer, true);
    await events.until('case-end');
    await writer.close('completed');
    expect(listTypes(await events.rest())).toEqual(['run-start', 'turn-end', 'verdict-end', 'case-end', 'run-end']);
  });

  it('stop when the server does', async () => {
    const other = await startTestServer({ parts: { store }, routes: [addRunEventRoutes] });
    const writer = await create('20260104-000000-dddd');
    const events = await follow('/v1/runs/20260104-000000-dddd/events', other);
    await events.until('run-start');
    await other.close();
    expect(listTypes(await events.rest())).toEqual(['run-start']);
    await writer.close('completed');
  });
});

function listTypes(text: string): readonly string[] {
  return [...text.matchAll(/^event: (.*)$/gm)].map(([, type = '']) => type);
}

function listIds(text: string): readonly number[] {
  return [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
}

/** Reads a stream piece by piece, and keeps all of it. */
async function follow(path: string, from = server) {
  const { body } = await from.ask(path);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async () => {
    const { done, value = '' } = (await reader?.read()) ?? { done: true };
    text += value;
    return !done;
  };
  return {
    until: async (type: string) => {
      while (!text.includes(`event: ${type}\n`) && (await read()));
    },
    rest: async () => {
      while (await read());
      return text;
    },
  };
}
