import { expect, it } from 'vitest';
import { toPalette } from '../paint.ts';
import { renderInvitation } from './demo.ts';

const serving = {
  url: 'http://127.0.0.1:4747',
  link: 'http://127.0.0.1:4747/?code=abc',
  token: 't',
  db: 'turnwise.db',
};

it.each([
  [{ ready: 6, blocked: 2 }, '8 conversations in your review queue (6 ready to approve, 2 with problems).'],
  [{ ready: 1, blocked: 0 }, '1 conversation in your review queue (1 ready to approve).'],
  [{ ready: 0, blocked: 3 }, '3 conversations in your review queue (3 with problems).'],
  [{ ready: 0, blocked: 0 }, 'your queue is empty. Claim more conversations in the Studio.'],
])('ends with the review queue and the link to open: %j', (waiting, sentence) => {
  const lines = renderInvitation(serving, waiting, toPalette(false)).trimEnd().split('\n');
  expect(lines[0]).toBe(`Studio: ${sentence}`);
  expect(lines.slice(-2)).toEqual(['', `  ${serving.link}`]);
});
