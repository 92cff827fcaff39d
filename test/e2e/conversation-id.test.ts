import { describe, expect, it } from 'vitest';
import type { CaseRecord } from '../../src/conversation/run/run-record.ts';
import { makeFastClock } from '../support/fake-clock.ts';
import { startServer } from '../support/local-server.ts';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

interface Line {
  readonly session: string;
  readonly turn: number;
  readonly text: string;
}

/** A service with sessions: the reply says how many turns the session had, and which order it knows. `fails`: by call. */
async function startDesk(fails: (call: number) => 'fail' | 'break' | 'refuse' | undefined = () => undefined) {
  const sessions = new Map<string, string[]>();
  const lines: Line[] = [];
  let calls = 0;
  const { url } = await startServer((response, { body }) => {
    const fault = fails(calls);
    calls += 1;
    if (fault === 'refuse') return response.writeHead(429, { 'retry-after': '0' }).end();
    const line: Line = JSON.parse(body);
    lines.push(line);
    const said = [...(sessions.get(line.session) ?? []), line.text];
    sessions.set(line.session, said);
    if (fault === 'fail') return response.writeHead(500).end();
    if (fault === 'break') return response.destroy();
    const order = said.join(' ').match(/\d{4}/)?.[0] ?? 'none';
    return response.setHeader('content-type', 'text/plain').end(`turn ${said.length}, order ${order}`);
  });
  return { url, lines, listTurns: () => lines.map(({ session, turn }) => `${session.split('-').at(-1)}: ${turn}`) };
}

const chat = `targets: [desk]
cases:
  - id: a
    turns:
      - user: Hello
        graders: [{ equals: "turn 1, order none" }]
      - user: My order is 4712
        graders: [{ equals: "turn 2, order 4712" }]
      - user: Where is it?
        graders: [{ equals: "turn 3, order 4712" }]
`;

function makeDesk(url: string, evalFile = chat): string {
  const body = '{ session: "{{conversation_id}}", turn: "{{turn}}", text: "{{last_user}}" }';
  return makeProject({
    'targets.yaml': `targets:\n  - { id: desk, provider: http, url: "${url}", body: ${body} }\n`,
    'a.eval.yaml': evalFile,
  });
}

async function runJson(cwd: string, ...args: readonly string[]) {
  const world = { cwd, env: { PATH: process.env.PATH ?? '' }, clock: makeFastClock(25) };
  const { out, err } = await runInWorld(['run', ...args, '--json', '--quiet'], world);
  if (out === '') throw new Error(err);
  const { cases }: { cases: CaseRecord[] } = JSON.parse(out);
  return cases;
}

describe('a service that keeps sessions', () => {
  it('finds nothing of another run, repeat or way to play in a session', async () => {
    const { url, lines } = await startDesk();
    const known = chat.replaceAll(/( +)- user: (.*)\n/g, '$1- user: $2\n$1  expect: x\n');
    const cwd = makeDesk(url, `play: [script, every-turn]\n${known}`);
    for (let run = 0; run < 2; run += 1) {
      const cases = await runJson(cwd, 'a.eval.yaml', '--repeat', '2');
      const script = cases.filter(({ play }) => play === 'script');
      expect(script.map(({ status }) => status)).toEqual(['pass', 'pass']);
    }
    // Two runs of two repeats: a script is one session, in every-turn play each turn is.
    expect(new Set(lines.map(({ session }) => session)).size).toBe(2 * 2 * (1 + 3));
    expect(lines).toHaveLength(2 * 2 * (3 + 3));
  });

  it('starts over in a new session after a call that may have reached it, and the attempt stays in the record', async () => {
    const { url, listTurns } = await startDesk((call) => ({ 1: 'refuse', 2: 'fail', 4: 'break' })[call] as 'fail');
    const cwd = makeDesk(url);
    const [record] = await runJson(cwd, 'a.eval.yaml');
    expect(listTurns()).toEqual(['1: 1', '1: 2', '2: 1', '2: 2', '3: 1', '3: 2', '3: 3']);
    expect(record).toMatchObject({
      status: 'pass',
      turns: [{ reply: 'turn 1, order none' }, { reply: 'turn 2, order 4712' }, { reply: 'turn 3, order 4712' }],
      abandoned: [
        { attempt: 1, error: { cause: 'provider-error', status: 500, turnIndex: 3 }, turns: [{ turnIndex: 1 }] },
        { attempt: 2, error: { cause: 'unreachable' }, turns: [{ turnIndex: 1 }] },
      ],
    });
    const ids = [...(record?.abandoned ?? []), record?.turns[0]].map((each) => each?.conversationId);
    expect(new Set(ids).size).toBe(3);
    const { out } = await runInProcess(['show', 'run:last', '--case', 'a'], cwd);
    expect(out).toContain(`Attempt 1 (${ids[0]}) was abandoned after 1 reply: The service failed (500).`);
  });

  it('starts over in a new session when the run is resumed, and when errors are retried', async () => {
    const { url, listTurns } = await startDesk((call) => (call > 3 && call < 9 ? 'fail' : undefined));
    const cwd = makeDesk(url);
    await runJson(cwd, 'a.eval.yaml', '--max-calls', '2');
    expect(listTurns()).toEqual(['1: 1', '1: 2']);
    // Each of its five attempts fails at its first or second turn.
    const [failed] = await runJson(cwd, '--resume');
    expect(failed).toMatchObject({ status: 'error', error: { attempts: 5 }, abandoned: { length: 5 } });
    const before = listTurns().length;
    const [record] = await runJson(cwd, '--retry-errors');
    expect(listTurns().slice(before)).toEqual(['7: 1', '7: 2', '7: 3']);
    expect(record).toMatchObject({ status: 'pass', abandoned: { length: 6 } });
    expect(record?.abandoned?.[0]).toMatchObject({ attempt: 1, turns: { length: 2 } });
  });

  it('is not asked with a mistyped placeholder', async () => {
    const { url, lines } = await startDesk();
    const targets = `targets:\n  - id: desk\n    provider: http\n    url: "${url}"\n    body: { x: "{{last_msg}}" }\n`;
    const cwd = makeProject({ 'targets.yaml': targets, 'a.eval.yaml': chat });
    for (const args of [
      ['validate', 'a.eval.yaml'],
      ['validate', 'targets.yaml'],
      ['run', 'a.eval.yaml'],
    ]) {
      const { code, out, err } = await runInProcess(args, cwd);
      expect(code).toBe(2);
      const said = `${out}${err}`.replaceAll(/\s+/g, ' ');
      expect(said).toContain('targets.yaml:5:16 There is no placeholder {{last_msg}}, in target "desk".');
      expect(said).toContain('Did you mean {{last_user}}?');
    }
    expect(lines).toEqual([]);
  });

  it('is said to miss what every-turn play does not send it', async () => {
    const { url } = await startDesk();
    const known = chat.replaceAll(/( +)- user: (.*)\n/g, '$1- user: $2\n$1  expect: x\n');
    const cwd = makeDesk(url, `play: every-turn\n${known}`);
    const { err } = await runInProcess(['run', 'a.eval.yaml', '--quiet'], cwd);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(
      'The target "desk" gets only the last user message, so in every-turn mode it gets each turn of case "a" without the earlier turns.',
    );
  });
});

it('sends a program its conversation id in its environment, its arguments and as JSON', async () => {
  const print = (what: string) => `[node, -e, "process.stdout.write(${what})"]`;
  const stdin = "JSON.stringify(JSON.parse(require('fs').readFileSync(0)))";
  const cwd = makeProject({
    'targets.yaml': [
      'targets:',
      `  - { id: env, provider: command, command: ${print('process.env.SESSION')}, env: { SESSION: "{{conversation_id}} {{turn}}" } }`,
      `  - { id: json, provider: command, command: ${print(stdin)}, input: json }`,
      '  - { id: argument, provider: command, command: [echo, "{CONVERSATION_ID} {TURN}"], template: true }',
      '',
    ].join('\n'),
    'a.eval.yaml':
      'targets: [env, json, argument]\ncases:\n  - id: a\n    graders: [{contains: "-"}]\n    turns: [{user: Hi}, {user: Bye}]\n',
  });
  const records = await runJson(cwd, 'a.eval.yaml');
  const [env, json, argument] = records.map(({ turns }) => turns);
  for (const turns of [env, argument]) {
    expect(turns?.map(({ reply }) => reply)).toEqual(
      turns?.map(({ conversationId }, index) => `${conversationId} ${index + 1}`),
    );
  }
  expect(JSON.parse(json?.[1]?.reply ?? '')).toMatchObject({
    conversation_id: json?.[1]?.conversationId,
    turn: 2,
    run_id: expect.stringMatching(/^\d{8}-/),
    case_id: 'a',
    repeat: 0,
  });
  expect(new Set(records.flatMap(({ turns }) => turns.map(({ conversationId }) => conversationId))).size).toBe(3);
});

it('sends a model behind an address its conversation id in a header, and continues under it', async () => {
  const { url, received } = await startServer((response) => {
    const message = { role: 'assistant', content: 'Hi' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'x', choices: [{ index: 0, finish_reason: 'stop', message }] }));
  });
  const target = `provider: openai-compatible, model: m, base_url: "${url}/v1", headers: { x-session: "{{conversation_id}}" }`;
  const cwd = makeProject({ 'targets.yaml': `targets:\n  - { id: desk, ${target} }\n`, 'a.eval.yaml': chat });
  await runJson(cwd, 'a.eval.yaml', '--max-calls', '2');
  const [record] = await runJson(cwd, '--resume');
  const ids = received.map(({ headers }) => headers['x-session']);
  expect(ids).toEqual(Array.from({ length: 3 }, () => record?.turns[0]?.conversationId));
  expect(record).not.toHaveProperty('abandoned');
});
