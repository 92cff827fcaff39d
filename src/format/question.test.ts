import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definedOnly } from '../base/defined-only.ts';
import { Fault } from '../base/fault.ts';
import { Message } from '../conversation/message.ts';
import { type FormatMessage, formatConversation, formatMarked } from './question.ts';

const Vectors = z.object({
  files: z.record(z.string(), z.string()),
  vectors: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      input_messages: z.array(Message),
      markers: z.boolean(),
      question: z.string(),
      guidelines: z.string(),
    }),
  ),
});

const { files, vectors } = Vectors.parse(JSON.parse(readFileSync('test/fixtures/vectors/question.json', 'utf8')));
const readFile = (path: string) => files[path];

describe('formatConversation', () => {
  it.each(vectors)('gives vector $id: $name', ({ input_messages, markers, question, guidelines }) => {
    expect(formatConversation(input_messages, { readFile })).toEqual({ markers, question, guidelines });
  });

  it('recognizes a guideline by its name in any case', () => {
    const content = [{ type: 'file' as const, value: 'GUIDE2.Instructions.MD' }];
    const { question, guidelines } = formatConversation([{ role: 'user', content }], { readFile });
    expect({ question, guidelines }).toEqual({ question: '', guidelines: '=== GUIDE2.Instructions.MD ===\nTwo.' });
  });

  it('gives several guidelines in order of first appearance, joined by a blank line', () => {
    const content = ['docs/team.instructions.md', 'guide.instructions.md', 'docs/../docs/team.instructions.md'].map(
      (value) => ({ type: 'file' as const, value }),
    );
    expect(formatConversation([{ role: 'system', content }], { readFile }).guidelines).toBe(
      '=== docs/team.instructions.md ===\nUse British English.\n\n=== guide.instructions.md ===\n# Instructions\nBe helpful.',
    );
  });

  it("uses the project's own guideline patterns", () => {
    const content = [{ type: 'file' as const, value: 'style.md' }, 'Go'];
    const options = { readFile, isGuideline: (path: string) => path === 'style.md' };
    expect(formatConversation([{ role: 'user', content }], options)).toEqual({
      markers: false,
      question: 'Go',
      guidelines: '=== style.md ===\nStyle',
    });
  });

  it.each([
    ['\\docs\\a.txt', 'docs/a.txt'],
    ['./a.txt', 'a.txt'],
    ['.\\a.txt', 'a.txt'],
    ['/docs/a.txt', 'docs/a.txt'],
    ['../a.txt', '../a.txt'],
    ['.hidden', '.hidden'],
  ])('shows the path %s as %s', (written, shown) => {
    const content = [{ type: 'file' as const, value: written }];
    expect(formatConversation([{ role: 'user', content }], { readFile: () => 'x' }).question).toBe(
      `=== ${shown} ===\nx`,
    );
  });

  it.each([
    ['{"city": "Bern", "days": [1, 2]}', '→ t({"city":"Bern","days":[1,2]})'],
    [{ city: 'Bern' }, '→ t({"city":"Bern"})'],
    ['not json', '→ t(not json)'],
    ['{"order": 12345678901234567890, "one": 1.0}', '→ t({"order":12345678901234567890,"one":1.0})'],
    ['{"card": "4111 1111", "x":  1}', '→ t({"card":"4111 1111","x":1})'],
    [undefined, '→ t()'],
  ])('shows tool call arguments %j', (given, shown) => {
    const call = { function: { name: 't', ...definedOnly({ arguments: given }) } };
    const message = { role: 'assistant', content: 'Looking.', tool_calls: [call] };
    expect(formatConversation([message]).question).toBe(`[Assistant]:\nLooking.\n\n${shown}`);
  });

  it('changes only the first letter of a role, even outside the basic plane', () => {
    const roles = ['élève', 'USER', '𐐨x', 'tool result'];
    const messages = roles.map((role) => ({ role, content: 'x' }));
    expect(formatConversation(messages).question.match(/^\[.*\]:$/gm)).toEqual([
      '[Élève]:',
      '[USER]:',
      '[𐐀x]:',
      '[Tool result]:',
    ]);
  });

  it('throws if an attached file is missing', () => {
    const messages = [{ role: 'user', content: [{ type: 'file' as const, value: 'gone.md' }] }];
    expect(() => formatConversation(messages)).toThrow(expect.objectContaining({ code: 'FORMAT_NO_READER' }));
    expect(() => formatConversation(messages, { readFile: () => undefined })).toThrow(Fault);
  });

  const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r\n', '[User]:', 'é', '\t') });
  const message: fc.Arbitrary<FormatMessage> = fc.record({
    role: fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool', 'critic'),
    content: text,
  });

  it('never changes text except for trimming and line endings', () => {
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        const { question } = formatConversation(messages);
        for (const { content } of messages) {
          if (typeof content === 'string') expect(question).toContain(content.replaceAll('\r\n', '\n').trim());
        }
      }),
    );
  });

  it('ignores blank messages', () => {
    fc.assert(
      fc.property(fc.array(message), fc.nat(5), (messages, at) => {
        const padded = [...messages.slice(0, at), { role: 'assistant', content: ' \n ' }, ...messages.slice(at)];
        expect(formatConversation(padded)).toEqual(formatConversation(messages));
      }),
    );
  });
});

describe('formatMarked', () => {
  it('marks a conversation that would be flat as a question', () => {
    const messages = [
      { role: 'system', content: ' Be brief. ' },
      { role: 'user', content: 'Hi' },
    ];
    expect(formatConversation(messages).markers).toBe(false);
    expect(formatMarked(messages)).toEqual({ text: '[System]:\nBe brief.\n\n[User]:\nHi', markerLines: [] });
  });

  it('equals the question if that is marked', () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '', tool_calls: [{ name: 'f' }] },
      { role: 'user', content: ' ' },
      { role: 'narrator', content: ['a', { b: 1 }] },
    ];
    expect(formatMarked(messages).text).toBe(formatConversation(messages).question);
  });

  it('reports the turn whose text looks like another turn, by its index among all messages', () => {
    const messages = [
      { role: 'user', content: '' },
      { role: 'user', content: 'a\n[Narrator]: b' },
      { role: 'narrator', content: 'c' },
    ];
    expect(formatMarked(messages).markerLines).toEqual([{ turnIndex: 1, text: '[Narrator]: b' }]);
  });
});
