import { describe, expect, test } from 'vitest';
import { listTurnFacts, toFacts, toFieldLabel } from './facts.ts';

describe('toFacts', () => {
  test('compares texts by words, and treats an absent one as empty', () => {
    expect(toFacts({ path: 'comment', after: 'Look again.' })).toEqual([
      { kind: 'text', label: 'Comment', before: '', after: 'Look again.' },
    ]);
  });

  test('shows a status as one word replaced by another', () => {
    expect(toFacts({ path: 'status', before: 'draft', after: 'approved' })).toEqual([
      { kind: 'word', label: 'Status', before: 'draft', after: 'approved' },
    ]);
  });

  test('shows tags as a list', () => {
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

  test('matches references by URL and leaves out unchanged ones', () => {
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

  test('compares an answer key field by field', () => {
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

  test('shows unknown fields as data', () => {
    const [fact] = toFacts({ path: 'tool_calls', before: [{ id: '1' }], after: [{ id: '2' }] });
    expect(fact).toMatchObject({ kind: 'code', label: 'Tool calls' });
    expect(toFieldLabel('somethingNew')).toBe('somethingNew');
  });
});

test('puts the text of a turn first, whatever the order of its fields', () => {
  const facts = listTurnFacts({
    kind: 'changed',
    before: { turnIndex: 0, turn: { role: 'user', msg: 'Hello', tags: [] } },
    after: { turnIndex: 0, turn: { role: 'system', msg: 'Hi', tags: [] } },
    fields: ['role', 'msg'],
  });
  expect(facts.map(({ label }) => label)).toEqual(['Text', 'Role']);
});
