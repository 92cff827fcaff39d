import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault } from '../../base/fault.ts';
import type { TreePaths } from './chat-format.ts';
import { LossReport } from './loss-report.ts';
import { readOasst } from './oasst.ts';
import { type ImportFile, openImportFile } from './open-import-file.ts';

interface Message {
  readonly message_id: string;
  readonly text: string;
  readonly role: string;
  readonly [key: string]: unknown;
}

const said = (id: string, role: string, more: object = {}): Message => ({
  message_id: id,
  text: `text of ${id}`,
  role,
  ...more,
});

const tree = {
  message_tree_id: 't',
  tree_state: 'ready_for_export',
  prompt: said('q', 'prompter', {
    lang: 'en',
    replies: [
      said('second', 'assistant', { rank: 1, replies: [said('end', 'prompter')] }),
      said('gone', 'assistant', { rank: 0, deleted: true, replies: [] }),
      said('best', 'assistant', {
        rank: 0,
        replies: [said('a', 'prompter', { replies: null }), said('b', 'prompter')],
      }),
    ],
  }),
};

const flat = [
  said('a', 'prompter', { parent_id: 'best', message_tree_id: 't' }),
  said('second', 'assistant', { parent_id: 'q', message_tree_id: 't', rank: 1 }),
  said('best', 'assistant', { parent_id: 'q', message_tree_id: 't', rank: 0 }),
  said('q', 'prompter', { parent_id: null, message_tree_id: 't', created_date: '2026-01-02T03:04:05Z' }),
  said('other', 'prompter', { parent_id: null, message_tree_id: 'u' }),
];

async function open(entries: readonly unknown[], paths?: TreePaths): Promise<ImportFile> {
  const text = `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`;
  return openImportFile('trees.jsonl', makeProject({ 'trees.jsonl': text }), { paths });
}

async function listPaths({ entries }: ImportFile): Promise<readonly (readonly [string, string])[]> {
  const values = (await Array.fromAsync(entries)).map(
    ({ value }) => value as { id: string; messages: { id: string }[] },
  );
  return values.map(({ id, messages }) => [id, messages.map((message) => message.id).join(' ')]);
}

describe('message trees', () => {
  it('become the conversation of the best reply at every step, without deleted ones', async () => {
    const file = await open([tree]);
    expect(file.format).toBe('oasst');
    expect(await listPaths(file)).toEqual([['t', 'q best a']]);
    expect(file.report.listKinds()).toMatchObject([{ what: 'message on another path', count: 4 }]);
  });

  it('become one conversation per last message with all paths', async () => {
    const file = await open([tree], 'all');
    expect(await listPaths(file)).toEqual([
      ['t~gone', 'q gone'],
      ['t~end', 'q second end'],
      ['t~a', 'q best a'],
      ['t~b', 'q best b'],
    ]);
    expect(file.report.listKinds()).toEqual([]);
  });

  it('keep the roles, texts and other keys of messages', async () => {
    const [entry] = await Array.fromAsync((await open([tree])).entries);
    expect(entry?.value).toEqual({
      id: 't',
      messages: [
        { id: 'q', role: 'user', content: 'text of q', meta: { oasst: { lang: 'en' } } },
        { id: 'best', role: 'assistant', content: 'text of best', meta: { oasst: { rank: 0 } } },
        { id: 'a', role: 'user', content: 'text of a' },
      ],
      meta: { message_tree_id: 't', tree_state: 'ready_for_export' },
    });
  });

  it('are built from a flat export in any order', async () => {
    const file = await open(flat);
    expect(await listPaths(file)).toEqual([
      ['t', 'q best a'],
      ['u', 'other'],
    ]);
  });

  it('can be 20,000 messages deep', async () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      said(`m${index}`, index % 2 === 0 ? 'prompter' : 'assistant', {
        parent_id: index === 0 ? null : `m${index - 1}`,
      }),
    );
    const [path] = await listPaths(await open(chain.toReversed()));
    expect(path?.[1].split(' ')).toHaveLength(20_000);
  });

  it.each<[string, readonly unknown[], string, number]>([
    [
      'an unknown parent',
      [...flat, said('x', 'assistant', { parent_id: 'nope' })],
      'The message "x" answers "nope", which is not in the file.',
      6,
    ],
    [
      'an id twice',
      [...flat, said('best', 'assistant', { parent_id: 'q' })],
      'The message id "best" appears twice.',
      6,
    ],
    [
      'an id twice in one tree',
      [tree, { message_tree_id: 'v', prompt: said('x', 'prompter', { replies: [said('x', 'assistant')] }) }],
      'The message id "x" appears twice.',
      2,
    ],
    [
      'a ring',
      [
        ...flat,
        said('z', 'assistant', { parent_id: 'x' }),
        said('x', 'prompter', { parent_id: 'y' }),
        said('y', 'assistant', { parent_id: 'x' }),
      ],
      'The message "x" answers itself: its "parent_id" leads back to it.',
      7,
    ],
    ['a message that answers itself', [said('x', 'prompter', { parent_id: 'x' })], 'The message "x" answers itself', 1],
    [
      'a reply in another tree',
      [...flat, said('x', 'assistant', { parent_id: 'q', message_tree_id: 'u' })],
      'is in tree "u", but answers one of tree "t"',
      6,
    ],
    [
      'two first messages',
      [...flat, said('x', 'prompter', { parent_id: null, message_tree_id: 't' })],
      'The tree "t" has two first messages.',
      6,
    ],
    [
      'a message without text',
      [...flat, { message_id: 'x', parent_id: 'q', role: 'assistant', text: null }],
      'The message "x" has no "text".',
      6,
    ],
    [
      'a reply that is no message',
      [{ ...tree, prompt: { ...tree.prompt, replies: ['hi'] } }],
      'A reply is not a message.',
      1,
    ],
    ['another entry', [tree, { foo: 1 }], 'A message has no "message_id".', 2],
  ])('refuse %s with its line, and import nothing', async (_title, entries, message, line) => {
    await expect(open(entries)).rejects.toMatchObject({
      problems: [{ code: 'IMPORT_BAD_ENTRY', message: expect.stringContaining(message), line }],
    });
  });
});

interface Said {
  readonly id: string;
  readonly replies: readonly Said[];
}

/** A tree of at most five levels, with ids by place. */
function toSaid(level: number): fc.Arbitrary<Said> {
  const replies = level === 0 ? fc.constant([]) : fc.array(toSaid(level - 1), { maxLength: 3 });
  return replies.map((list) => ({ id: '', replies: list }));
}

const toNested = ({ replies }: Said, id: string): Message => ({
  ...said(id, 'assistant', { rank: id.length }),
  replies: replies.map((reply, index) => toNested(reply, `${id}.${index}`)),
});

const toFlat = ({ replies }: Said, id: string, parent: string | null): readonly Message[] => [
  said(id, 'assistant', { rank: id.length, parent_id: parent, message_tree_id: 't' }),
  ...replies.flatMap((reply, index) => toFlat(reply, `${id}.${index}`, id)),
];

const read = (values: readonly unknown[], paths: TreePaths) =>
  readOasst(
    values.map((value, index) => ({ value, at: index + 1 })),
    { file: 'f', report: new LossReport(), paths },
  ).map(({ value }) => value);

it.each<TreePaths>(['best', 'all'])('the two exports of a tree give the same conversations: %s', (paths) => {
  fc.assert(
    fc.property(toSaid(4), (root) => {
      const nested = [{ message_tree_id: 't', prompt: toNested(root, 'm') }];
      expect(read(toFlat(root, 'm', null), paths)).toEqual(read(nested, paths));
    }),
  );
});

it('anything else is refused with a Fault, never with another error', () => {
  const odd = fc.oneof(fc.constantFrom('a', 'b', null, 1), fc.jsonValue({ maxDepth: 3 }));
  const keys = { message_id: odd, parent_id: odd, message_tree_id: odd, text: odd, role: odd, rank: odd, replies: odd };
  const entry = fc.record({ ...keys, prompt: fc.record(keys, { requiredKeys: [] }) }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.array(fc.oneof(entry, fc.jsonValue())), (entries) => {
      try {
        expect(Array.isArray(read(entries, 'all'))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(Fault);
      }
    }),
  );
});
