import { Fault } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import { describeRecordedSend, openSentRequests } from '../../compose/raw-request.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { renderConversation } from '../../report/render-conversation.ts';
import { toCaseRecord } from '../../run/case-record.ts';
import type { RunRecord, RunStore, StoredConversation } from '../../store/port.ts';
import type { Io } from '../io.ts';
import { type Palette, toPalette } from '../paint.ts';
import { renderJudgments } from './render-judgments.ts';

export interface ShowCaseInput {
  readonly record: Pick<RunRecord, 'id' | 'spec'>;
  readonly runs: RunStore;
  readonly isChosen: (conversation: StoredConversation) => boolean;
  /** Whose verdicts are shown. */
  readonly grading: number;
  readonly hasJudgments: boolean;
  readonly isJson: boolean;
  readonly io: Io;
}

/** The conversations of one case word by word; with what judges were asked and said of them, if that is wanted. */
export async function showRunCase(caseId: string, input: ShowCaseInput): Promise<void> {
  const { record, runs, isChosen, grading, isJson, io } = input;
  const run = record.id;
  const palette = toPalette(io.color.out);
  let found = 0;
  let shown = 0;
  for await (const conversation of runs.conversations(run, { caseId, grading })) {
    found += 1;
    if (!isChosen(conversation)) continue;
    const lead = isJson ? (shown === 0 ? '[\n' : ',\n') : shown === 0 ? '' : `\n${palette.dim('─'.repeat(40))}\n\n`;
    io.out(`${lead}${await renderOne(conversation, input, palette)}`);
    shown += 1;
  }
  if (found === 0) throw await unknownCase(caseId, run, runs);
  if (isJson) io.out(shown === 0 ? '[]\n' : '\n]\n');
  else if (shown === 0) io.out(toVisibleText(`None of the ${found} conversations of case "${caseId}" fits.\n`));
}

async function renderOne(conversation: StoredConversation, input: ShowCaseInput, palette: Palette): Promise<string> {
  const { record, runs, grading, hasJudgments, isJson } = input;
  const judgments = hasJudgments ? await runs.judgments(record.id, conversation.number, { grading }) : undefined;
  if (isJson) {
    const found = toCaseRecord(conversation, openSentRequests(record));
    return JSON.stringify({ ...found, ...(judgments && { judgments }) });
  }
  const sent = describeRecordedSend(record.spec, conversation.start);
  const said = renderConversation(conversation, palette, sent);
  return judgments === undefined ? said : `${said}\n${renderJudgments(judgments, palette)}`;
}

async function unknownCase(caseId: string, run: string, runs: RunStore): Promise<Fault> {
  const ids = new Set<string>();
  for await (const { id } of runs.marks(run)) ids.add(id);
  const message = `There is no case "${caseId}" in run ${run}.`;
  return new Fault({ code: 'CASE_UNKNOWN', message, hint: suggestFrom(caseId, [...ids]) });
}
