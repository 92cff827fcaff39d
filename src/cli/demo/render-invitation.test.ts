import { expect, it } from 'vitest';
import { toPalette } from '../paint.ts';
import { renderInvitation } from './render-invitation.ts';

const serving = {
  url: 'http://127.0.0.1:4747',
  link: 'http://127.0.0.1:4747/?code=abc',
  token: 't',
  db: 'turnwise.db',
};

it.each([
  [{ ready: 6, blocked: 2 }, '8 conversations wait for you, 6 complete, 2 with something missing.'],
  [{ ready: 1, blocked: 0 }, '1 conversation waits for you, 1 complete.'],
  [{ ready: 0, blocked: 3 }, '3 conversations wait for you, 3 with something missing.'],
  [{ ready: 0, blocked: 0 }, 'Your queue is empty; the Studio hands out more.'],
])('ends with what waits and the address to open: %j', (waiting, sentence) => {
  const lines = renderInvitation(serving, waiting, toPalette(false)).trimEnd().split('\n');
  expect(lines.slice(-3)).toEqual([`${sentence} Open this in a browser:`, '', `  ${serving.link}`]);
});
