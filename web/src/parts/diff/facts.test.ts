import { describe, expect, test } from 'vitest';
import { listTurnFacts, toFacts, toFieldLabel } from './facts.ts';

describe('toFacts', () => {
  test('A text is compared by its words, an absent one is empty.', () => {
    expect(toFacts({ path: 'comment', after: 'Look again.' })).toEqual([
      { kind: 'text', label: 'Comment', before: '', after: 'Look again.' },
    ]);
  });

  test('A status is one word instead of another.', () => {
    expect(toFacts({ path: 'status', before: 'draft', after: 'approved' })).toEqual([
      { kind: 'word', label: 'Status', before: 'draft', after: 'approved' },
    ]);
  });

  test('Tags are a list.', () => {
    expect(toFacts({ path: 'manualTags', before: ['a:b'], after: ['a:b', 'c:d'] })).toEqual([
      {
        kind: 'list',
        label: 'Tags',
        steps: [
          { kind: 'same', value: 'a:b' },
          { kind: 'added', value: 'c:d' },
        ],
      },
    ]);
  });

  test('Refs are told apart by their url; those that stayed are left out.', () => {
    const before = [
      { url: 'https://a.example' },
      { url: 'https://b.example', title: 'B' },
      { url: 'https://c.example' },
    ];
    const after = [
      { url: 'https://b.example', title: 'New B' },
      { url: 'https://c.example' },
      { url: 'https://d.example' },
    ];
    expect(toFacts({ path: 'refs', before, after })).toEqual([
      {
        kind: 'refs',
        label: 'References',
        changes: [
          { kind: 'removed', ref: before[0], fields: [] },
          { kind: 'changed', ref: after[0], fields: [{ path: 'title', before: 'B', after: 'New B' }] },
          { kind: 'added', ref: after[2], fields: [] },
        ],
      },
    ]);
  });

  test('An answer key says field by field what differs.', () => {
    const facts = toFacts({
      path: 'answerKey',
      before: { reference: 'Same.', outcome: 'Old.' },
      after: { reference: 'Same.', mustMention: ['14 days'], contextChanged: true },
    });
    expect(facts.map(({ kind, label }) => [kind, label])).toEqual([
      ['list', 'Answer key: must mention'],
      ['text', 'Answer key: outcome'],
      ['word', 'Answer key: needs re-check'],
    ]);
  });

  test('Whatever else there is, is shown as data.', () => {
    const [fact] = toFacts({ path: 'tool_calls', before: [{ id: '1' }], after: [{ id: '2' }] });
    expect(fact).toMatchObject({ kind: 'code', label: 'Tool calls' });
    expect(toFieldLabel('somethingNew')).toBe('somethingNew');
  });
});

test('The text of a turn comes first, whatever the order of its fields.', () => {
  const facts = listTurnFacts({
    kind: 'changed',
    before: { turnIndex: 0, turn: { role: 'user', msg: 'Hello', tags: [] } },
    after: { turnIndex: 0, turn: { role: 'system', msg: 'Hi', tags: [] } },
    fields: ['role', 'msg'],
  });
  expect(facts.map(({ label }) => label)).toEqual(['Text', 'Role']);
});
