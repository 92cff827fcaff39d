import { describe, expect, it } from 'vitest';
import { makeSubject, makeWhole } from '../../../test/support/graded-subject.ts';
import { makeReply } from '../../../test/support/grading.ts';
import { Patterns } from '../../base/patterns.ts';
import { type GradedSubject, toSubject } from '../graded-conversation.ts';
import type { CommandCall, CommandEnd, Wanted } from './check.ts';
import { checkCommand } from './command.ts';

const exit = (stdout: string, exitCode: number | null = 0, stderr = ''): CommandEnd => {
  return { end: 'exit', exitCode, stdout, stderr };
};

async function grade(end: CommandEnd, wanted: Wanted<'command'> = ['check'], subject = makeSubject('hello')) {
  const calls: CommandCall[] = [];
  const runCommand = async (call: CommandCall) => {
    calls.push(call);
    return end;
  };
  const result = await checkCommand(subject, wanted, { patterns: new Patterns(), runCommand });
  return { result, calls };
}

describe('command', () => {
  it.each([
    ['{"score": 1}', { score: 1, reason: 'The program returned the score 1.' }],
    ['\uFEFF {"score": 0.25, "reason": "Half  right\\nor less"}\r\n', { score: 0.25, reason: 'Half  right␊or less' }],
    ['{"score": 0, "pass": true}', { score: 0, pass: true, reason: 'The program returned the score 0.' }],
    [
      '{"score": 0.5, "hits": ["a"], "misses": [], "reasoning": "ok"}',
      { score: 0.5, reason: 'ok', evidence: { hits: ['a'], misses: [] } },
    ],
    ['{"score": 1, "reason": "\\u001b[2J"}', { score: 1, reason: '␛[2J' }],
    [
      '{"score": null, "ungradable": true}',
      { cause: 'not-applicable', reason: expect.stringMatching(/cannot be graded/) },
    ],
  ])('that prints %j gives %j', async (stdout, expected) => {
    expect((await grade(exit(stdout))).result).toEqual(expected);
  });

  it.each([
    ['nothing', '', 'unparseable', 'printed nothing'],
    ['no JSON', 'Sure!', 'unparseable', 'printed "Sure!"'],
    ['two objects', '{"score": 1}\n{"score": 0}', 'unparseable', 'one JSON object'],
    ['prose around it', 'Here: {"score": 1}', 'unparseable', 'one JSON object'],
    ['a list', '[1]', 'unparseable', 'printed "[1]"'],
    ['a number', '1', 'unparseable', 'printed "1"'],
    ['no score', '{}', 'unparseable', 'returned the score nothing'],
    ['text as score', '{"score": "1"}', 'unparseable', 'returned the score ""1""'],
    ['null as score', '{"score": null}', 'unparseable', 'returned the score "null"'],
    ['a pass that is no boolean', '{"score": 1, "pass": "yes"}', 'unparseable', '"pass"'],
    [
      'more than 1',
      '{"score": 1.01}',
      'out-of-scale',
      'The program returned the score 1.01, which is not between 0 and 1.',
    ],
    ['less than 0', '{"score": -1}', 'out-of-scale', '-1'],
    ['more than any number', '{"score": 1e999}', 'out-of-scale', 'Infinity'],
  ])('that prints %s is ungraded', async (_what, stdout, cause, reason) => {
    expect((await grade(exit(stdout))).result).toEqual({ cause, reason: expect.stringContaining(reason) });
  });

  it.each<[string, CommandEnd, string, string]>([
    [
      'fails',
      exit('oops', 2, 'Trace\nNo module "x"\n'),
      'provider-error',
      'The program ended with exit code 2: "No module "x"".',
    ],
    [
      'fails after a score',
      exit('{"score": 1}', 1, 'Boom'),
      'provider-error',
      'The program ended with exit code 1: "Boom".',
    ],
    ['is ended by a signal', exit('', null), 'provider-error', 'by a signal'],
    [
      'does not end',
      { end: 'timeout', stderr: 'still busy' },
      'timeout',
      'The program did not finish within 30 s: "still busy".',
    ],
    ['prints too much', { end: 'too-long', stderr: '' }, 'too-long', 'printed too much'],
    ['is not there', { end: 'failed', message: 'There is no program "x".' }, 'provider-error', 'There is no program'],
  ])('that %s is ungraded', async (_what, end, cause, reason) => {
    expect((await grade(end)).result).toEqual({ cause, reason: expect.stringContaining(reason) });
  });

  it('shortens a long reason and drops evidence that is too long', async () => {
    const { result } = await grade(
      exit(JSON.stringify({ score: 1, reason: 'r'.repeat(5_000), book: 'b'.repeat(50_000) })),
    );
    expect(result.reason).toHaveLength(1_002);
    expect(result).not.toHaveProperty('evidence');
  });

  it('drops evidence that is nested too deeply, and rejects such a score', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect((await grade(exit(`{"score": 1, "found": ${deep}}`))).result).toEqual({
      score: 1,
      reason: 'The program returned the score 1.',
    });
    expect((await grade(exit(`{"score": ${deep}}`))).result).toMatchObject({ cause: 'unparseable' });
    expect((await grade(exit(deep))).result).toMatchObject({ cause: 'unparseable' });
  });

  it('is ungraded if no program can be run', () => {
    expect(checkCommand(makeSubject('x'), ['check'], { patterns: new Patterns() })).toMatchObject({
      cause: 'not-applicable',
    });
  });

  it('starts the program with its folder and timeout', async () => {
    const { calls } = await grade(exit('{}'), { run: ['python', 'c.py'], cwd: 'checks', timeout: 1.5 });
    expect(calls).toMatchObject([{ command: ['python', 'c.py'], cwd: 'checks', timeoutMs: 1_500 }]);
    expect((await grade(exit('{}'))).calls[0]?.timeoutMs).toBe(30_000);
  });
});

describe('what a command reads', () => {
  const refs = [{ url: 'https://a' }];
  const evalCase = {
    tags: ['t'],
    outcome: 'Greets.',
    input_messages: [{ role: 'user', content: 'Hi' }],
    expected_messages: [{ role: 'assistant', content: 'Hello.', refs }],
  };
  const call = { latencyMs: 1, costUsd: null };
  const subject = makeSubject('hello\ud83d', { evalCase, reply: { call, toolCalls: [{ name: 'f' }] } });
  const read = async (wanted: Wanted<'command'>, graded = subject) => {
    const { calls } = await grade(exit('{"score": 1}'), wanted, graded);
    return JSON.parse(calls[0]?.input ?? '');
  };

  it('is the reply with everything known about it', async () => {
    expect(await read(['check'])).toEqual({
      case: { id: 'c', eval: 'd', tags: ['t'], outcome: 'Greets.' },
      turnIndex: 1,
      reply: 'hello\ud83d',
      question: 'Hi',
      messages: [{ role: 'user', content: 'Hi' }],
      reference: 'Hello.',
      outcome: 'Greets.',
      refs,
      toolCalls: [{ name: 'f' }],
      call,
    });
  });

  it('is the whole conversation for a grader of it', async () => {
    expect(await read(['check'], makeWhole(evalCase, makeReply('a'), makeReply('b', 1)))).toMatchObject({
      turnIndex: null,
      reply: 'a\n\nb',
      messages: [{}, { content: 'a' }, {}, { content: 'b' }],
    });
  });

  it("has an agent's tool calls before its reply", async () => {
    const toReply = (text: string, at: number) =>
      makeReply(text, at, { call: { ...call, trace: [{ role: 'tool', content: `for ${text}` }] } });
    const replies = [toReply('a', 0), toReply('b', 1)];
    const whole = makeWhole({ ...evalCase, play: ['script'] }, ...replies);
    const contents = async (graded: GradedSubject) =>
      (await read(['check'], graded)).messages.map(({ content }: { content: string }) => content);
    expect(await contents(whole)).toEqual(['Hi', 'for a', 'a', 'Hi', 'for b', 'b']);
    const last = toSubject(whole.conversation, replies[1] ?? null);
    expect(await contents(last)).toEqual(['Hi', 'for a', 'a', 'Hi', 'for b']);
  });

  it('is the AgentV format for programs that use it', async () => {
    expect(await read({ run: ['check'], input: 'agentv' })).toMatchObject({
      question: 'Hi',
      expected_outcome: 'Greets.',
      reference_answer: 'Hello.',
      candidate_answer: 'hello\ud83d',
      guideline_paths: [],
      input_files: [],
      input_segments: [{ type: 'text', value: 'Hi' }],
      config: null,
    });
  });
});
