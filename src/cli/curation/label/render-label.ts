import { renderScale } from '../../../conversation/scale.ts';
import { toTurns } from '../../../curate/conversation-view.ts';
import { fromBody } from '../../../curate/item-content.ts';
import { renderTranscript, toVisibleText } from '../../../format/transcript.ts';
import type { ItemRecord } from '../../../store/item-port.ts';
import type { Palette } from '../../paint.ts';
import { renderTitle } from '../../show/show-text.ts';
import { type LabelQuestion, listScoreKeys } from './label-question.ts';

/** A conversation to be labelled: its turns with their sources, and nothing of what others said of it. */
export function renderLabelled(record: ItemRecord, progress: string, palette: Palette): string {
  const turns = toTurns(fromBody(record.body, record.status)).map(({ role, msg, tool_calls: calls, refs }, index) => {
    const text = renderTranscript([{ role, content: msg, tool_calls: calls }], index);
    const sources = (refs ?? []).map(({ url, title }) =>
      palette.dim(toVisibleText(`    ↳ ${url}${title ? ` · ${title}` : ''}`)),
    );
    return [text, ...sources].join('\n');
  });
  return `\n${renderTitle(`${record.dataset} / ${record.id}`, [progress], palette)}\n\n${turns.join('\n\n')}\n\n`;
}

/** `1 -3  2 -2  …`, or what to type where there are no keys. */
export function renderChoices(question: LabelQuestion, palette: Palette): string {
  const keys = listScoreKeys(question.scale).map(
    ({ key, score }) => `${palette.bold(key)} ${score > 0 ? '+' : ''}${score}`,
  );
  const scores = keys.length === 0 ? `${renderScale(question.scale)}, then Enter` : keys.join('  ');
  return `${palette.dim(`${toVisibleText(question.name)}:`)} ${scores}   ${palette.dim('r reason  s skip  u undo  q quit  ? help')}\n`;
}

/** What may stand on a line. */
export function renderLineChoices({ name, scale }: LabelQuestion): string {
  return `${toVisibleText(name)}: ${renderScale(scale)}, with a reason behind it if you like; or s, u, q\n`;
}

export function renderHelp({ name, scale }: LabelQuestion): string {
  const { min, max } = scale;
  const what = listScoreKeys(scale).length === 0 ? 'Type a score and Enter' : 'One key gives a score';
  return `
${what}: ${min} is worst, ${max} is best. The question is "${toVisibleText(name)}".
  r   a reason for the score you give next; Enter ends it, Escape gives it up
  s   skip this conversation; it is offered again another time
  u   undo the last score, or skip: until you answer the next one
  q   stop; the last score is kept

`;
}
