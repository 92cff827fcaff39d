import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository, runBin } from '../support/run-bin.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const { files, vectors } = JSON.parse(readFileSync(join(repository, 'test/fixtures/vectors/question.json'), 'utf8'));

describe('turnwise preview of an eval file', () => {
  it.each(['yaml', 'json', 'jsonl'])(
    'gives every question vector, through the built command and .eval.%s',
    (suffix) => {
      const cases = vectors.map(({ id, input_messages }: { id: string; input_messages: unknown }) => ({
        id,
        input_messages,
      }));
      const text =
        suffix === 'jsonl' ? cases.map((one: unknown) => JSON.stringify(one)).join('\n') : JSON.stringify({ cases });
      const name = `vectors.eval.${suffix}`;
      const { code, out } = runBin(['preview', name, '--json'], makeProject({ ...files, [name]: text }));
      expect(code).toBe(0);
      const shown = JSON.parse(out);
      expect(
        shown.map(({ id, eval: evalName, markers, question, guidelines }: Record<string, unknown>) => ({
          id,
          eval: evalName,
          markers,
          question,
          guidelines,
        })),
      ).toEqual(
        vectors.map(({ id, markers, question, guidelines }: Record<string, unknown>) => ({
          id,
          eval: 'vectors',
          markers,
          question,
          guidelines,
        })),
      );
      expect(Object.keys(shown[0])).toEqual(['id', 'eval', 'markers', 'question', 'guidelines', 'messages', 'files']);
    },
  );

  it("prints the founding document's multi-turn example exactly", async () => {
    const { out } = await runInProcess(
      ['preview', 'multi-turn/multi-turn.eval.yaml', '--case', 'debugging'],
      join(repository, 'examples'),
    );
    expect(out).toContain(
      '[System]:\nYou are a debugging expert.\n\n[User]:\nI have a bug in my code.\n\n[Assistant]:\nCan you share the code?\n\n[User]:\nHere it is: [code snippet]\n',
    );
  });

  it('prints what a service or a program is sent, without a value of the environment', async () => {
    const cwd = makeProject({
      'a.eval.yaml': 'cases: [{id: one, input_messages: [{role: user, content: Hello}], graders: [{contains: x}]}]',
      'targets.yaml': `targets:
  - id: service
    provider: http
    url: http://127.0.0.1:1/chat/{{case_id}}
    body: {key: "\${SERVICE_KEY}", session: "{{conversation_id}}", text: "{{last_user}}"}
    reply: $.text
  - {id: program, provider: command, command: [node, agent.mjs], input: argument}
  - {id: plain, provider: command, command: [node, agent.mjs]}
`,
    });
    const preview = (...args: readonly string[]) =>
      runInProcess(['preview', 'a.eval.yaml', ...args], cwd, { SERVICE_KEY: 'k-very-secret' });
    const { out } = await preview('--target', 'service,program,plain');
    const sent = out.split(/^── sent to /m).slice(1);
    const toJson = (text = '') => JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    expect(sent).toEqual([expect.stringMatching(/^service ─/), expect.stringMatching(/^program ─/)]);
    expect(toJson(sent[0])).toEqual({
      url: 'http://127.0.0.1:1/chat/one',
      body: { key: '${SERVICE_KEY}', session: '<conversation-id>', text: 'Hello' },
    });
    expect(toJson(sent[1])).toEqual({ command: ['node', 'agent.mjs', 'Hello'] });
    expect((await preview('--target', 'service', '--question')).out).not.toContain('sent to');
  });

  it('moves no cursor with the id of a target', async () => {
    const cwd = makeProject({
      'a.eval.yaml': 'cases: [{id: one, input_messages: [{role: user, content: Hello}], graders: [{contains: x}]}]',
      'targets.yaml': 'targets: [{id: "ev\\e[2Jil", provider: command, command: [node, a.mjs], input: json}]\n',
    });
    const { out } = await runInProcess(['preview', 'a.eval.yaml'], cwd);
    expect(out).toContain('sent to ev');
    expect(out).not.toContain('\u001b[2J');
  });

  it("keeps the founding document's single turns flat, with guidelines apart", async () => {
    const { out } = await runInProcess(
      ['preview', 'multi-turn/single-turn.eval.yaml', '--json'],
      join(repository, 'examples'),
    );
    expect(JSON.parse(out)).toEqual([
      expect.objectContaining({
        markers: false,
        question: 'You are a helpful assistant.\n\nWhat is 2+2?',
        guidelines: '',
      }),
      expect.objectContaining({
        markers: false,
        question: 'Please review this code.',
        guidelines: '=== coding-guidelines.instructions.md ===\n# Coding guidelines\n\n- Small functions.\n- No `any`.',
        files: [{ path: 'coding-guidelines.instructions.md', guideline: true }],
      }),
    ]);
  });

  it('shows the first call of a scripted case', async () => {
    const root = makeProject({
      'x.eval.yaml':
        'cases:\n  - input_messages: [{role: system, content: Desk}]\n    turns: [{user: Hi}, {user: Bye}]\n',
    });
    const { out } = await runInProcess(['preview', 'x.eval.yaml', '--json'], root);
    expect(JSON.parse(out)[0]).toMatchObject({
      question: 'Desk\n\nHi',
      messages: [{ role: 'system' }, { role: 'user', content: 'Hi' }],
    });
  });

  it("takes the project's guideline patterns, and AgentV's", async () => {
    const root = makeProject({
      'evals/x.eval.yaml':
        'cases:\n  - input_messages:\n      - role: user\n        content: [{type: file, value: ../docs/style.md}, go]\n',
      'docs/style.md': 'Be brief.\n',
      '.turnwise/config.yaml': 'guideline_patterns: ["docs/**"]\n',
    });
    const { out } = await runInProcess(['preview', 'evals/x.eval.yaml', '--json'], root);
    expect(JSON.parse(out)[0]).toMatchObject({
      question: 'go',
      guidelines: '=== ../docs/style.md ===\nBe brief.',
      files: [{ path: '../docs/style.md', guideline: true }],
    });
  });

  it('tells the nearest case when there is none of that id', async () => {
    const { code, err } = await runInProcess(
      ['preview', 'multi-turn/multi-turn.eval.yaml', '--case', 'debuging'],
      join(repository, 'examples'),
    );
    expect(code).toBe(2);
    expect(err).toContain('Did you mean "debugging"?');
  });

  it('says what each target is sent, and which call of a script it is', async () => {
    const root = makeProject({
      'x.eval.yaml': 'targets: [a, b]\ncases:\n  - turns: [{user: Hi}, {user: Bye}]\n',
      'targets.yaml':
        'targets: [{id: a, provider: builtin, model: echo, send: question}, {id: b, provider: builtin, model: echo}]\n',
    });
    const { out } = await runInProcess(['preview', 'x.eval.yaml'], root);
    expect(out).toContain('question without role markers · call 1 of 2');
    expect(out).toContain('a gets one formatted question, b gets chat messages. Judges see the formatted question.');
  });

  it('shows every call of a case that is played turn by turn', async () => {
    const messages =
      '[{role: user, content: A}, {role: assistant, content: B}, {role: user, content: C}, {role: assistant, content: D}]';
    const root = makeProject({ 'x.eval.yaml': `cases:\n  - {play: every-turn, input_messages: ${messages}}\n` });
    const { out } = await runInProcess(['preview', 'x.eval.yaml'], root);
    expect(out).toMatch(
      /question without role markers · every-turn · call 1 of 2\n[\s\S]*A\n[\s\S]*question with role markers · every-turn · call 2 of 2\n/,
    );
    expect(out).toContain('[User]:\nA\n\n[Assistant]:\nB\n\n[User]:\nC\n');
    expect(out).not.toContain('D');
    const calls = JSON.parse((await runInProcess(['preview', 'x.eval.yaml', '--json'], root)).out);
    expect(calls).toMatchObject([
      { id: 'case-1', question: 'A', play: 'every-turn', turnIndex: 1 },
      { id: 'case-1', question: '[User]:\nA\n\n[Assistant]:\nB\n\n[User]:\nC', play: 'every-turn', turnIndex: 3 },
    ]);
  });

  it('shows the first call of the script next to those of every-turn play', async () => {
    const root = makeProject({
      'x.eval.yaml': 'cases:\n  - {play: [script, every-turn], turns: [{user: A, expect: B}, {user: C, expect: D}]}\n',
    });
    const { out } = await runInProcess(['preview', 'x.eval.yaml'], root);
    const calls = [
      'question without role markers · call 1 of 2',
      'question without role markers · every-turn · call 1 of 2',
      'question with role markers · every-turn · call 2 of 2',
    ];
    expect(out.split('\n').filter((line) => line.startsWith('x / '))).toEqual(
      calls.map((call) => `x / case-1  ${call}`),
    );
  });

  it('shows the file paths that a command gets in a run', async () => {
    const root = makeProject({
      'evals/x.eval.yaml':
        'targets: [bot]\ncases:\n  - input_messages:\n      - {role: user, content: [{type: file, value: ../docs/a.md}, go]}\n',
      'docs/a.md': 'A\n',
      'targets.yaml':
        'targets: [{id: bot, provider: command, command: [bot, "{FILES}"], template: true, files_format: "{path}"}]\n',
    });
    const { out } = await runInProcess(['preview', 'evals/x.eval.yaml'], root);
    expect(out).toContain(JSON.stringify(join(root, 'docs/a.md')));
    expect(out).not.toContain('"../docs/a.md"');
  });

  it.each(['run:last', 'last'])('points to show for %s', async (name) => {
    const { code, out, err } = await runInProcess(['preview', name], makeProject());
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`turnwise show ${name}`);
  });

  it('shows what one target is sent', async () => {
    const targets =
      'targets: [{id: a, provider: builtin, model: echo}, {id: b, provider: builtin, model: echo, send: question}]';
    const file = 'targets: [a, b]\ncases: [{id: one, input_messages: [{role: user, content: Hi}]}]';
    const root = makeProject({ 'targets.yaml': targets, 'x.eval.yaml': file });
    const preview = async (...args: readonly string[]) => runInProcess(['preview', 'x.eval.yaml', ...args], root);
    expect((await preview('--target', 'b')).out).not.toContain('── messages');
    expect((await preview('--target', 'a,b')).out).toBe((await preview()).out);
    expect((await preview('--target', 'c')).err).toContain('(TARGET_UNKNOWN)');
  });

  it('takes several cases, and an id with a comma after a backslash', async () => {
    const cases = ['a', 'b', 'a,b'].map((id) => `  - {id: "${id}", input_messages: [{role: user, content: Hi}]}`);
    const root = makeProject({ 'x.eval.yaml': ['cases:', ...cases].join('\n') });
    const ids = async (...args: readonly string[]) => {
      const { out } = await runInProcess(['preview', 'x.eval.yaml', '--json', ...args], root);
      return JSON.parse(out).map(({ id }: { readonly id: string }) => id);
    };
    expect(await ids('--case', 'a,b')).toEqual(['a', 'b']);
    expect(await ids('--case', 'b', '--case', 'a\\,b')).toEqual(['b', 'a,b']);
  });

  it('refuses an option that does not apply to the file', async () => {
    const folder = join(repository, 'examples');
    for (const args of [
      ['samples/math.deck.md', '--case', 'x'],
      ['multi-turn/multi-turn.eval.yaml', '--sample', 'x'],
    ]) {
      expect((await runInProcess(['preview', ...args], folder)).err).toContain('(CLI_USAGE)');
    }
  });

  it('shows one good case of a file in which another is broken', async () => {
    const root = makeProject({
      'x.eval.yaml':
        'cases:\n  - id: bad\n    inputs: []\n  - id: good\n    input_messages: [{role: user, content: x}]\n',
    });
    expect(await runInProcess(['preview', 'x.eval.yaml', '--case', 'good'], root)).toMatchObject({ code: 0, err: '' });
    expect(await runInProcess(['preview', 'x.eval.yaml'], root)).toMatchObject({ code: 2, out: '' });
  });

  it('lets no text move the cursor of the terminal', async () => {
    const root = makeProject({
      'x.eval.json': JSON.stringify({
        cases: [{ id: 'a\u001b[2J', input_messages: [{ role: 'user', content: 'x\u001b[2J\u202e' }] }],
      }),
    });
    const { out } = await runInProcess(['preview', 'x.eval.json'], root);
    expect(out).not.toMatch(/[\u001b\u202e]/);
  });
});

describe('turnwise preview of a deck', () => {
  it('prints the exact request as JSON, for the first sample unless one is named', async () => {
    const folder = join(repository, 'examples');
    const first = JSON.parse((await runInProcess(['preview', 'samples/math.deck.md', '--json'], folder)).out);
    expect(Object.keys(first)).toEqual(['deck', 'scale', 'contexts', 'messages']);
    expect(first).toMatchObject({ scale: [-1, 1], contexts: ['fullConversation'] });
    expect(first.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'assistant', 'user']);
    expect(JSON.parse(first.messages[2].content)).toEqual([
      { role: 'user', content: 'What is 2+2?' },
      { role: 'assistant', content: 'The answer is 4' },
    ]);
    const named = JSON.parse(
      (await runInProcess(['preview', 'samples/math.deck.md', '--sample', 'wrong-sum', '--json'], folder)).out,
    );
    expect(named.messages[2].content).toContain('5, obviously.');
  });

  it('prints the request of a deck without samples, with a placeholder for each value', async () => {
    const cwd = makeProject({
      'tone.deck.md': 'Is it kind?\n\n![contexts](tone.toml)\n',
      'tone.toml': [
        ...['[contexts.fullConversation]', 'assistantQuestion = "What was said?"', 'type = "transcript"'],
        ...['[contexts.outcome]', 'assistantQuestion = "What was wanted?"', 'default = "(none)"'],
        ...['[contexts.house]', 'assistantQuestion = "Whose?"', 'default = "Ours."'],
      ].join('\n'),
    });
    const { code, out, err } = await runInProcess(['preview', 'tone.deck.md'], cwd);
    expect(code).toBe(0);
    expect(out).toMatch(/^tone\.deck\.md {2}scale -3 to 3/);
    expect(out.replaceAll(/── (\w+) ─+/g, '[$1]')).toContain(
      '[system]\n    Is it kind?\n\n' +
        '[assistant]\n    What was said?\n\n[user]\n    (the conversation)\n\n' +
        '[assistant]\n    What was wanted?\n\n[user]\n    (outcome)\n\n' +
        '[assistant]\n    Whose?\n\n[user]\n    Ours.\n',
    );
    expect(err).toContain('The deck has no samples');
    expect(err).toContain('![samples](my.samples.toml)');
    const { code: refused, err: why } = await runInProcess(['preview', 'tone.deck.md', '--sample', 'x'], cwd);
    expect([refused, why]).toEqual([2, expect.stringContaining('There is no sample "x".')]);
  });

  it('never shows the human score to a judge under calibration', async () => {
    const { out } = await runInProcess(['preview', 'samples/math.deck.md', '--json'], join(repository, 'examples'));
    expect(JSON.parse(out).messages[2].content).not.toContain('Correct answer');
  });
});
