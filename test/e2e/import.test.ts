import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDesk } from '../support/desk-project.ts';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const item = (id: string, msg: string, more: object = {}) =>
  JSON.stringify({ id, datasetName: 'shop', history: toHistory(msg), ...more });
const toHistory = (msg: string) => [
  { role: 'user', msg },
  { role: 'assistant', msg: 'On its way.', refs: [{ url: 'https://docs.example.com/a' }] },
];

async function* pipe(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('turnwise import', () => {
  it('prints the result for the items, and the next command', async () => {
    const cwd = makeProject({ 'shop.items.jsonl': `${item('a', 'Where?')}\n${item('b', 'When?')}\n` });
    const first = await runInProcess(['import', 'shop.items.jsonl'], cwd);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toBe('2 items: 2 created.\nNext: turnwise label shop, or review in the Studio: turnwise serve\n');
    expect((await runInProcess(['import', 'shop.items.jsonl'], cwd)).out).toContain('2 items: 2 unchanged.');
  });

  it('names file and line of what failed, keeps the rest, and exits with 2', async () => {
    const bad = '{"id":"c","history":[{"role":"user","msg":"x","refs":["y"]}]}';
    const cwd = makeProject({
      'one.jsonl': `${item('a', 'Where?')}\n`,
      'two.jsonl': `${item('b', 'When?')}\n${bad}\nnonsense\n`,
    });
    const { code, out, err } = await runInProcess(['import', 'one.jsonl', 'two.jsonl'], cwd);
    expect(code).toBe(2);
    expect(out).toContain('4 items: 2 created, 2 failed.');
    expect(err).toContain('two/c  two.jsonl:2 history[0].refs[0]');
    expect(err).toContain('two.jsonl:3:1');
  });

  it('refuses what is there with other content, unless it is an upsert', async () => {
    const cwd = makeProject({ 'a.jsonl': item('a', 'Where?'), 'b.jsonl': item('a', 'When?') });
    await runInProcess(['import', 'a.jsonl'], cwd);
    const refused = await runInProcess(['import', 'b.jsonl'], cwd);
    expect(refused).toMatchObject({ code: 2, out: expect.stringContaining('1 failed') });
    expect(refused.err).toContain('DUPLICATE_ID');
    expect((await runInProcess(['import', 'b.jsonl', '--mode', 'upsert'], cwd)).out).toContain('1 updated');
  });

  it.each(['--dry-run', '--atomic'])('stores nothing with %s when something fails', async (option) => {
    const cwd = makeProject({ 'a.jsonl': `${item('a', 'Where?')}\nnonsense\n` });
    const { code, out } = await runInProcess(['import', 'a.jsonl', option], cwd);
    expect(code).toBe(2);
    expect(out).toMatch(/nothing was stored/i);
    expect((await runInProcess(['export'], cwd)).out).toBe('');
  });

  it('warns of personal data and of questions that were asked before, masked', async () => {
    const approved = item('a', 'Where is it?', { status: 'approved' });
    const cwd = makeProject({
      'a.jsonl': `${approved}\n${item('b', ' where  IS it? ')}\n${item('c', 'I am ann@example.com')}`,
    });
    const { code, err } = await runInProcess(['import', 'a.jsonl'], cwd);
    expect(code).toBe(0);
    expect(err).toContain('1 place may contain personal data:\n  shop/c  history[0].msg  email a***@e***.com');
    expect(err).toContain('1 duplicate, with the same user turns as an approved item:\n  shop/b  same as shop/a');
    expect(err).not.toContain('ann@');
  });

  it('reads chats of other programs, and reports what it could not carry over', async () => {
    const chat = { messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }, { type: 'image_url' }] }] };
    const cwd = makeProject({ 'chats.jsonl': JSON.stringify(chat) });
    const { out, err } = await runInProcess(['import', 'chats.jsonl', '--dataset', 'web', '--format', 'auto'], cwd);
    expect(out).toContain('turnwise label web');
    expect(err).toBe(
      'Not imported from chats.jsonl (openai):\n  image part  1  first: item 1, messages[0].content[1]\n\n',
    );
  });

  it('reads standard input', async () => {
    const cwd = makeProject();
    const input = () => pipe(`[${item('a', 'Where?')}]`);
    const { out } = await runInWorld(['import', '-', '--user', 'ann', '--json'], { cwd, env: {}, input });
    expect(JSON.parse(out)).toMatchObject({ counts: { created: 1, failed: 0 }, stored: true, failures: [] });
    expect((await runInProcess(['export', '--with-audit'], cwd)).out).toContain('"updatedBy":"ann"');
  });

  it.each([
    [['import', 'missing.jsonl'], 'FILE_MISSING'],
    [['import', 'odd.jsonl'], 'IMPORT_UNKNOWN_FORMAT'],
    [['import', 'a.jsonl', '--status', 'fail'], 'CLI_USAGE'],
    [['import', 'run:last'], 'CLI_USAGE'],
    [['import', 'run:last', '--dataset', 'x', '--status', 'bad'], 'CLI_USAGE'],
    [['import', '-'], 'CLI_USAGE'],
  ])('%j is refused before anything is made: %s', async (args, code) => {
    const cwd = makeProject({ 'odd.jsonl': '{"foo":1}', 'a.jsonl': item('a', 'Where?') });
    const finished = await runInProcess(args, cwd);
    expect(finished).toMatchObject({ code: 2, out: '' });
    expect(finished.err).toContain(code);
    expect(existsSync(join(cwd, '.turnwise/turnwise.db'))).toBe(false);
  });

  it('brings failing cases of a run into review, once', async () => {
    const { cwd } = { cwd: makeDesk() };
    await runInProcess(['run', 'refunds.eval.yaml', '--quiet'], cwd);
    const args = ['import', 'run:last', '--status', 'pass,fail,error,ungraded', '--dataset', 'again'];
    const { code, out, err } = await runInProcess(args, cwd);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^\d+ items?: \d+ created\./);
    expect((await runInProcess(args, cwd)).out).toMatch(/^\d+ items?: \d+ unchanged\./);
  });

  it('takes the cases that fail by the grading that counts now, and says which keys are lost', async () => {
    const toEval = (wanted: string) =>
      `targets: [echo]\ngraders: [{contains: ${wanted}}]\ncases: [{id: a, input_messages: [{role: user, content: Hello}]}]\n`;
    const cwd = makeDesk({ 'again.eval.yaml': toEval('Hello') });
    await runInProcess(['run', 'again.eval.yaml', '--quiet'], cwd);
    const args = ['import', 'run:last', '--dataset', 'again'];
    expect((await runInProcess(args, cwd)).err).toContain('The run has 1 pass. Choose with --status.');
    writeFileSync(join(cwd, 'again.eval.yaml'), toEval('Goodbye'));
    await runInProcess(['grade', 'run:last', '--quiet'], cwd);
    const imported = await runInProcess(args, cwd);
    expect(imported.out).toContain('1 item: 1 created.');
    expect(imported.err).toMatch(/answer key \(the eval file changed since the run\) +1 .*~a~echo, again\.eval\.yaml/);
    const { out } = await runInProcess(['export', 'dataset:again'], cwd);
    expect(JSON.parse(out).history.at(-1)).toMatchObject({ replyUnderTest: { verdicts: [{ pass: false }] } });
    writeFileSync(join(cwd, 'again.eval.yaml'), toEval('ello'));
    await runInProcess(['grade', 'run:last', '--quiet'], cwd);
    expect((await runInProcess(args, cwd)).err).toContain('The run has 1 pass. Choose with --status.');
  });
});

describe('turnwise export', () => {
  it('gives the same bytes after an import elsewhere, to a file or to standard output', async () => {
    const cwd = makeProject({ 'a.jsonl': `${item('b', 'When?', { comment: 'ü' })}\n${item('a', 'Where?')}\n` });
    await runInProcess(['import', 'a.jsonl'], cwd);
    const { out } = await runInProcess(['export', 'dataset:shop'], cwd);
    expect(out.split('\n').map((line) => line.slice(0, 9))).toEqual(['{"id":"a"', '{"id":"b"', '']);
    const told = await runInProcess(['export', '--out', 'out/x.jsonl'], cwd);
    expect(told.out).toBe('2 items written to out/x.jsonl.\n');
    const file = readFileSync(join(cwd, 'out/x.jsonl'), 'utf8');
    expect(file).toBe(out);
    const elsewhere = makeProject({ 'x.jsonl': file });
    await runInProcess(['import', 'x.jsonl'], elsewhere);
    expect((await runInProcess(['export'], elsewhere)).out).toBe(out);
  });

  it('picks items, and names what a format has no room for', async () => {
    const tagged = item('a', 'Where?', { manualTags: ['topic:x'] });
    const cwd = makeProject({ 'a.jsonl': `${tagged}\n${item('b', 'When?')}\n` });
    await runInProcess(['import', 'a.jsonl'], cwd);
    const { out, err } = await runInProcess(['export', '--tag', ' Topic : X ', '--format', 'openai'], cwd);
    expect(out).toBe(
      '{"messages":[{"role":"user","content":"Where?"},{"role":"assistant","content":"On its way."}]}\n',
    );
    expect(err).toContain('Not exported, because openai has no field for it:\n');
    expect(err).toMatch(/refs {2,}1 {2}first: shop\/a, history\[1\]\.refs/);
    expect((await runInProcess(['export', '--keyword', 'when', '--json', '--out', 'b'], cwd)).out).toContain(
      '"items": 1',
    );
    expect((await runInProcess(['export', '--status', 'approved'], cwd)).err).toBe('No matching items.\n');
  });

  it('keeps the file that was there when something goes wrong', async () => {
    const cwd = makeProject({ 'a.jsonl': item('a', 'Where?') });
    writeFileSync(join(cwd, 'taken'), '');
    await runInProcess(['import', 'a.jsonl'], cwd);
    const { code, err } = await runInProcess(['export', '--out', 'taken/x.jsonl'], cwd);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('FILE_NOT_WRITTEN') });
  });

  it.each([
    [['export', 'dataset:shp'], 'DATASET_UNKNOWN'],
    [['export', 'shp'], 'DATASET_UNKNOWN'],
    [['export', '--status', 'odd'], 'CLI_USAGE'],
    [['export', '--tag', 'plain'], 'CLI_USAGE'],
    [['export', '--format', 'openai', '--with-audit'], 'CLI_USAGE'],
  ])('%j is refused: %s', async (args, code) => {
    const cwd = makeProject({ 'a.jsonl': item('a', 'Where?') });
    await runInProcess(['import', 'a.jsonl'], cwd);
    expect((await runInProcess(args, cwd)).err).toContain(code);
  });

  it('says so where there is nothing yet', async () => {
    const { code, err } = await runInProcess(['export'], makeProject());
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('turnwise import <file>') });
  });
});
