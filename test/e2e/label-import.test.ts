import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeGraded } from '../support/graded-project.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const deck = '+++\nscale = [1, 5]\n+++\nGrade the tone.\n\n![contexts](tone.toml)\n';
const contexts = '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n';
const targets = `targets:
  - id: judge
    provider: builtin
    model: rules
    rules:
      - contains: Go away
        reply: '{"score": 1, "reason": "rude"}'
      - reply: '{"score": 5, "reason": "polite"}'
`;

/** Two turns of each speaker, so the last reply is turn 4. */
function toItem(id: string, reply: string): string {
  const history = [
    { role: 'user', msg: `I am ${id}.` },
    { role: 'assistant', msg: 'Your number?' },
    { role: 'user', msg: '4711' },
    { role: 'assistant', msg: reply },
  ];
  return JSON.stringify({ id, history });
}

async function makeShop(): Promise<string> {
  const items = [toItem('a', 'Refunded, sorry.'), toItem('b', 'Go away.'), toItem('c', 'Done!')].join('\n');
  const cwd = makeProject({
    'shop.jsonl': items,
    'tone.deck.md': deck,
    'tone.toml': contexts,
    'targets.yaml': targets,
  });
  await runInProcess(['import', 'shop.jsonl'], cwd);
  return cwd;
}

const scores = `item,turn,rater,score,reason
a,4,ann,5,"Kind, short"
a,4,ben,4,
b,4,ann,1,Rude
b,4,ben,1,
c,4,ann,5,
c,4,ben,,
`;

const byTone = ['--deck', 'tone.deck.md'] as const;

function write(cwd: string, name: string, text: string): void {
  writeFileSync(join(cwd, name), text);
}

function importFile(cwd: string, ...args: readonly string[]) {
  return runInProcess(['label', 'import', ...args], cwd);
}

async function importJson(cwd: string, ...args: readonly string[]) {
  const { out } = await importFile(cwd, ...args, '--json');
  const { added, changed, unchanged } = JSON.parse(out);
  return { added, changed, unchanged };
}

async function listLabels(cwd: string): Promise<readonly string[]> {
  const { out } = await runInProcess(['label', '--list', '--json'], cwd);
  return JSON.parse(out).map((label: { subject: object; question: string; rater: string; score: number }) =>
    [label.rater, Object.values(label.subject).join(':'), label.question, label.score].join(' '),
  );
}

describe('turnwise label import', () => {
  it('adds labels that calibrate and agreement use', async () => {
    const cwd = await makeShop();
    write(cwd, 'labels.csv', scores);
    const { code, out } = await importFile(cwd, 'labels.csv', ...byTone);
    expect({ code, out }).toEqual({
      code: 0,
      out: `labels.csv: 5 labels added. Without a score: 1.
See them: turnwise label shop --list
Inter-rater agreement: turnwise agreement dataset:shop --deck tone.deck.md
Calibrate a judge with them: turnwise calibrate tone.deck.md --samples dataset:shop
`,
    });
    const calibrated = await runInProcess(
      ['calibrate', 'tone.deck.md', '--samples', 'dataset:shop', '--judge', 'judge', '--json'],
      cwd,
    );
    expect(calibrated.out).toContain('"a#turn-4"');
    expect((await runInProcess(['agreement', 'dataset:shop', ...byTone], cwd)).out).toContain(
      '3 units, 2 raters, 5 ratings, 1 missing',
    );
    const { out: listed } = await runInProcess(['label', 'shop', '--list', '--json'], cwd);
    expect(JSON.parse(listed)[0]).toMatchObject({
      subject: { dataset: 'shop', item: 'a', revision: 1, turnIndex: 3 },
      ...{ question: 'tone.deck.md', rater: 'ann', score: 5, reason: 'Kind, short' },
      ...{ blind: false, inclusionProbability: null },
    });
  });

  it('adds nothing the second time, and a new label for a score that changed', async () => {
    const cwd = await makeShop();
    write(cwd, 'labels.csv', scores);
    await importFile(cwd, 'labels.csv', ...byTone);
    const again = await importFile(cwd, 'labels.csv', ...byTone);
    expect(again).toMatchObject({
      code: 0,
      out: 'Nothing new. All 5 labels of labels.csv are already stored. Without a score: 1.\n',
    });
    write(cwd, 'labels.csv', scores.replace('a,4,ben,4', 'a,4,ben,2'));
    expect(await importJson(cwd, 'labels.csv', ...byTone)).toEqual({ added: 0, changed: 1, unchanged: 4 });
    expect((await listLabels(cwd)).filter((label) => label.startsWith('ben shop:a'))).toEqual([
      'ben shop:a:1:3 tone.deck.md 4',
      'ben shop:a:1:3 tone.deck.md 2',
    ]);
  });

  it('stores nothing in a dry run', async () => {
    const cwd = await makeShop();
    write(cwd, 'labels.csv', scores);
    const { out } = await importFile(cwd, 'labels.csv', ...byTone, '--dry-run');
    expect(out).toBe('Dry run, nothing was stored. labels.csv: 5 labels added. Without a score: 1.\n');
    expect(await listLabels(cwd)).toEqual([]);
  });

  it('lists every error of the file with its line, and imports nothing', async () => {
    const cwd = await makeShop();
    write(cwd, 'other.jsonl', toItem('a', 'Other'));
    await runInProcess(['import', 'other.jsonl'], cwd);
    const rows = [
      'item,turn,deck,rater,score,dataset',
      'b,4,tone.deck.md,ann,1,shop',
      'none,,tone.deck.md,ann,1,',
      'a,4,tone.deck.md,ann,1,',
      'b,9,tone.deck.md,ann,1,shop',
      'b,3,tone.deck.md,ann,1,shop',
      'b,0,tone.deck.md,ann,1,shop',
      'b,4,tone.deck.md,ann,9,shop',
      'b,4,tome.deck.md,ann,1,shop',
      'b,4,tone.deck.md,,1,shop',
      'b,4,tone.deck.md,ben,high,shop',
      'b,4,tone.deck.md,ben,1,shopp',
      'b,4,overall,cleo,5,shop',
      'b,4,tone.deck.md,ann,2,shop',
    ];
    write(cwd, 'bad.csv', rows.join('\n'));
    const { code, err } = await importFile(cwd, 'bad.csv');
    expect(code).toBe(2);
    const found = [...err.matchAll(/bad\.csv:(\d+):(\d+)[\s\S]*?\(([A-Z_]+)\)/g)].map(([, ...parts]) =>
      parts.join(' '),
    );
    expect(found).toEqual([
      '3 1 ITEM_UNKNOWN',
      '4 1 LABEL_AMBIGUOUS_ITEM',
      '5 3 LABEL_BAD_TURN',
      '6 3 LABEL_BAD_TURN',
      '7 3 LABEL_BAD_TURN',
      '8 22 LABEL_BAD_SCORE',
      '9 5 LABEL_UNKNOWN_QUESTION',
      '10 18 LABEL_BAD_ROW',
      '11 22 LABEL_BAD_SCORE',
      '12 24 DATASET_UNKNOWN',
      '13 18 LABEL_BAD_SCORE',
      '14 22 LABEL_TWICE',
    ]);
    expect(err).toContain('There is no turn 9. The item has turns 1 to 4.');
    expect(err).toContain('In "b", turn 3 has the role user. A label scores a reply.');
    expect(await listLabels(cwd)).toEqual([]);
  });

  it('reads JSON lines with turnIndex from 0, and other columns that you name', async () => {
    const cwd = await makeShop();
    write(cwd, 'labels.jsonl', '{"item": "a", "turnIndex": 3, "rater": "ann", "score": 2, "blind": true}\n');
    write(cwd, 'wide.csv', 'conversation;ann;ben\na;1;2\nb;-3;\n');
    write(cwd, 'own.csv', 'talk,position,who,stars\nc,2,dan,3\n');
    expect(await importJson(cwd, 'labels.jsonl')).toEqual({ added: 1, changed: 0, unchanged: 0 });
    expect(await importJson(cwd, 'wide.csv', '--raters', 'ann,ben')).toMatchObject({ added: 3 });
    const columns = ['--item', 'talk', '--turn', 'position', '--rater', 'who', '--score', 'stars'];
    expect(await importJson(cwd, 'own.csv', ...columns)).toMatchObject({ added: 1 });
    expect(await listLabels(cwd)).toEqual([
      'ann shop:a:1:3 overall 2',
      'ann shop:a:1: overall 1',
      'ben shop:a:1: overall 2',
      'ann shop:b:1: overall -3',
      'dan shop:c:1:1 overall 3',
    ]);
  });

  it('takes the rater from --user if the file has no column for raters', async () => {
    const cwd = await makeShop();
    write(cwd, 'labels.csv', 'item,score\na,2\n');
    const { code, err } = await importFile(cwd, 'labels.csv');
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('has no column "rater"') });
    expect(await importJson(cwd, 'labels.csv', '--user', 'ann')).toMatchObject({ added: 1 });
    expect(await listLabels(cwd)).toEqual(['ann shop:a:1: overall 2']);
  });

  it('reads exported labels with their history, into the same database or another', async () => {
    const cwd = await makeShop();
    write(cwd, 'labels.csv', scores);
    await importFile(cwd, 'labels.csv', ...byTone);
    write(cwd, 'labels.csv', scores.replace('a,4,ben,4', 'a,4,ben,2'));
    await importFile(cwd, 'labels.csv', ...byTone);
    await runInProcess(['label', 'shop', '--export', 'out.jsonl'], cwd);
    expect(await importJson(cwd, 'out.jsonl')).toEqual({ added: 0, changed: 0, unchanged: 6 });
    const labels = await listLabels(cwd);
    await runInProcess(['import', 'shop.jsonl', '--db', 'other.db'], cwd);
    expect(await importJson(cwd, 'out.jsonl', '--db', 'other.db')).toEqual({ added: 6, changed: 0, unchanged: 0 });
    expect(await importJson(cwd, 'out.jsonl', '--db', 'other.db')).toEqual({ added: 0, changed: 0, unchanged: 6 });
    const { out } = await runInProcess(['label', '--list', '--json', '--db', 'other.db'], cwd);
    expect(JSON.parse(out)).toHaveLength(labels.length);
  });

  it('scores replies of a run, and refuses cases and turns that it does not have', async () => {
    const cwd = await makeGraded();
    const rows = [
      'run,case,target,turn,rater,score',
      'last,good,desk,2,ann,3',
      'last,long,desk,4,ann,-1',
      'last,good,desk,,ann,2',
    ];
    write(cwd, 'labels.csv', rows.join('\n'));
    expect(await importJson(cwd, 'labels.csv', ...byTone)).toEqual({ added: 3, changed: 0, unchanged: 0 });
    expect(await importJson(cwd, 'labels.csv', ...byTone)).toEqual({ added: 0, changed: 0, unchanged: 3 });
    const bad = [...rows, 'last,none,desk,2,ann,1', 'nope,good,desk,2,ann,1', 'last,long,desk,3,ann,1'];
    write(cwd, 'bad.csv', bad.join('\n'));
    const { code, err } = await importFile(cwd, 'bad.csv');
    expect(code).toBe(2);
    expect(err).toContain('(LABEL_UNKNOWN_CASE)');
    expect(err).toContain('(RUN_UNKNOWN)');
    expect(err).toContain('Turn 3 of case "long" is not a reply of "desk".');
    expect(err).toContain('Its replies: turn 2, turn 4.');
  });
});
