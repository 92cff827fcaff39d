import { renderNumberOf } from '../../../base/number-of.ts';
import { listScoreKeys, renderScale } from '../../../conversation/judge/scale.ts';
import { renderTranscript, toVisibleText } from '../../../format/transcript.ts';
import type { Palette } from '../../../report/palette.ts';
import { countOf } from '../../render-problems.ts';
import { renderTitle } from '../../show/show-text.ts';
import type { LabelQuestion } from './label-question.ts';
import type { Labelable, LabelSession } from './label-session.ts';

/** A conversation to be scored: its turns with their references. */
export function renderLabelable(shown: Labelable, progress: string, palette: Palette): string {
  const turns = shown.turns.map(({ role, msg, tool_calls: calls, refs }, index) => {
    const text = renderTranscript([{ role, content: msg, tool_calls: calls }], index);
    const sources = (refs ?? []).map(({ url, title }) =>
      palette.dim(toVisibleText(`    ↳ ${url}${title ? ` · ${title}` : ''}`)),
    );
    return [text, ...sources].join('\n');
  });
  const task = shown.task === undefined ? '' : `${palette.dim(shown.task)}\n`;
  return `\n${renderTitle(shown.title, [progress], palette)}\n\n${turns.join('\n\n')}\n\n${task}`;
}

/** After the last conversation: its score can still be undone. */
export function renderLast({ remaining }: Pick<LabelSession, 'remaining'>): string {
  const last = remaining === 0 ? 'That was the last one.' : `That was the last one for now. ${renderLeft(remaining)}`;
  return `\n${last} Type u to undo it, or any other key to quit.\n`;
}

/** What was given, how to continue if something is left, and how to see the labels. */
export function renderEnd(
  { saved, skipped, remaining }: Pick<LabelSession, 'saved' | 'skipped' | 'remaining'>,
  commands: { readonly list: string; readonly resume: string },
): string {
  const parts = [countOf(saved, 'label') || 'No labels', ...(skipped === 0 ? [] : [`${skipped} skipped`])];
  const see = saved === 0 ? '' : `See them: ${commands.list}`;
  if (remaining === 0) return `${parts.join(', ')}. ${see}`.trimEnd();
  return `${parts.join(', ')}. ${renderLeft(remaining)} Continue: ${commands.resume}\n${see}`.trimEnd();
}

function renderLeft(left: number): string {
  return `${renderNumberOf(left, 'conversation')} ${left === 1 ? 'is' : 'are'} left.`;
}

/** `-3  -2  …  +3`, or what to type where there are no keys. */
export function renderChoices(question: LabelQuestion, palette: Palette): string {
  const choices = listScoreKeys(question.scale)?.map(({ keys, score }) => {
    const key = palette.bold(keys.join(''));
    // A digit is the score itself; only 10 has another key.
    return keys[0] === '=' ? `${key} ${score}` : key;
  });
  const scores = choices?.join('  ') ?? `${renderScale(question.scale)}, then Enter`;
  return `${palette.dim(`${toVisibleText(question.name)}:`)} ${scores}   ${palette.dim('r reason  s skip  u undo  q quit  ? help')}\n`;
}

/** What you can type on a line. */
export function renderLineChoices({ name, scale }: LabelQuestion): string {
  return `${toVisibleText(name)}: ${renderScale(scale)}, with an optional reason, or s (skip), u (undo), q (quit)\n`;
}

export function renderHelp({ name, scale }: LabelQuestion): string {
  const { min, max } = scale;
  const what = listScoreKeys(scale) === undefined ? 'Type a score and Enter' : toKeyHelp(min);
  return `
${what}: ${min} is worst, ${max} is best. The question is "${toVisibleText(name)}".
  r   add a reason to your next score (Enter to finish, Escape to cancel)
  s   skip this conversation (you will see it again later)
  u   undo the last score or skip
  q   save the last score and quit

`;
}

function toKeyHelp(min: number): string {
  return min < 0 ? 'Type a digit for that score, or - and a digit for a negative one' : 'Type a digit for that score';
}
