import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const deck = `+++
scale = [0, 1]
step = 0.5
+++
Grade the tone.

![contexts](tone.toml)
`;
const contexts = '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n';

async function makeShop(): Promise<string> {
  const lines = ['a', 'b', 'c'].map((id) =>
    JSON.stringify({
      id,
      history: [
        { role: 'user', msg: `Question ${id}` },
        { role: 'assistant', msg: '\u001b[2Jok' },
      ],
    }),
  );
  const cwd = makeProject({ 'shop.jsonl': lines.join('\n'), 'tone.deck.md': deck, 'tone.toml': contexts });
  await runInProcess(['import', 'shop.jsonl'], cwd);
  return cwd;
}

async function* stream<Value>(...values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

function press(cwd: string, keys: readonly string[], ...options: readonly string[]) {
  const args = ['label', 'shop', '--user', 'ann', ...options];
  return runInWorld(args, { cwd, env: {}, isInteractive: true, keys: () => stream(...keys) });
}

async function listLabels(cwd: string, ...options: readonly string[]): Promise<readonly string[]> {
  const { out } = await runInProcess(['label', 'shop', '--list', '--json', ...options], cwd);
  const labels: { subject: { item: string }; question: string; rater: string; score: number; reason: string }[] =
    JSON.parse(out);
  return labels.map(({ subject, question, rater, score, reason }) =>
    [rater, subject.item, question, score, reason].join(' ').trim(),
  );
}

describe('turnwise label', () => {
  it('takes the digit of a score, after a minus for a negative one, and keeps the last one when it is left', async () => {
    const cwd = await makeShop();
    const { code, out, err } = await press(cwd, ['3', 'r', 'b', 'a', 'd', '\r', '-', '3', 'q']);
    expect({ code, out }).toEqual({
      code: 0,
      out: '2 labels. 1 conversation is left. Continue: turnwise label shop --user ann\nSee them: turnwise label shop --list\n',
    });
    expect(await listLabels(cwd)).toEqual(['ann a overall 3', 'ann b overall -3 bad']);
    expect(err).toContain('shop / a  1/3');
    expect(err).toContain('Question c');
    expect(err).not.toContain('\u001b[2J');
  });

  it('undoes the last score as long as nothing else was said', async () => {
    const cwd = await makeShop();
    await press(cwd, ['3', 'u', '-', '3', 's', 'u', '0', '1', 'u', '2']);
    expect(await listLabels(cwd)).toEqual(['ann a overall -3', 'ann b overall 0', 'ann c overall 2']);
  });

  it('shows only what this person has not labeled for this question', async () => {
    const cwd = await makeShop();
    await press(cwd, ['3', 'q']);
    expect((await press(cwd, ['q'])).err).toContain('shop / b  1/2');
    expect((await press(cwd, ['q'], '--user', 'ben')).err).toContain('shop / a  1/3');
    expect((await press(cwd, ['q'], '--deck', 'tone.deck.md')).err).toContain('shop / a  1/3');
    await press(cwd, ['3', '3', 'x']);
    expect((await press(cwd, [])).out).toBe('ann has labeled everything for "overall".\n');
  });

  it('asks on the scale of a deck', async () => {
    const cwd = await makeShop();
    const keys = ['1', '\r', '0', '.', '5', '\r', '9', '\r', '?', 'q'];
    const { err } = await press(cwd, keys, '--deck', 'tone.deck.md');
    expect(err).toContain('tone.deck.md: 0…1 in steps of 0.5, then Enter');
    expect(err).toContain('The score 9 is outside the scale');
    expect(err).toContain('0 is worst, 1 is best');
    expect(await listLabels(cwd, '--deck', 'tone.deck.md')).toEqual(['ann a tone.deck.md 1', 'ann b tone.deck.md 0.5']);
  });

  it('reads answers from lines where there is no terminal', async () => {
    const cwd = await makeShop();
    const input = () => stream(Buffer.from('2 fine\n5\n\ns\n-1'));
    const { out, err } = await runInWorld(['label', 'shop', '--user', 'ann', '--json'], { cwd, env: {}, input });
    expect(JSON.parse(out)).toEqual({ saved: 2, skipped: 1, remaining: 1 });
    expect(err).toContain('s (skip), u (undo)');
    expect(err).toContain('The score 5 is outside the scale -3…3.');
    expect(await listLabels(cwd)).toEqual(['ann a overall 2 fine', 'ann c overall -1']);
  });

  it('counts all that wait, says what a limit left, and how to continue', async () => {
    const cwd = await makeShop();
    const options = ['--limit', '1', '--deck', 'tone.deck.md'];
    const { out, err } = await press(cwd, ['1', '\r', 'x'], ...options);
    expect(err).toContain('shop / a  1/3');
    expect(err).toContain('That was the last one for now. 2 conversations are left. Type u to undo it');
    expect(out).toContain(
      '1 label. 2 conversations are left. Continue: turnwise label shop --deck tone.deck.md --user ann --limit 1\n',
    );
    await press(cwd, ['1', '\r', 'x'], ...options);
    const last = await press(cwd, ['1', '\r', 'x'], ...options);
    expect(last.err).toContain('shop / c  1/1');
    expect(last.err).toContain('That was the last one. Type u');
    expect(last.out).toBe('1 label. See them: turnwise label shop --list\n');
  });

  it('says in its help what the letters mean', async () => {
    const { out } = await runInProcess(['label', '--help'], makeProject());
    expect(out).toContain('s (skip), u (undo)');
  });

  it('lists and exports labels', async () => {
    const cwd = await makeShop();
    expect((await runInProcess(['label', '--list'], cwd)).out).toContain('There are no labels yet');
    await press(cwd, ['3', '2', 'q']);
    const { out } = await runInProcess(['label', '--list', '--user', 'ann'], cwd);
    expect(out.split('\n')[1]).toMatch(/ann {2}shop\/a {2}overall +3$/);
    expect((await runInProcess(['label', '--export', 'x.jsonl'], cwd)).out).toBe('2 labels written to x.jsonl.\n');
    const lines = readFileSync(join(cwd, 'x.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { subject: { dataset: 'shop', item: 'a', revision: 1, turnIndex: null }, score: 3, blind: true },
      { subject: { item: 'b' }, score: 2 },
    ]);
  });

  it.each([
    [['label'], 'CLI_USAGE'],
    [['label', 'shp'], 'DATASET_UNKNOWN'],
    [['label', 'shop'], 'CLI_USAGE'],
    [['label', 'shop', '--deck', 'missing.deck.md'], 'FILE_MISSING'],
  ])('%j is refused: %s', async (args, code) => {
    const { err, code: exit } = await runInProcess(args, await makeShop());
    expect({ exit, err }).toEqual({ exit: 2, err: expect.stringContaining(code) });
  });
});
