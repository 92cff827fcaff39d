import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/temp-project.ts';
import { inspectFile } from './inspect-file.ts';

import { renderFolder } from './render-corpus.ts';

test('lists what loads, what is lost and why, and counts other files', async () => {
  const folder = makeProject({
    '.git/HEAD': '',
    'targets.yaml': 'targets:\n  - {id: bot, provider: builtin, model: echo}\n',
    'refunds.eval.yaml':
      'cases:\n  - id: late\n    input_messages: [{role: user, content: Hi}]\n    graders: [{contains: Hi}, {rubric: Greets}]\n',
    'broken.eval.yaml': 'cases:\n  - id: late\n    input_mesages: []\n',
    'chats.jsonl':
      '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}]}\n',
    'notes.json': '{"colors": ["red"]}\n',
    LICENSE: 'Free.\n',
  });
  const rows = [];
  for (const file of readdirSync(folder)) if (file !== '.git') rows.push(await inspectFile(folder, file));
  const text = renderFolder({ folder: 'refunds', files: rows }, false);
  expect(text).toContain('refunds.eval.yaml  eval');
  expect(text).toContain('loads · 1 case on bot · graders: contains, rubric');
  expect(text).toMatch(/broken\.eval\.yaml +eval +does not load/);
  expect(text).toContain('why: EVAL_UNKNOWN_KEY Unknown key "input_mesages"');
  expect(text).toContain('loads · 1 item, 1 assistant turn');
  expect(text).toContain('lost or changed: 1 × gaps between text parts');
  expect(text).toContain('  eval: 1 of 2 load\n');
  expect(text).toContain('not recognized: notes.json');
  expect(text).toContain('other files, such as prompts and licenses: 1');
});
