import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foreignFiles } from '../../test/support/foreign-files.ts';
import { makeProject } from '../../test/support/temp-project.ts';
import { compareMessages } from './compare-messages.ts';
import { copyFolder } from './copy-folder.ts';
import type { CorpusFile } from './corpus-file.ts';
import { markParts } from './file-parts.ts';
import { inspectFile } from './inspect-file.ts';
import { renderFolder, renderSummary } from './render-corpus.ts';
import { assertNoCrash } from './run-command.ts';

async function inspect(content: Readonly<Record<string, string | Buffer>>): Promise<readonly CorpusFile[]> {
  const folder = makeProject({ '.git/HEAD': '', ...content });
  const rows: CorpusFile[] = [];
  for (const file of Object.keys(content)) rows.push(await inspectFile(folder, file));
  return rows;
}

const chat = (...texts: readonly string[]) => ({
  messages: texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
});

describe('the table of a folder', () => {
  it('lists what loads, what is lost and why, and counts other files', async () => {
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    const files = await inspect({
      'targets.yaml': 'targets:\n  - {id: bot, provider: builtin, model: echo}\n',
      'refunds.eval.yaml':
        'cases:\n  - id: late\n    input_messages: [{role: user, content: Hi}]\n    graders: [{contains: Hi}, {rubric: Greets}]\n',
      'broken.eval.yaml': 'cases:\n  - id: late\n    input_mesages: []\n',
      'chats.jsonl': `${JSON.stringify({
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: parts },
        ],
      })}\n`,
      'notes.json': '{"colors": ["red"]}\n',
      'old.jsonl': '{"userMessage": "Hi", "assistantResponse": "Hello"}\n',
      'none.jsonl': '',
      LICENSE: 'Free.\n',
    });
    const text = renderFolder({ folder: 'refunds', files }, false);
    expect(text).toContain('loads · 1 case on bot · graders: contains, rubric');
    expect(text).toMatch(/broken\.eval\.yaml +eval +does not load/);
    expect(text).toContain('why: EVAL_UNKNOWN_KEY Unknown key "input_mesages"');
    expect(text).toMatch(/chats\.jsonl +openai +loads · 1 item, 1 assistant turn/);
    expect(text).toContain('lost: 1 × gaps between text parts');
    expect(text).toMatch(/old\.jsonl +samples +old pairs, skipped/);
    expect(text).toContain('not recognized: 2 · notes.json (keys: "colors"), none.jsonl (empty)');
    expect(text).toContain('other files, such as prompts, programs and licenses: 1');
    expect(renderSummary([{ folder: 'refunds', files }])).toContain('3 of 5 data files load');
  });

  it('measures imports: items, replies for every-turn play, and messages that are equal', async () => {
    const lines = [chat('Hi', 'Hello'), chat('Bye', 'See you', 'Now', 'Fine')].map((one) => `${JSON.stringify(one)}\n`);
    const text = renderFolder({ folder: 'chats', files: await inspect({ 'chats.jsonl': lines.join('') }) }, false);
    expect(text).toContain(
      'openai: 2 of 2 conversations import, 3 assistant turns ready for every-turn play, messages equal in 2',
    );
  });

  it('counts decks that cannot work as graders apart', async () => {
    const files = await inspect({
      'prompt.deck.md': 'Be kind.\n',
      'lost.deck.md': 'Judge it.\n\n![](gone.toml)\n',
      'tone.deck.md': 'Judge it.\n\n![](contexts.deck.toml)\n',
      'contexts.deck.toml': '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n',
    });
    const text = renderFolder({ folder: 'decks', files }, false);
    expect(text).toContain('decks of graders: 1 of 1 load\n');
    expect(text).toContain('not a grader: 1 (prompt.deck.md)');
    expect(text).toContain('include a missing file: 1 (lost.deck.md)');
  });

  it('counts the parts of an eval with the eval', async () => {
    const files = await inspect({
      'x.eval.yaml':
        'name: x\ntests: [file://cases/a.jsonl, ./more/]\nassertions: [{type: llm_judge, prompt: p.md}, {include: t}]\n',
      'cases/a.jsonl': '{"id": "a", "input": "Hi", "criteria": "Greets"}\n',
      'more/b/case.yaml': 'input: Hi\ncriteria: Greets\n',
      'p.md': 'Good? {{output}} {{input}}\n',
      'lines.yaml': 'description: The head\nexecution: {target: bot}\n',
      'lines.jsonl': '{"id": "a", "input": "Hi", "criteria": "Greets"}\n',
      '.agentv/templates/t.yaml': 'assertions: [{type: contains, value: Hi}]\n',
    });
    const rows = markParts(files);
    expect(rows.map(({ file, loads, contents = '' }) => [file, loads, contents])).toEqual([
      ['x.eval.yaml', 'yes', expect.stringContaining('2 cases')],
      ['cases/a.jsonl', 'part', 'of x.eval.yaml'],
      ['more/b/case.yaml', 'part', 'of x.eval.yaml'],
      ['p.md', 'part', 'of x.eval.yaml'],
      ['lines.yaml', 'yes', 'the head of lines.jsonl'],
      ['lines.jsonl', 'yes', expect.stringContaining('1 case')],
      ['.agentv/templates/t.yaml', 'part', 'of the evals that include it'],
    ]);
    const text = renderFolder({ folder: 'x', files: rows }, true);
    expect(text).toContain('AgentV evals: 3 of 3 load with every grader');
    expect(text).toContain('parts of evals, which count with them: 4 · cases/a.jsonl (of x.eval.yaml), ');
  });

  it('names files of other tools instead of trying to import them', async () => {
    const readable = foreignFiles.filter(({ file }) => /\.(?:json|jsonl|yaml|eval|zip)$/.test(file));
    const files = await inspect(Object.fromEntries(readable.map(({ file, content }) => [file, content])));
    expect(files.map(({ file, kind, loads }) => ({ file, name: kind, loads }))).toEqual(
      readable.map(({ file, name }) => ({ file, name, loads: 'other-format' })),
    );
  });

  it('reads a table of ratings', async () => {
    const [row] = await inspect({ 'ratings.csv': 'unit,rater,score\na,ann,1\na,ben,2\nb,ann,1\nb,ben,1\n' });
    expect(row).toMatchObject({ kind: 'ratings', loads: 'yes', contents: 'long table, 2 raters' });
  });
});

describe('the comparison of messages', () => {
  const source = { traj: [{ role: 'user', content: 'Hi' }, call('{"b": 1, "a": 2}')] };
  const path = (entries: unknown) => join(makeProject({ 'a.json': JSON.stringify(entries) }), 'a.json');
  const turn = (role: string, msg: string) => ({ role, msg, tags: [] });
  const called = (text: string) => ({ ...turn('assistant', ''), tool_calls: call(text).tool_calls });

  function call(text: string) {
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function' as const, function: { name: 'find', arguments: text } }],
    };
  }

  it.each([
    ['the same', [turn('user', 'Hi'), called('{"a":2,"b":1}')], 1],
    ['another text', [turn('user', 'Hi!'), called('{"a":2,"b":1}')], 0],
    ['another role', [turn('system', 'Hi'), called('{"a":2,"b":1}')], 0],
    ['another argument', [turn('user', 'Hi'), called('{"a":2,"b":2}')], 0],
    ['a call less', [turn('user', 'Hi'), turn('assistant', '')], 0],
    ['a turn less', [turn('user', 'Hi')], 0],
  ])('finds %s', (_name, history, equal) => {
    expect(compareMessages(path([source]), [history])).toEqual({ equal, all: 1 });
  });

  it('counts a conversation once for each time it is in the file', () => {
    const history = [turn('user', 'Hi'), called('{"a":2,"b":1}')];
    expect(compareMessages(path([source, source]), [history])).toEqual({ equal: 1, all: 2 });
  });

  it('does not judge a form that it does not know', () => {
    expect(compareMessages(path([{ talk: [] }]), [])).toBeUndefined();
  });
});

describe('an odd folder', () => {
  it('is copied without links and special files, which are listed with the reason', () => {
    const folder = makeProject({ 'a.json': '[]', 'deep/b.json': '[]', 'node_modules/c.json': '[]' });
    symlinkSync(folder, join(folder, 'loop'));
    symlinkSync('/nowhere', join(folder, 'dead.yaml'));
    execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    chmodSync(join(folder, 'deep'), 0o555);
    const { files, left } = copyFolder(folder, mkdtempSync(join(tmpdir(), 'turnwise-corpus-test-')));
    chmodSync(join(folder, 'deep'), 0o755);
    expect(files).toEqual(['a.json', 'deep/b.json']);
    expect(left.map(({ file, error }) => `${file}: ${error}`).sort()).toEqual([
      'dead.yaml: a symbolic link',
      'loop: a symbolic link',
      'pipe.jsonl: not a regular file',
    ]);
  });

  it('takes a crash of Turnwise for a bug, and a bad file for a bad file', () => {
    const crash = { code: 3, out: '', err: 'Turnwise 0.1.0 crashed. This is a bug in Turnwise.\n\nTypeError: x\n' };
    expect(() => assertNoCrash(crash)).toThrow('TypeError: x');
    expect(() => assertNoCrash({ code: 2, out: '', err: 'error  a.json:1:1\n' })).not.toThrow();
  });

  it('keeps a row for the file on which Turnwise crashed', async () => {
    const row = await inspectFile('folder', 'a.json', () => Promise.reject(new TypeError('x is not a list')));
    expect(row).toMatchObject({ file: 'a.json', loads: 'crashed', error: expect.stringContaining('x is not a list') });
    expect(renderFolder({ folder: 'x', files: [row] }, false)).toContain('CRASHED');
  });
});
