import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CaseRecord } from '../../src/conversation/run/run-record.ts';
import { startServer } from '../support/local-server.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const evals = `
targets: [chat]
cases:
  - id: refund
    input_messages: [{role: system, content: You are ACME support.}]
    turns: [{user: order 4712 here}, {user: refund please}]
    graders: [{contains: order}]
`;

const chat = '  - {id: chat, provider: openai-compatible, model: m, base_url: "${MODEL_URL}"}\n';

/** A chat server that answers `answer`, and what it was sent. */
async function startModel(answer = 'Noted for the order.') {
  const { url, received } = await startServer((response) => {
    const message = { role: 'assistant', content: answer };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'x', choices: [{ index: 0, finish_reason: 'stop', message }] }));
  });
  const listSent = () => received.map(({ body }) => (JSON.parse(body) as { readonly messages: unknown }).messages);
  return { env: { MODEL_URL: `${url}/v1` }, listSent };
}

/** A message on one line, whatever the width of the terminal. */
function unwrap(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

async function playJson(args: readonly string[], cwd: string, env: Record<string, string>) {
  const { out, err } = await runInProcess(['run', ...args, '--json', '--no-cache'], cwd, env);
  const { run, cases }: { run: string; cases: CaseRecord[] } = JSON.parse(out);
  return { run, cases, err };
}

const system = { role: 'system', content: 'You are ACME support.' };
const first = { role: 'user', content: 'order 4712 here' };
const reply = { role: 'assistant', content: 'Noted for the order.' };
const second = { role: 'user', content: 'refund please' };
const marked =
  '[System]:\nYou are ACME support.\n\n[User]:\norder 4712 here\n\n[Assistant]:\nNoted for the order.\n\n[User]:\nrefund please';

describe('what a target is sent', () => {
  it('is the chat messages by default, as the record and the plan say', async () => {
    const { env, listSent } = await startModel();
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': `targets:\n${chat}` });
    const { cases, err } = await playJson(['a.eval.yaml'], root, env);
    const sent = [
      [system, first],
      [system, first, reply, second],
    ];
    expect(listSent()).toEqual(sent);
    expect(err).toContain(' · chat gets chat messages\n');
    expect(cases[0]).toMatchObject({ send: 'messages', formatted_question: marked });
    expect(cases[0]?.turns.map(({ raw_request }) => raw_request)).toEqual(sent.map((messages) => ({ messages })));
    expect(cases[0]?.raw_request).toEqual({ messages: sent[1] });
  });

  it('is in the record exactly: files as they were, guidelines, roles that no provider knows', async () => {
    const { env, listSent } = await startModel();
    const root = makeProject({
      'a.eval.yaml': `
targets: [chat]
cases:
  - input_messages:
      - {role: developer, content: You are ACME support.}
      - {role: customer, content: [{type: file, value: ./order.md}, Where is it?]}
      - {role: assistant, content: "  On its way. "}
      - {role: system, content: The parcel is lost.}
      - {role: user, content: [{type: file, value: tone.instructions.md}, {type: file, value: empty.md}, "And now?"]}
`,
      ...{ 'order.md': 'Order 4712  \n\n', 'tone.instructions.md': 'Be kind.\n', 'empty.md': '\n' },
      'targets.yaml': `targets:\n${chat}`,
    });
    const { run } = await playJson(['a.eval.yaml'], root, env);
    writeFileSync(join(root, 'order.md'), 'changed');
    const { out } = await runInProcess(['show', `run:${run}`, '--json'], root);
    const { cases }: { cases: CaseRecord[] } = JSON.parse(out);
    expect(cases[0]?.raw_request).toEqual({ messages: listSent()[0] });
    expect(cases[0]?.raw_request?.messages?.slice(0, 2)).toEqual([
      { role: 'system', content: '=== tone.instructions.md ===\nBe kind.\n\nYou are ACME support.' },
      { role: 'user', content: '[Customer]:\n=== order.md ===\nOrder 4712  \n\nWhere is it?' },
    ]);
  });

  it('is in the record with the calls of tools as they were sent, ids that the file leaves out included', async () => {
    const { env, listSent } = await startModel();
    const root = makeProject({
      'a.eval.yaml': `
targets: [chat]
cases:
  - input_messages:
      - {role: user, content: Where is it?}
      - {role: assistant, content: null, tool_calls: [{id: c1, type: function, function: {name: find, arguments: '{"order": 7}'}}]}
      - {role: tool, tool_call_id: c1, content: lost}
      - {role: assistant, content: A moment., tool_calls: [{name: refund, arguments: {order: 7}}, {name: mail}]}
      - {role: tool, name: refund, content: done}
      - {role: tool, content: {sent: true}}
      - {role: user, content: Well?}
`,
      'targets.yaml': `targets:\n${chat}`,
    });
    const { cases } = await playJson(['a.eval.yaml'], root, env);
    const toCall = (id: string, name: string, given: string) => {
      return { id, type: 'function', function: { name, arguments: given } };
    };
    const sent = [
      { role: 'user', content: 'Where is it?' },
      { role: 'assistant', content: null, tool_calls: [toCall('c1', 'find', '{"order":7}')] },
      { role: 'tool', tool_call_id: 'c1', content: 'lost' },
      {
        role: 'assistant',
        content: 'A moment.',
        tool_calls: [toCall('call_1', 'refund', '{"order":7}'), toCall('call_2', 'mail', '{}')],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'done' },
      { role: 'tool', tool_call_id: 'call_2', content: '{\n  "sent": true\n}' },
      { role: 'user', content: 'Well?' },
    ];
    expect(listSent()).toEqual([sent]);
    expect(cases[0]?.raw_request).toEqual({ messages: sent });
  });

  it('is nothing when only blank messages follow the last reply', async () => {
    const { env, listSent } = await startModel();
    const messages = '[{role: user, content: Hi}, {role: assistant, content: Yes?}, {role: user, content: " "}]';
    const root = makeProject({
      'a.eval.yaml': `targets: [chat]\ncases: [{id: a, input_messages: ${messages}}]\n`,
      'targets.yaml': `targets:\n${chat}`,
    });
    const { code, err } = await runInProcess(['run', 'a.eval.yaml'], root, env);
    expect([code, listSent()]).toEqual([2, []]);
    expect(err).toContain('EVAL_NOTHING_TO_ANSWER');
  });

  it('is the address of an image on the web, which is not fetched', async () => {
    const { env, listSent } = await startModel();
    const root = makeProject({
      'a.eval.yaml': `
targets: [chat]
cases:
  - input_messages: [{role: user, content: [{type: image, value: "https://shop.example/a.png"}, What is it?]}]
    graders: [{contains: order}]
`,
      'targets.yaml': `targets:\n${chat}`,
    });
    const { cases } = await playJson(['a.eval.yaml'], root, env);
    const image = { type: 'image_url', image_url: { url: 'https://shop.example/a.png' } };
    expect(listSent()).toEqual([[{ role: 'user', content: [image, { type: 'text', text: 'What is it?' }] }]]);
    expect(cases[0]?.status).toBe('pass');
  });

  it('is one formatted question on request, in the target or on the command line', async () => {
    const { env, listSent } = await startModel();
    const asked = `targets:\n${chat.replace('m, ', 'm, send: question, ')}`;
    for (const [targets, args] of [
      [asked, []],
      [`targets:\n${chat}`, ['--send', 'question']],
    ] as const) {
      const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': targets });
      const { cases, err } = await playJson(['a.eval.yaml', ...args], root, env);
      expect(listSent().slice(-1)).toEqual([[{ role: 'user', content: marked }]]);
      expect(err).toContain(' · chat gets one formatted question\n');
      expect(cases[0]).toMatchObject({ send: 'question', formatted_question: marked });
      expect(cases[0]?.raw_request).toEqual({ question: marked, guidelines: '' });
    }
  });

  it('is both, as two variants, with --send question,messages', async () => {
    const { env } = await startModel();
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': `targets:\n${chat}` });
    const { cases, err, run } = await playJson(['a.eval.yaml', '--send', 'question,messages'], root, env);
    expect(cases.map(({ send }) => send).sort()).toEqual(['messages', 'question']);
    expect(err).toContain(' · chat gets one formatted question and chat messages, as 2 variants\n');
    const compared = await runInProcess(['compare', `${run}:chat:question`, `${run}:chat:messages`], root);
    expect(compared.code).toBe(0);
  });

  it('is the question for evals and targets of AgentV', async () => {
    const { env, listSent } = await startModel();
    const cases =
      'id: a, outcome: x, input_messages: [{role: user, content: Hi}, {role: assistant, content: Yes?}, {role: user, content: Bye}]';
    const question = [{ role: 'user', content: '[User]:\nHi\n\n[Assistant]:\nYes?\n\n[User]:\nBye' }];
    const foreignTargets =
      '$schema: agentv-targets-v2.2\ntargets: [{name: chat, provider: openai, model: m, api_key: "${{ KEY }}", base_url: "${{ MODEL_URL }}"}]\n';
    for (const files of [
      {
        'a.yaml': `$schema: agentv-eval-v2\ntarget: chat\nevalcases: [{${cases}}]\n`,
        'targets.yaml': `targets:\n${chat}`,
      },
      { 'a.yaml': `target: chat\nevalcases: [{${cases}}]\n`, 'targets.yaml': `targets:\n${chat}` },
      {
        'a.eval.jsonl': `{"$schema": "agentv-eval-v2", "target": "chat"}\n${JSON.stringify(parse(`{${cases}}`))}\n`,
        'targets.yaml': `targets:\n${chat}`,
      },
      { 'a.yaml': `target: chat\ncases: [{${cases}}]\n`, 'targets.yaml': foreignTargets },
    ]) {
      const [file = ''] = Object.keys(files);
      const { err } = await runInProcess(['run', file, '--no-cache'], makeProject(files), { ...env, KEY: 'k' });
      expect(err).toContain(' · chat gets one formatted question\n');
    }
    expect(listSent().slice(0, 3)).toEqual([question, question, question]);
  });

  it('is not played twice for a command, which gets what its own keys say', async () => {
    const targets = 'targets:\n  - {id: chat, provider: command, command: [cat]}\n';
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': targets });
    const env = { PATH: process.env.PATH ?? '' };
    const { cases, err } = await playJson(['a.eval.yaml', '--send', 'question,messages'], root, env);
    expect(err).toContain(' · chat gets the formatted question on stdin\n');
    expect(cases).toHaveLength(1);
    expect(cases[0]?.turns[0]?.raw_request).toEqual({
      question: 'You are ACME support.\n\norder 4712 here',
      guidelines: '',
      stdin: 'You are ACME support.\n\norder 4712 here',
    });
  });

  it('is in the record of an http target as its body was', async () => {
    const { url, received } = await startServer((response) => response.end('"an order"'));
    const target = {
      id: 'chat',
      provider: 'http',
      url: `${url}/{{case_id}}`,
      body: { text: '{{last_user}}', all: '{{messages}}' },
    };
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': JSON.stringify({ targets: [target] }) });
    const { cases } = await playJson(['a.eval.yaml'], root, {});
    const requests = cases[0]?.turns.map(({ raw_request }) => raw_request);
    expect(requests?.map(({ body }) => body)).toEqual(received.map(({ body }) => JSON.parse(body)));
    expect(requests?.map((request) => request.url)).toEqual(received.map((request) => `${url}${request.url}`));
    expect(requests?.[0]).toEqual({ url: `${url}/refund`, body: { text: 'order 4712 here', all: [system, first] } });
  });

  it('is in the record of a command as it read it', async () => {
    const targets =
      'targets:\n  - {id: chat, provider: command, command: [cat], input: json, env: {SID: "{{conversation_id}}", KEEP: "1"}}\n';
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': targets });
    const { cases, run } = await playJson(['a.eval.yaml'], root, { PATH: process.env.PATH ?? '' });
    const [turn] = cases[0]?.turns ?? [];
    expect(turn?.raw_request.stdin).toEqual(JSON.parse(turn?.reply ?? ''));
    expect(turn?.raw_request.stdin).toMatchObject({ messages: [system, first], run_id: run, turn: 1 });
    expect(turn?.raw_request.env).toEqual({ SID: turn?.conversationId });
    expect(turn?.raw_request).not.toHaveProperty('question');
  });

  it('is in the record without the settings that its model does not take', async () => {
    const content = [{ type: 'output_text', text: 'order', annotations: [] }];
    const output = [{ type: 'message', id: 'm1', status: 'completed', role: 'assistant', content }];
    const { url, received } = await startServer((response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ id: 'r1', object: 'response', created_at: 1, status: 'completed', model: 'm', output }),
      );
    });
    const settings =
      '{temperature: 0.5, top_p: 0.9, seed: 7, stop: END, max_output_tokens: 90, reasoning_effort: low, service_tier: flex}';
    const toTarget = (id: string, model: string) =>
      `  - {id: ${id}, provider: openai, model: ${model}, base_url: "${url}/v1", settings: ${settings}}\n`;
    const root = makeProject({
      'a.eval.yaml': evals.replace('[chat]', '[plain, thinking]'),
      'targets.yaml': `targets:\n${toTarget('plain', 'gpt-4.1')}${toTarget('thinking', 'gpt-5-mini')}`,
    });
    const { cases } = await playJson(['a.eval.yaml'], root, {});
    const listKeys = (model: string) =>
      received.map(({ body }) => JSON.parse(body)).filter((body) => body.model === model)[0];
    expect(listKeys('gpt-4.1')).not.toHaveProperty('reasoning');
    expect(listKeys('gpt-5-mini')).not.toHaveProperty('temperature');
    const common = { max_output_tokens: 90, service_tier: 'flex' };
    expect(cases.map(({ turns: [turn] }) => [turn?.raw_request.settings, turn?.unsentSettings])).toEqual([
      [{ temperature: 0.5, top_p: 0.9, ...common }, ['seed', 'stop', 'reasoning_effort']],
      [{ reasoning_effort: 'low', ...common }, ['temperature', 'top_p', 'seed', 'stop']],
    ]);
    expect(cases[0]?.raw_request?.settings).toEqual(cases[0]?.turns[0]?.raw_request.settings);
  });

  it('is in the record with the settings, and the seed of each repeat', async () => {
    const { env } = await startModel();
    const targets = `targets:\n${chat.replace('m, ', 'm, settings: {temperature: 0, seed: 7}, ')}`;
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': targets });
    const { cases } = await playJson(['a.eval.yaml', '--repeat', '2'], root, env);
    const seeds = cases.map(({ raw_request }) => raw_request?.settings);
    expect(seeds).toEqual([
      { temperature: 0, seed: 7 },
      { temperature: 0, seed: 8 },
    ]);
  });
});

describe('show of an eval file', () => {
  it('shows what its targets are sent, and says so in a sentence', async () => {
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': `targets:\n${chat}` });
    const { out } = await runInProcess(['preview', 'a.eval.yaml'], root);
    expect(out).toContain('2 messages · question without role markers · call 1 of 2');
    expect(out).toMatch(/── messages ─+\n 1 {2}System\n {4}You are ACME support\.\n\n 2 {2}User\n {4}order 4712 here/);
    expect(out).toMatch(/── question ─+\nYou are ACME support\.\n\norder 4712 here\n/);
    expect(out).toContain('chat gets chat messages. Judges see the formatted question.');
    const question = await runInProcess(['preview', 'a.eval.yaml', '--question'], root);
    expect(question.out).toContain('── question');
    expect(question.out).not.toContain('── messages');
  });
});

describe('init', () => {
  it('names what else a model can be sent', async () => {
    const root = makeProject();
    await runInProcess(['init', 'mine', '--provider', 'openai', '--yes'], root);
    expect(readFileSync(join(root, 'mine/targets.yaml'), 'utf8')).toContain(
      'send: messages # chat messages, as in production. "question" sends one formatted text instead',
    );
  });
});

describe('a recording', () => {
  it('is replayed in the form it was recorded in', async () => {
    const { env } = await startModel();
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': `targets:\n${chat}` });
    for (const send of ['question', 'messages']) {
      await playJson(['a.eval.yaml', '--record', `${send}.jsonl`, '--send', send], root, env);
      writeFileSync(
        join(root, 'targets.yaml'),
        `targets:\n${chat}  - {id: replayed, provider: replay, cassette: ${send}.jsonl}\n`,
      );
      const { cases } = await playJson(['a.eval.yaml', '--target', 'replayed'], root, env);
      expect(cases[0]).toMatchObject({ send, status: 'pass' });
    }
  });

  it('that was made again, in the same file, is replayed in the form of the last time', async () => {
    const { env } = await startModel();
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': `targets:\n${chat}` });
    for (const send of ['question', 'messages']) {
      await playJson(['a.eval.yaml', '--record', 'calls.jsonl', '--send', send], root, env);
    }
    writeFileSync(join(root, 'targets.yaml'), 'targets:\n  - {id: chat, provider: replay, cassette: calls.jsonl}\n');
    const { cases } = await playJson(['a.eval.yaml'], root, env);
    expect(cases[0]).toMatchObject({ send: 'messages', status: 'pass' });
  });

  it('explains a miss that comes from the form, and how to fix it', async () => {
    const { env } = await startModel();
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': `targets:\n${chat}` });
    await playJson(['a.eval.yaml', '--record', 'old.jsonl', '--send', 'question'], root, env);
    const replay = 'targets:\n  - {id: chat, provider: replay, cassette: old.jsonl, send: messages}\n';
    writeFileSync(join(root, 'targets.yaml'), replay);
    const { cases } = await playJson(['a.eval.yaml'], root, env);
    expect(cases[0]?.error?.message).toContain('It was recorded with `send: question`');
    expect(cases[0]?.error?.message).toContain('Set `send: question` on target "chat"');
  });
});

describe('a resumed run', () => {
  it('keeps what it sent, even if the default of its target is another by now', async () => {
    const { env, listSent } = await startModel();
    const agentv = evals.replace('cases:', 'evalcases:');
    const root = makeProject({ 'a.eval.yaml': agentv, 'targets.yaml': `targets:\n${chat}` });
    await runInProcess(['run', 'a.eval.yaml', '--no-cache', '--max-calls', '1'], root, env);
    // Without AgentV's key the file is ours, whose targets are sent messages.
    writeFileSync(join(root, 'a.eval.yaml'), evals);
    const { err } = await runInProcess(['run', '--resume', '--force'], root, env);
    expect(err).toContain('As before, chat gets one formatted question.');
    expect(listSent().at(-1)).toEqual([{ role: 'user', content: marked }]);
  });

  it('refuses another `send` in the targets file, and sends it with --force', async () => {
    const { env, listSent } = await startModel();
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': `targets:\n${chat}` });
    await runInProcess(['run', 'a.eval.yaml', '--no-cache', '--max-calls', '1'], root, env);
    writeFileSync(
      join(root, 'targets.yaml'),
      readFileSync(join(root, 'targets.yaml'), 'utf8').replace('m, ', 'm, send: question, '),
    );
    const { err } = await runInProcess(['run', '--resume'], root, env);
    expect(unwrap(err)).toContain('The send of target "chat" changed: nothing → "question".');
    await runInProcess(['run', '--resume', '--force'], root, env);
    expect(listSent().at(-1)).toEqual([{ role: 'user', content: marked }]);
  });
});

describe('a baseline that was sent another form', () => {
  async function playBoth() {
    const { env, listSent } = await startModel();
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': `targets:\n${chat}` });
    const before = await playJson(['a.eval.yaml', '--send', 'question'], root, env);
    return { root, env, listSent, before: before.run };
  }

  it('is compared only on request', async () => {
    const { root, env, before } = await playBoth();
    const { run: now } = await playJson(['a.eval.yaml'], root, env);
    const refused = await runInProcess(['compare', before, now], root);
    expect(refused.code).toBe(2);
    expect(unwrap(refused.err)).toContain(`turnwise compare ${before}:chat:question ${now}:chat:messages`);
    expect(refused.err).toContain('(COMPARE_OTHER_SEND)');
    const compared = await runInProcess(['compare', `${before}:chat:question`, `${now}:chat:messages`], root);
    expect(compared.code).toBe(0);
  });

  it('is refused by a gate before anything is called', async () => {
    const { root, env, listSent, before } = await playBoth();
    const calls = listSent().length;
    const refused = await runInProcess(['run', 'a.eval.yaml', '--no-cache', '--baseline', before], root, env);
    expect(refused.code).toBe(2);
    expect(unwrap(refused.err)).toContain('Add --send question to send the same format');
    expect(unwrap(refused.err)).toContain(`--baseline ${before}:chat:question`);
    expect(listSent()).toHaveLength(calls);
    const gate = ['run', 'a.eval.yaml', '--no-cache', '--baseline', `${before}:chat:question`];
    const { err } = await runInProcess(gate, root, env);
    expect(err).toContain(`Baseline ${before}:chat:question (A), this run (B): `);
    const [, details = ''] = /^Details: turnwise (compare .*)$/m.exec(err) ?? [];
    expect(await runInProcess(details.split(' '), root)).toMatchObject({ code: 0, err: '' });
  });

  it('is not offered as the run to compare with', async () => {
    const { root, env, before } = await playBoth();
    const { out } = await runInProcess(['run', 'a.eval.yaml', '--no-cache'], root, env);
    expect(out).not.toContain(before);
  });
});

describe('a command that prints JSON where text is expected', () => {
  const targets = (output: string) =>
    `targets:\n  - {id: chat, provider: command, command: [echo, '{"text": "your order"}'], output: ${output}}\n`;
  const env = { PATH: process.env.PATH ?? '' };

  it('gets one warning that names the fix', async () => {
    const root = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': targets('text') });
    const { err } = await runInProcess(['run', 'a.eval.yaml'], root, env);
    expect(err.split('(TARGET_JSON_AS_TEXT)')).toHaveLength(2);
    expect(unwrap(err)).toContain('If "text" is the reply, set `output: json` on the target.');
    const shown = await runInProcess(['show', 'run:last', '--case', 'refund'], root);
    expect(unwrap(shown.out)).toContain('warning: The output of target "chat" is a JSON object with "text"');
    const json = makeProject({ 'a.eval.yaml': evals, 'targets.yaml': targets('json') });
    expect((await runInProcess(['run', 'a.eval.yaml'], json, env)).err).not.toContain('TARGET_JSON_AS_TEXT');
  });
});
