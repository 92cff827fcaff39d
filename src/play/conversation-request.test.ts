import { expect, it } from 'vitest';
import type { PlayedMessage } from '../conversation/run/run-record.ts';
import { toPlayed, toQuestion } from '../format/chat.ts';
import { ConversationRequest } from './conversation-request.ts';

const format = {
  readFile: (path: string) => `text of ${path}`,
  isGuideline: (path: string) => path.endsWith('.instructions.md'),
};
const attached = {
  role: 'user',
  content: [
    { type: 'file' as const, value: 'a.md' },
    { type: 'file' as const, value: 'style.instructions.md' },
    'Read it.',
  ],
};

function makeRequest(history: readonly PlayedMessage[]): ConversationRequest {
  return new ConversationRequest({
    ...{ send: 'question', history, files: { format }, replyIndex: 0, repeat: 0, caseId: 'c' },
    ...{ runId: 'r', conversationId: 'r-c-1' },
  });
}

it('returns the question with files in it, the guidelines separately, and the list of files', () => {
  const request = makeRequest([toPlayed(attached, format)]);
  expect(request.question).toBe('=== a.md ===\ntext of a.md\n\nRead it.');
  expect(request.guidelines).toBe('=== style.instructions.md ===\ntext of style.instructions.md');
  expect(request.files).toEqual([
    { path: 'a.md', guideline: false },
    { path: 'style.instructions.md', guideline: true },
  ]);
  expect(request.messages.map(({ role }) => role)).toEqual(['system', 'user']);
});

it('rebuilds the question as it was, even if the file has changed', () => {
  const recorded = toPlayed(attached, format);
  expect(recorded.texts).toEqual(['=== a.md ===\ntext of a.md', 'Read it.']);
  expect(toQuestion([recorded])).toBe(makeRequest([recorded]).question);
});

it('records no texts for a message with plain text', () => {
  expect(toPlayed({ role: 'user', content: ' Hi ' }, {})).toEqual({ message: { role: 'user', content: ' Hi ' } });
});
