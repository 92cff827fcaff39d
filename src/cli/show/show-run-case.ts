import { Fault } from '../../base/fault.ts';
import { suggestValue } from '../../base/nearest.ts';
import type { Judgment } from '../../conversation/judge/judgment.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { nameTurn } from '../../conversation/turn-number.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { toCaseRecord } from '../../play/case-record.ts';
import { renderDuration, renderUsd } from '../../report/amounts.ts';
import type { Palette } from '../../report/palette.ts';
import { renderConversation } from '../../report/render-conversation.ts';
import type { RunRecord, RunStore } from '../../store/port.ts';
import { describeRecordedSend, openSentRequests } from '../../wiring/raw-request.ts';
import type { Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { renderHeading, renderPart } from './show-text.ts';

export interface ShowCaseInput {
  readonly record: Pick<RunRecord, 'id' | 'spec'>;
  readonly runs: RunStore;
  readonly isChosen: (conversation: StoredConversation) => boolean;
  /** The grading whose verdicts are shown. */
  readonly grading: number;
  readonly hasJudgments: boolean;
  readonly isJson: boolean;
  readonly io: Io;
}

/** Prints the conversations of the chosen cases, with judge requests and replies if requested. */
export async function showRunCases(ids: readonly string[], input: ShowCaseInput): Promise<void> {
  const { record, runs, isChosen, grading, isJson, io } = input;
  const run = record.id;
  const palette = toPalette(io.color.out);
  let found = 0;
  let shown = 0;
  await checkCases(ids, run, runs);
  for (const caseId of ids) {
    for await (const conversation of runs.conversations(run, { caseId, grading })) {
      found += 1;
      if (!isChosen(conversation)) continue;
      const lead = isJson ? (shown === 0 ? '[\n' : ',\n') : shown === 0 ? '' : `\n${palette.dim('─'.repeat(40))}\n\n`;
      io.out(`${lead}${await renderOne(conversation, input, palette)}`);
      shown += 1;
    }
  }
  if (isJson) io.out(shown === 0 ? '[]\n' : '\n]\n');
  else if (shown === 0) io.out(toVisibleText(`No match among the ${found} conversations of ${ids.join(', ')}.\n`));
}

async function renderOne(conversation: StoredConversation, input: ShowCaseInput, palette: Palette): Promise<string> {
  const { record, runs, grading, hasJudgments, isJson } = input;
  const judgments = hasJudgments ? await runs.judgments(record.id, conversation.number, { grading }) : undefined;
  if (isJson) {
    const found = toCaseRecord(conversation, openSentRequests(record));
    return JSON.stringify({ ...found, ...(judgments && { judgments }) });
  }
  const sent = describeRecordedSend(record.spec, conversation.start);
  const rendered = renderConversation(conversation, palette, sent);
  return judgments === undefined ? rendered : `${rendered}\n${renderJudgments(judgments, palette)}`;
}

/** Throws for an unknown case, before anything is printed. */
async function checkCases(ids: readonly string[], run: string, runs: RunStore): Promise<void> {
  const known = new Set<string>();
  for await (const { id } of runs.marks(run)) known.add(id);
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  const message = `There is no case "${unknown}" in run ${run}.`;
  const hint = suggestValue(unknown, { flag: '--case', values: ids, known: [...known] });
  throw new Fault({ code: 'CASE_UNKNOWN', message, hint });
}

/** Judge requests and replies, verbatim. Control characters in them are shown, not executed. */
export function renderJudgments(judgments: readonly Judgment[], palette: Palette): string {
  if (judgments.length === 0) return `${palette.dim('No judge graded this conversation.')}\n`;
  return `${judgments.map((judgment) => renderJudgment(judgment, palette)).join('\n\n')}\n`;
}

function renderJudgment({ grader, turnIndex, request, reply, call }: Judgment, palette: Palette): string {
  const subject = turnIndex === null ? 'the whole conversation' : nameTurn(turnIndex);
  const title = `${palette.bold(toVisibleText(`judge ${grader}`))}  ${palette.dim(subject)}`;
  const requests = request.map(({ role, content }) => renderPart(`request, ${toVisibleText(role)}`, content, palette));
  const noReply = `${renderHeading('reply', palette)}\n${palette.yellow('(no reply, see the verdict)')}`;
  const rendered = reply === undefined ? noReply : renderPart('reply', reply, palette);
  return [
    title,
    ...(call === undefined ? [] : [palette.dim(`    ${renderCall(call)}`)]),
    ...(requests.length === 0 ? [palette.yellow('(nothing was sent, see the verdict)')] : requests),
    ...(requests.length === 0 ? [] : [rendered]),
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
