import { listScoreKeys, renderScale } from '../../../conversation/scale.ts';
import { renderTranscript, toVisibleText } from '../../../format/transcript.ts';
import type { Palette } from '../../paint.ts';
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

/** What was given, and how to see it. */
export function renderEnd({ saved, skipped }: Pick<LabelSession, 'saved' | 'skipped'>, listCommand: string): string {
  const parts = [countOf(saved, 'label') || 'No label', ...(skipped === 0 ? [] : [`${skipped} skipped`])];
  return `${parts.join(', ')}. See them: ${listCommand}`;
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

/** What may stand on a line. */
export function renderLineChoices({ name, scale }: LabelQuestion): string {
  return `${toVisibleText(name)}: ${renderScale(scale)}, with a reason behind it if you like; or s, u, q\n`;
}

export function renderHelp({ name, scale }: LabelQuestion): string {
  const { min, max } = scale;
  const what = listScoreKeys(scale) === undefined ? 'Type a score and Enter' : toKeyHelp(min);
  return `
${what}: ${min} is worst, ${max} is best. The question is "${toVisibleText(name)}".
  r   a reason for the score you give next; Enter ends it, Escape gives it up
  s   skip this conversation; it is offered again another time
  u   undo the last score, or skip: until you answer the next one
  q   stop; the last score is kept

`;
}

function toKeyHelp(min: number): string {
  return min < 0 ? 'A digit gives that score, - and a digit a negative one' : 'A digit gives that score';
}
