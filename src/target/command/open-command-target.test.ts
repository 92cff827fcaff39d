import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { listenForPrograms } from '../../../test/support/living-programs.ts';
import { startServer } from '../../../test/support/local-server.ts';
import { makeContext, makeRequest } from '../../../test/support/target-request.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { TargetError, type TargetRequest } from '../port.ts';
import { openCommandTarget } from './open-command-target.ts';

const programs = fileURLToPath(new URL('../../../test/fixtures/targets/', import.meta.url));
const program = (name: string, ...rest: string[]) => [process.execPath, join(programs, name), ...rest];

function open(spec: Omit<SpecOf<'command'>, 'id' | 'provider'>, clock = new FakeClock()) {
  const options = { env: process.env, folder: programs, clock, limitCharacters: 100_000 };
  return openCommandTarget({ id: 'agent', provider: 'command', ...spec }, options);
}

async function ask(spec: Omit<SpecOf<'command'>, 'id' | 'provider'>, request: Partial<TargetRequest> = {}) {
  return (await open(spec)).ask(makeRequest(request), makeContext());
}

describe('openCommandTarget', () => {
  it('hands the question to the program and takes what it prints', async () => {
    const reply = await ask({ command: program('repeat-stdin.mjs') }, { question: 'Größe?\n\nBitte' });
    expect(reply).toEqual({ text: 'Größe?\n\nBitte', call: { latencyMs: 0, costUsd: null } });
  });

  it.each(['text', 'content', 'reply'])('warns of a JSON object with "%s" that is read as text', async (key) => {
    const question = JSON.stringify({ [key]: 'Hello', id: 7 });
    const reply = await ask({ command: program('repeat-stdin.mjs') }, { question });
    expect(reply.text).toBe(question);
    expect(reply.call.warnings).toEqual([expect.stringContaining(`is a JSON object with "${key}"`)]);
    expect(reply.call.warnings?.[0]).toContain('set `output: json` on the target');
    const read = await ask({ command: program('repeat-stdin.mjs'), output: 'json' }, { question });
    expect(read).toMatchObject({ text: 'Hello' });
    expect(read.call.warnings).toBeUndefined();
  });

  it.each(['{"answer": "Hello"}', '["text"]', '{"text": ', '"text"', 'The text'])(
    'does not warn of other text: %s',
    async (question) => {
      expect((await ask({ command: program('repeat-stdin.mjs') }, { question })).call.warnings).toBeUndefined();
    },
  );

  it('runs it in the folder of the targets file, or in its cwd, with its environment', async () => {
    const command = ['/bin/sh', '-c', 'pwd; printf "%s" "$MOOD"'];
    expect((await ask({ command, env: { MOOD: 'calm' } })).text).toBe(`${dirname(join(programs, 'x'))}\ncalm`);
    expect((await ask({ command, cwd: '..' })).text).toBe(dirname(dirname(join(programs, 'x'))));
  });

  it('fills a template for a shell', async () => {
    const line = `${program('show-arguments.mjs').join(' ')} --prompt "{PROMPT}" {EVAL_ID}`;
    const { text } = await ask({ command: [line], template: true, shell: true }, { question: '$(echo no) "x"' });
    expect(JSON.parse(text)).toEqual({ arguments: ['--prompt', '$(echo no) "x"', 'late-refund'], stdin: '' });
  });

  it('reads the reply from the output file, and removes it', async () => {
    const command = ['/bin/sh', '-c', 'printf "%s" "$1" > "$1"; echo printed', 'sh', '{OUTPUT_FILE}'];
    const { text } = await ask({ command, template: true });
    expect(basename(text)).toBe('reply.txt');
    expect(existsSync(dirname(text))).toBe(false);
  });

  it('fails with an empty reply when the output file was not written', async () => {
    const command = program('print.mjs', 'printed', '', '0', '{OUTPUT_FILE}');
    await expect(ask({ command, template: true })).rejects.toMatchObject({ info: { cause: 'empty-reply' } });
  });

  it('reads what a program for AgentV wrote', async () => {
    const written = { text: 'Hi', token_usage: { input: 3 }, cost_usd: 0.5, duration_ms: 7 };
    const { text, call } = await ask({ command: program('print.mjs', JSON.stringify(written)), output: 'agentv' });
    expect(text).toBe('Hi');
    expect(call).toEqual({ latencyMs: 7, costUsd: 0.5, usage: { inputTokens: 3 } });
  });

  it('accepts an agent that only used tools', async () => {
    const written = JSON.stringify({ trace: [{ type: 'tool_call', name: 'find' }] });
    const reply = await ask({ command: program('print.mjs', written), output: 'agentv' });
    expect(reply).toMatchObject({ text: '', trace: [{ role: 'assistant' }] });
    const none = ask({ command: program('print.mjs', '{"trace": []}'), output: 'agentv' });
    await expect(none).rejects.toMatchObject({ info: { cause: 'empty-reply' } });
  });

  it('writes the prompt to a file for the time of the call', async () => {
    const script = 'cat "$1"; printf " %s" "$1"';
    const command = ['/bin/sh', '-c', script, 'sh', '{PROMPT_FILE}'];
    const { text } = await ask({ command, template: true }, { question: 'Why?', guidelines: 'Be brief.' });
    const [prompt, path = ''] = text.split(' /');
    expect(prompt).toBe('Be brief.\n\nWhy?');
    expect(existsSync(dirname(`/${path}`))).toBe(false);
  });

  it('reads JSON where the target says so', async () => {
    const printed = JSON.stringify({ reply: 'Hi', usage: { input_tokens: 3 } });
    const { text, call } = await ask({ command: program('print.mjs', printed), output: 'json' });
    expect(text).toBe('Hi');
    expect(call.usage).toEqual({ inputTokens: 3 });
  });

  it('fails with a malformed reply when that is not JSON', async () => {
    const asked = ask({ command: program('print.mjs', 'Hi there'), output: 'json' });
    await expect(asked).rejects.toMatchObject({
      info: { cause: 'malformed-reply', message: expect.stringContaining('Hi there') },
    });
  });

  it('keeps what a program that ends well wrote to stderr', async () => {
    const { call } = await ask({ command: program('print.mjs', 'Hi', 'a warning\n') });
    expect(call.notes).toEqual(['a warning']);
  });

  it.each<[string, string[], object]>([
    [
      'an exit code',
      program('print.mjs', 'Hi', 'broken', '3'),
      { cause: 'command-failed', status: 3, details: 'broken' },
    ],
    ['a signal', program('kill-itself.mjs'), { cause: 'command-failed', message: expect.stringContaining('SIGKILL') }],
    ['no output', program('print.mjs', ' \n', 'why'), { cause: 'empty-reply', details: 'why' }],
    [
      'a missing program',
      ['no-such-program'],
      { cause: 'command-failed', message: expect.stringContaining('no-such-program') },
    ],
    [
      'a program that is none',
      [join(programs, 'print.mjs')],
      { cause: 'command-failed', message: expect.stringContaining('chmod') },
    ],
    ['endless output', program('print-forever.mjs'), { cause: 'reply-too-long' }],
  ])('fails on %s', async (_title, command, info) => {
    await expect(ask({ command })).rejects.toMatchObject({ info: { retryable: false, ...info } });
  });

  it('says that the folder is missing, not the program', async () => {
    await expect(ask({ command: program('print.mjs', 'Hi'), cwd: 'nowhere' })).rejects.toThrow('The folder');
  });

  it('says what to do about a question that is too long for an argument', async () => {
    const asked = ask({ command: program('print.mjs'), input: 'argument' }, { question: 'x'.repeat(3_000_000) });
    await expect(asked).rejects.toThrow('input: question');
  });

  it('keeps the end of a long stderr', async () => {
    const command = program('print.mjs', 'Hi', `${'a'.repeat(5000)}end`, '1');
    const error = await ask({ command }).catch((reason: TargetError) => reason);
    expect(error).toBeInstanceOf(TargetError);
    expect((error as TargetError).info.details).toHaveLength(4000); // checked to be one in the line above
    expect((error as TargetError).info.details).toMatch(/end$/);
  });

  it('puts a replacement character for bytes that are not UTF-8', async () => {
    expect((await ask({ command: program('print-bytes.mjs') })).text).toBe('a\uFFFDb');
  });

  it('minds no program that does not read what it is given', async () => {
    const { text } = await ask({ command: program('print.mjs', 'Hi') }, { question: 'x'.repeat(2_000_000) });
    expect(text).toBe('Hi');
  });
});

describe('ending a program', () => {
  it('ends it and its children when the call is aborted', async () => {
    const { port, alive, dead } = await listenForPrograms();
    const controller = new AbortController();
    const target = await open({ command: program('stay.mjs', port, 'fork') });
    const asked = target.ask(makeRequest(), { signal: controller.signal });
    await alive(2);
    controller.abort(new Error('the run stops'));
    await expect(asked).rejects.toThrow('the run stops');
    await dead();
  });

  it('reports with a timeout what the program wrote to stderr, and does not ask to run it again', async () => {
    const { port, alive } = await listenForPrograms();
    const controller = new AbortController();
    const target = await open({ command: program('stay.mjs', port) });
    const asked = target.ask(makeRequest(), { signal: controller.signal });
    await alive(1);
    controller.abort(new TargetError({ cause: 'timeout', message: 'No reply within 1 s.', retryable: true }));
    await expect(asked).rejects.toMatchObject({
      info: { cause: 'timeout', retryable: false, details: 'I am staying.' },
    });
  });

  it('kills a program that minds no SIGTERM, 2 s later', async () => {
    const { port, alive, dead } = await listenForPrograms();
    const clock = new FakeClock();
    const controller = new AbortController();
    const target = await open({ command: program('stay.mjs', port, 'stubborn') }, clock);
    const asked = target.ask(makeRequest(), { signal: controller.signal });
    await alive(1);
    controller.abort(new Error('the run stops'));
    await clock.whenSleeping(1);
    void clock.advance(2000);
    await expect(asked).rejects.toThrow('the run stops');
    await dead();
  });

  it('does not wait for children that keep the output open', async () => {
    const { port, alive, dead } = await listenForPrograms();
    const clock = new FakeClock();
    const target = await open({ command: program('stay.mjs', port, 'leave') }, clock);
    const asked = target.ask(makeRequest(), makeContext());
    await alive(1);
    await clock.whenSleeping(1);
    void clock.advance(1000);
    expect((await asked).text).toBe('done');
    await dead();
  });

  it('starts nothing when the call is aborted already', async () => {
    const target = await open({ command: ['no-such-program'] });
    const asked = target.ask(makeRequest(), { signal: AbortSignal.abort(new Error('the run stops')) });
    await expect(asked).rejects.toThrow('the run stops');
  });
});

describe('the health check of a target', () => {
  const check = (healthcheck: SpecOf<'command'>['healthcheck'], clock?: FakeClock) =>
    open({ command: program('repeat-stdin.mjs'), healthcheck }, clock);

  it('that succeeds lets the target open', async () => {
    await expect(check({ command: ['/bin/sh', '-c', 'test -f print.mjs'] })).resolves.toMatchObject({ id: 'agent' });
    await expect(check({ command: ['/bin/sh', '-c', 'test -d targets'], cwd: '..' })).resolves.toBeDefined();
    const { url } = await startServer((response) => response.end('ok'));
    await expect(check({ url })).resolves.toBeDefined();
  });

  it.each<[string, NonNullable<SpecOf<'command'>['healthcheck']>, string]>([
    ['fails', { command: program('print.mjs', '', 'no disk', '3') }, 'The program ended with exit code 3: no disk.'],
    ['does not exist', { command: ['no-such-program'] }, 'There is no program "no-such-program".'],
    ['is not reached', { url: 'http://127.0.0.1:1/' }, 'http://127.0.0.1:1/ could not be reached'],
  ])('that %s is a fault before any call', async (_what, healthcheck, why) => {
    const opened = check(healthcheck);
    await expect(opened).rejects.toMatchObject({ code: 'TARGET_UNHEALTHY' });
    await expect(opened).rejects.toThrow(why);
  });

  it('answered with an error is a fault', async () => {
    const { url } = await startServer((response) => response.writeHead(503).end());
    await expect(check({ url })).rejects.toThrow(`${url} answered with status 503.`);
  });

  it('that takes too long is ended', async () => {
    const { port, alive, dead } = await listenForPrograms();
    const clock = new FakeClock();
    const opened = check({ command: program('stay.mjs', port), timeout: 5 }, clock);
    await alive(1);
    void clock.advance(5000);
    await expect(opened).rejects.toThrow('It took longer than 5 s.');
    await dead();
  });
});
