import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { detectFormat, type ImportFile, openImportFile } from './open-import-file.ts';

const question = (fields: object) => JSON.stringify({ question_id: 7, category: 'math', turns: ['One?'], ...fields });

async function open(lines: readonly string[]): Promise<ImportFile> {
  return openImportFile('question.jsonl', makeProject({ 'question.jsonl': `${lines.join('\n')}\n` }));
}

describe('MT-Bench questions', () => {
  it('become scripted cases with their category as a tag', async () => {
    const { format, questions } = await open([
      question({ turns: ['One?', 'Two?'], reference: ['1', '2'] }),
      question({ question_id: 8, category: 'writing', reference: [''] }),
    ]);
    expect(format).toBe('mt-bench');
    expect(questions).toEqual([
      {
        id: '7',
        tags: ['math'],
        turns: [
          { user: 'One?', expect: '1' },
          { user: 'Two?', expect: '2' },
        ],
      },
      { id: '8', tags: ['writing'], turns: [{ user: 'One?' }] },
    ]);
  });

  it('are read from the keys that copies of the benchmark use', async () => {
    const { questions } = await open([
      JSON.stringify({ prompt: ['A?', 'B?'], prompt_id: 3, category: 'stem', reference: [] }),
      JSON.stringify({ question_id: 'abc', category: 'hard', cluster: 'x', turns: [{ content: 'C?' }] }),
    ]);
    expect(questions?.map(({ id, turns }) => [id, turns.map(({ user }) => user)])).toEqual([
      ['3', ['A?', 'B?']],
      ['abc', ['C?']],
    ]);
  });

  it('report what an eval file has no place for', async () => {
    const { report } = await open([question({ reference: ['1', '2'], temperature: 0.7 })]);
    expect(report.listKinds().map(({ what }) => what)).toEqual(['key temperature', 'references without a turn']);
  });

  it('are refused as items, because they have no replies', async () => {
    const { entries } = await open([question({})]);
    await expect(Array.fromAsync(entries)).rejects.toMatchObject({ problems: [{ code: 'IMPORT_NO_REPLIES' }] });
  });

  it.each([
    [
      'an id twice',
      [question({}), '', question({ category: 'x' })],
      'The question id "7" is already used in line 1.',
      3,
    ],
    ['an entry without turns', [question({}), '{"question_id": 9}'], '"9" is not an MT-Bench question.', 2],
  ])('refuse %s, with its line', async (_title, lines, message, line) => {
    await expect(open(lines)).rejects.toMatchObject({ problems: [{ code: 'IMPORT_BAD_ENTRY', message, line }] });
  });
});

describe('MT-Bench-101 dialogues', () => {
  const dialogue = {
    task: 'CM',
    id: 12,
    history: [{ user: 'Hi', bot: 'Hello' }, { user: 'My name is Ann.', bot: '' }, { user: 'Bye' }],
  };

  it('become items with turns of the user and the assistant, tagged by task', async () => {
    const { format, entries } = await openImportFile(
      'a.json',
      makeProject({ 'a.json': JSON.stringify([dialogue, { ...dialogue, id: 'x', split: 2 }]) }),
    );
    expect(format).toBe('mt-bench-101');
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'My name is Ann.' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'Bye' },
    ];
    expect((await Array.fromAsync(entries)).map(({ value }) => value)).toEqual([
      { id: '12', task: 'CM', messages, tags: ['task:CM'] },
      { id: 'x', task: 'CM', split: 2, messages, tags: ['task:CM'] },
    ]);
  });

  it('differ from items with a history', () => {
    expect(detectFormat({ history: [{ role: 'user', msg: 'hi' }] })).toBe('items');
    expect(detectFormat({ history: [] })).toBe('items');
    expect(detectFormat(dialogue)).toBe('mt-bench-101');
  });
});
