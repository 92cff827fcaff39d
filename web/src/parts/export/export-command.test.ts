import { expect, test } from 'vitest';
import { renderExportCommand, toFileName } from './export-command.ts';

test('writes an option for every filter', () => {
  const filter = {
    status: ['draft', 'approved'],
    dataset: ['support', 'my desk'],
    tags: ['topic:refunds'],
    excludeTags: ['source:synthetic'],
    turnTags: ['greeting'],
    itemId: 'late-',
    refUrl: 'example.com/returns',
    keyword: '"14 days"',
    assignedTo: '-ada',
  } as const;
  expect(renderExportCommand(filter, { format: 'openai', withAudit: false })).toBe(
    `turnwise export --dataset support --dataset 'my desk' --status draft,approved --tag topic:refunds --exclude-tag source:synthetic --turn-tag greeting --id-prefix late- --ref-url example.com/returns --keyword '"14 days"' --assigned-to=-ada --format openai --out turnwise.openai.jsonl`,
  );
});

test('writes no options for a full export in the default format', () => {
  expect(renderExportCommand({}, { format: 'items', withAudit: true })).toBe(
    'turnwise export --with-audit --out turnwise.items.jsonl',
  );
});

test('names the file after the dataset if there is only one', () => {
  expect(toFileName({ dataset: ['Rück/gabe 1'] }, 'items')).toBe('Rück-gabe-1.items.jsonl');
  expect(toFileName({ dataset: ['a', 'b'] }, 'sharegpt')).toBe('turnwise.sharegpt.jsonl');
});

test('escapes commas and backslashes in names', () => {
  const filter = { dataset: ['a,b', 'c\\', ' lead'], tags: ['topic:x,y'] };
  expect(renderExportCommand(filter, { format: 'items', withAudit: false })).toBe(
    `turnwise export --dataset 'a\\,b' --dataset 'c\\' --dataset ' lead' --tag 'topic:x\\,y' --out turnwise.items.jsonl`,
  );
});
