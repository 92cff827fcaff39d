import type { Judgment } from '../../conversation/judge/judgment.ts';
import { nameTurn } from '../../conversation/turn-number.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { renderDuration, renderUsd } from '../../report/metrics.ts';
import type { Palette } from '../paint.ts';
import { renderHeading, renderPart } from './show-text.ts';

/** What judges were asked, word by word, and what they said. Both may hold anything: nothing in it moves the cursor. */
export function renderJudgments(judgments: readonly Judgment[], palette: Palette): string {
  if (judgments.length === 0) return `${palette.dim('No judge graded this conversation.')}\n`;
  return `${judgments.map((judgment) => renderJudgment(judgment, palette)).join('\n\n')}\n`;
}

function renderJudgment({ grader, turnIndex, request, reply, call }: Judgment, palette: Palette): string {
  const subject = turnIndex === null ? 'the whole conversation' : nameTurn(turnIndex);
  const title = `${palette.bold(toVisibleText(`judge ${grader}`))}  ${palette.dim(subject)}`;
  const asked = request.map(({ role, content }) => renderPart(`request, ${toVisibleText(role)}`, content, palette));
  const noReply = `${renderHeading('reply', palette)}\n${palette.yellow('(no reply, see the verdict)')}`;
  const said = reply === undefined ? noReply : renderPart('reply', reply, palette);
  return [
    title,
    ...(call === undefined ? [] : [palette.dim(`    ${renderCall(call)}`)]),
    ...(asked.length === 0 ? [palette.yellow('(nothing was sent, see the verdict)')] : asked),
    ...(asked.length === 0 ? [] : [said]),
  ].join('\n');
}

function renderCall({ latencyMs, cached, costUsd, model }: NonNullable<Judgment['call']>): string {
  const facts = [
    cached === true ? 'from the cache' : renderDuration(latencyMs),
    ...(costUsd === null ? [] : [renderUsd(costUsd)]),
    ...(model === undefined ? [] : [toVisibleText(model)]),
  ];
  return facts.join(' · ');
}
