import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { makeContext, makeReply, makeRequest, makeTarget } from '../../../test/support/target-request.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import type { Target, TargetReply, TargetRequest } from '../port.ts';
import { openCassette, recording } from '../recording.ts';
import { openReplayTarget } from './open-replay-target.ts';

interface Recorded {
  readonly request?: Partial<TargetRequest>;
  readonly reply: TargetReply;
  readonly target?: string;
}

async function record(path: string, calls: readonly Recorded[]): Promise<void> {
  const cassette = await openCassette(path);
  const asked = calls.map(({ request, reply, target = 'desk-bot' }) =>
    recording({ ...makeTarget(() => reply), id: target }, cassette).ask(makeRequest(request), makeContext()),
  );
  expect(await Promise.all(asked)).toEqual(calls.map(({ reply }) => reply));
  await cassette.close();
}

function open(path: string, id = 'desk-bot'): Promise<Target> {
  return openReplayTarget({ id, provider: 'replay', cassette: path }, { path, clock: new FakeClock() });
}

function askFor(target: Target, request: Partial<TargetRequest> = {}): Promise<TargetReply> {
  return target.ask(makeRequest(request), makeContext());
}

const messages = [{ role: 'user', content: [{ type: 'text' as const, value: 'Hi\u2028there' }] }];

describe('a recording', () => {
  it('gives back what was recorded, at no cost and in no time', async () => {
    const path = join(makeProject(), 'new', 'folder', 'calls.jsonl');
    const toolCalls = [{ id: 'a', name: 'find', arguments: { order: 4711 } }];
    const trace = [{ role: 'assistant', content: 'Looking.' }];
    const call = { costUsd: 0.5, latencyMs: 800, usage: { inputTokens: 3 }, model: 'm', attempts: 2 };
    await record(path, [
      { request: { question: 'Zeile\u2028eins\nZeile zwei' }, reply: makeReply('one') },
      {
        request: { send: 'messages', messages },
        reply: { ...makeReply('two', call), toolCalls, trace, isStructured: true },
      },
      { request: { repeat: 1 }, reply: makeReply('three') },
    ]);
    const target = await open(path);
    expect((await askFor(target, { question: 'Zeile\u2028eins\nZeile zwei' })).text).toBe('one');
    expect(await askFor(target, { send: 'messages', messages })).toEqual({
      text: 'two',
      toolCalls,
      trace,
      isStructured: true,
      call: { costUsd: 0, latencyMs: 0, usage: { inputTokens: 3 }, model: 'm' },
    });
    expect((await askFor(target, { repeat: 1 })).text).toBe('three');
  });

  it('answers with what this target said, else with what any did', async () => {
    const path = join(makeProject(), 'calls.jsonl');
    await record(path, [
      { target: 'a', reply: makeReply('by a') },
      { target: 'b', reply: makeReply('by b') },
    ]);
    expect((await askFor(await open(path, 'a'))).text).toBe('by a');
    expect((await askFor(await open(path, 'c'))).text).toBe('by b');
  });

  it('answers always the same, with what was recorded last', async () => {
    const path = join(makeProject(), 'calls.jsonl');
    await record(path, [{ reply: makeReply('old') }]);
    await record(path, [{ reply: makeReply('new') }]);
    const target = await open(path);
    expect((await Promise.all([askFor(target), askFor(target)])).map(({ text }) => text)).toEqual(['new', 'new']);
  });

  it('has one line per call, in the order in which they ended', async () => {
    const path = join(makeProject(), 'calls.jsonl');
    const names = Array.from({ length: 50 }, (_, index) => `reply ${index}`);
    await record(
      path,
      names.map((name, repeat) => ({ request: { repeat }, reply: makeReply(name) })),
    );
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).reply.text)).toEqual(names);
  });

  it('records no call that failed', async () => {
    const path = join(makeProject(), 'calls.jsonl');
    const cassette = await openCassette(path);
    const failing = makeTarget(() => Promise.reject(new Error('broken')));
    await expect(recording(failing, cassette).ask(makeRequest(), makeContext())).rejects.toThrow('broken');
    await cassette.close();
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('survives a line that a crash cut off, when it is read and when recording resumes', async () => {
    const path = join(makeProject(), 'calls.jsonl');
    await record(path, [{ reply: makeReply('whole') }]);
    appendFileSync(path, `{"target": "desk-bot", "request": "${'x'.repeat(70_000)}`);
    expect((await askFor(await open(path))).text).toBe('whole');
    await record(path, [{ request: { repeat: 1 }, reply: makeReply('next') }]);
    const target = await open(path);
    expect((await askFor(target)).text).toBe('whole');
    expect((await askFor(target, { repeat: 1 })).text).toBe('next');
  });

  it('keeps a last line that only lacks its line break', async () => {
    const path = join(makeProject(), 'calls.jsonl');
    await record(path, [{ reply: makeReply('whole') }]);
    writeFileSync(path, readFileSync(path, 'utf8').trimEnd());
    await record(path, [{ request: { repeat: 1 }, reply: makeReply('next') }]);
    expect((await askFor(await open(path))).text).toBe('whole');
  });

  it.each<[string, string]>([
    ['no JSON', 'nonsense\n'],
    ['another object', '{"a": 1}\n'],
    ['data nested too deep', `{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}\n`],
  ])('is refused with the line that is wrong: %s', async (_title, line) => {
    const path = join(makeProject(), 'calls.jsonl');
    await record(path, [{ reply: makeReply('whole') }]);
    appendFileSync(path, line);
    const error = await open(path).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'TARGET_BAD_CASSETTE', problems: [{ file: path, line: 2 }] });
  });

  it('says how to make one that is missing', async () => {
    await expect(open(join(makeProject(), 'calls.jsonl'))).rejects.toMatchObject({
      code: 'FILE_MISSING',
      problems: [{ hint: expect.stringContaining('--record calls.jsonl') }],
    });
  });

  it('says that it cannot be written', async () => {
    await expect(openCassette(makeProject())).rejects.toMatchObject({ code: 'FILE_NOT_WRITTEN' });
  });
});

describe('a request that was not recorded', () => {
  const long = 'Please tell me where the parcel with order number';
  const question = `${long} 4711 is.`;

  it.each<[string, Partial<TargetRequest>, string]>([
    [
      'another question',
      { question: `${long} 4712 is.` },
      'has "…ith order number 4711 is." where this one has "…ith order number 4712 is."',
    ],
    ['a longer question', { question: `${question} Now!` }, 'has nothing more where'],
    ['another repeat', { question, repeat: 3 }, 'for repeat 0, but not for repeat 3'],
    [
      'another form',
      { question, send: 'messages' },
      'It was recorded with `send: question`, but now the target is sent messages. Set `send: question` on target',
    ],
    ['other guidelines', { question, guidelines: 'Be brief.' }, 'with different guidelines'],
  ])('%s: the message shows the nearest one', async (_title, request, message) => {
    const path = join(makeProject(), 'calls.jsonl');
    await record(path, [
      { request: { question: 'Something else' }, reply: makeReply('no') },
      { request: { question }, reply: makeReply('yes') },
    ]);
    const error = await askFor(await open(path), request).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ info: { cause: 'no-recording', retryable: false } });
    expect(String(error)).toContain(message);
    expect(String(error)).toContain('--record calls.jsonl');
  });

  it('nothing at all: the message says so', async () => {
    const path = join(makeProject(), 'calls.jsonl');
    await record(path, []);
    await expect(askFor(await open(path))).rejects.toThrow('The cassette is empty.');
  });
});
