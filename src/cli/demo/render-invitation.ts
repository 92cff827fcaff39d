import type { Palette } from '../paint.ts';
import type { Serving } from '../serve/render-serving.ts';
import type { Waiting } from './count-waiting.ts';

/** The last lines of the demo: what is in your review queue, and the link to open. */
export function renderInvitation({ token, link }: Serving, waiting: Waiting, palette: Palette): string {
  const once = token === undefined ? '' : ' (it works once, within 10 minutes)';
  return `${palette.bold('Studio')}: ${renderWaiting(waiting)}
Ctrl-C stops the server. Open this link in your browser${once}:

  ${palette.bold(link)}
`;
}

function renderWaiting({ ready, blocked }: Waiting): string {
  const count = ready + blocked;
  if (count === 0) return 'your queue is empty. Claim more conversations in the Studio.';
  const parts = [
    ...(ready === 0 ? [] : [`${ready} ready to approve`]),
    ...(blocked === 0 ? [] : [`${blocked} with problems`]),
  ];
  return `${count} ${count === 1 ? 'conversation' : 'conversations'} in your review queue (${parts.join(', ')}).`;
}
