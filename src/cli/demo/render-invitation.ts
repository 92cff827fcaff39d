import type { Palette } from '../paint.ts';
import { aboutLink, renderFacts, type Serving } from '../serve/render-serving.ts';
import type { Waiting } from './count-waiting.ts';

/** The last thing that the demo says: what waits, and the one address to open. */
export function renderInvitation(serving: Serving, { ready, blocked }: Waiting, palette: Palette): string {
  return `Turnwise serves this workspace to you alone. Ctrl-C stops it.
${serving.token === undefined ? '' : `${aboutLink}\n`}
${renderFacts(serving, palette)}

${palette.dim('─'.repeat(72))}

${renderWaiting(ready, blocked)} Open this in a browser:

  ${palette.bold(serving.link)}

`;
}

function renderWaiting(ready: number, blocked: number): string {
  const count = ready + blocked;
  if (count === 0) return 'Your queue is empty; the Studio hands out more.';
  const parts = [
    ...(ready === 0 ? [] : [`${ready} complete`]),
    ...(blocked === 0 ? [] : [`${blocked} with something missing`]),
  ];
  return `${count} ${count === 1 ? 'conversation waits' : 'conversations wait'} for you, ${parts.join(', ')}.`;
}
