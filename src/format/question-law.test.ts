import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../test/support/tries.ts';
import { type FormatMessage, formatConversation } from './question.ts';

/**
 * The rules of docs/explanation/how-prompts-are-built.md, implemented again from the page alone and as simply as
 * possible. It shares no code with the formatter. If the two differ, one of them breaks the rules.
 */
const files: Readonly<Record<string, string>> = {
  'a.txt': 'one\r\ntwo\r\n\n',
  'docs/b.md': '  indented\n',
  'blank.txt': ' \n\n',
  'g.instructions.md': 'Guide one.\n',
  'docs/H.Instructions.MD': 'Guide two.\r\n',
};

function shownPath(path: string): string {
  let shown = path.split('\\').join('/');
  while (shown.startsWith('./') || shown.startsWith('/')) shown = shown.slice(shown.startsWith('/') ? 1 : 2);
  return shown;
}

function block(path: string): string[] {
  const lines = (files[shownPath(path)] ?? '').split('\r\n').join('\n').split('\n');
  while (lines.at(-1) === '') lines.pop();
  return lines.every((line) => line.trim() === '') ? [] : [`=== ${shownPath(path)} ===\n${lines.join('\n')}`];
}

function text(value: string): string[] {
  const trimmed = value.split('\r\n').join('\n').trim();
  return trimmed === '' ? [] : [trimmed];
}

type Entry = string | { readonly type: 'text' | 'file' | 'image'; readonly value: string } | { readonly data: number };

function byTheRules(messages: readonly FormatMessage[]) {
  const guides = new Map<string, string[]>();
  const visible: { role: string; parts: string[] }[] = [];
  for (const { role, content, tool_calls: calls } of messages) {
    const parts: string[] = [];
    // The arbitrary below makes only such entries.
    const entries = (content == null ? [] : Array.isArray(content) ? content : [content]) as readonly Entry[];
    for (const entry of entries) {
      if (typeof entry === 'string') parts.push(...text(entry));
      else if ('data' in entry) parts.push(JSON.stringify(entry, null, 2));
      else if (entry.type === 'text') parts.push(...text(entry.value));
      else if (entry.type === 'image') parts.push(`[image: ${shownPath(entry.value)}]`);
      else if (!entry.value.toLowerCase().endsWith('.instructions.md')) parts.push(...block(entry.value));
      else if (!guides.has(shownPath(entry.value))) guides.set(shownPath(entry.value), block(entry.value));
    }
    for (const call of calls ?? []) if ('name' in call) parts.push(`→ ${call.name}(${JSON.stringify(call.arguments)})`);
    if (parts.length > 0) visible.push({ role, parts });
  }
  const afterSystem = visible.slice(visible.findLastIndex((_, i) => visible.slice(0, i + 1).every(isSystem)) + 1);
  const markers = afterSystem.length > 1 || afterSystem.some(({ role }) => role !== 'user');
  const label = (role: string) => `[${role.slice(0, 1).toUpperCase()}${role.slice(1)}]:\n`;
  const shown = visible.map(({ role, parts }) => (markers ? label(role) : '') + parts.join('\n\n'));
  return { markers, question: shown.join('\n\n'), guidelines: [...guides.values()].flat().join('\n\n') };
}

function isSystem({ role }: { readonly role: string }): boolean {
  return role === 'system' || role === 'developer';
}

describe('formatConversation, compared with the rules', () => {
  const words = fc.string({
    unit: fc.constantFrom('a', 'É', ' ', '\n', '\r\n', '\t', '[User]:', '=== x ==='),
    maxLength: 6,
  });
  const path = fc.constantFrom('a.txt', './a.txt', '.\\docs\\b.md', '/docs/b.md', 'blank.txt');
  const guide = fc.constantFrom('g.instructions.md', './g.instructions.md', 'docs\\H.Instructions.MD');
  const entry = fc.oneof(
    words,
    fc.record({ type: fc.constant('text' as const), value: words }),
    fc.record({ type: fc.constant('file' as const), value: fc.oneof(path, guide) }),
    fc.record({
      type: fc.constant('image' as const),
      value: fc.constantFrom('./shot.png', 'https://example.com/a.png'),
    }),
    fc.record({ data: fc.integer() }),
  );
  const message: fc.Arbitrary<FormatMessage> = fc.record(
    {
      role: fc.constantFrom('system', 'developer', 'user', 'user', 'assistant', 'tool', 'critic'),
      content: fc.oneof(words, fc.array(entry, { maxLength: 4 }), fc.record({ data: fc.integer() }), fc.constant(null)),
      tool_calls: fc.array(fc.record({ name: fc.constantFrom('find', 'sum'), arguments: fc.record({ q: words }) }), {
        maxLength: 2,
      }),
    },
    { requiredKeys: ['role', 'content'] },
  );

  it('gives the same markers, question and guidelines for any conversation', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), (messages) => {
        const readFile = (name: string) => files[name];
        expect(formatConversation(messages, { readFile })).toEqual(byTheRules(messages));
      }),
      { numRuns: tries(500, 20_000) },
    );
  });
});
