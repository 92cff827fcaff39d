import { describe, expect, it } from 'vitest';
import { makeCase } from '../../../test/support/grading.ts';
import { makeStored } from '../../../test/support/stored-conversation.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import type { CaseStatus } from '../../conversation/verdict.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import type { ConversationMark } from '../../store/port.ts';
import { CaseStream, listGradeTasks, loadGradable } from './tasks.ts';

/** A file with these cases. `read` counts the cases that were read. */
function makeSource(index: number, ids: readonly string[]) {
  let read = 0;
  async function* readCases() {
    for (const [position, id] of ids.entries()) {
      read += 1;
      yield { evalCase: makeCase({ id }), position, problems: [], placeOf: () => ({}) };
    }
  }
  // The test uses only the cases of the file.
  const source = { index, evalFile: { readCases } } as unknown as EvalSource;
  return { source, countRead: () => read };
}

type Row = readonly [file: number, id: string, status?: CaseStatus];

function toStored(rows: readonly Row[]): readonly StoredConversation[] {
  return rows.map(([file, id, status = 'pass'], index) =>
    makeStored(['Hi'], { number: index + 1, start: { file, id }, end: { status } }),
  );
}

async function* listAll<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function listTasks(rows: readonly Row[], sources: readonly EvalSource[]): Promise<readonly string[]> {
  const stored = toStored(rows);
  const marks = stored.map(({ number, start, end }) => ({ ...start, number, status: end?.status }) as ConversationMark);
  const cases = await loadGradable({ marks: () => listAll(marks) }, 'r');
  const store = { conversations: () => listAll(stored) };
  const tasks = await Array.fromAsync(listGradeTasks({ store, run: 'r', base: 0, sources, cases }));
  return tasks.map(({ source, evalCase, conversation }) => `${source.index} ${evalCase.id} ${conversation.number}`);
}

describe('listGradeTasks', () => {
  it('joins conversations with the cases of their files, whatever the order', async () => {
    const sources = [makeSource(0, ['c', 'a', 'b']).source, makeSource(1, ['a']).source];
    const rows: readonly Row[] = [
      [0, 'a'],
      [1, 'a'],
      [0, 'b'],
      [0, 'a'],
      [0, 'c'],
    ];
    expect(await listTasks(rows, sources)).toEqual(['0 a 1', '1 a 2', '0 b 3', '0 a 4', '0 c 5']);
  });

  it('passes over what was skipped, and over cases and files that are gone', async () => {
    const rows: readonly Row[] = [
      [0, 'a', 'skipped'],
      [0, 'gone'],
      [3, 'a'],
      [0, 'b', 'error'],
    ];
    expect(await listTasks(rows, [makeSource(0, ['a', 'b']).source])).toEqual(['0 b 4']);
  });
});

describe('CaseStream', () => {
  it('reads no further than to the case that is asked for', async () => {
    const { source, countRead } = makeSource(0, ['a', 'b', 'c', 'd']);
    const stream = new CaseStream(source, () => 1);
    expect((await stream.take('b'))?.id).toBe('b');
    expect(countRead()).toBe(2);
    expect((await stream.take('a'))?.id).toBe('a');
    expect(countRead()).toBe(2);
  });

  it('lets a case go with its last conversation', async () => {
    const stream = new CaseStream(makeSource(0, ['a']).source, () => 2);
    const taken = [await stream.take('a'), await stream.take('a'), await stream.take('a')];
    expect(taken.map((evalCase) => evalCase?.id)).toEqual(['a', 'a', undefined]);
  });
});
