import { definedOnly } from '../../base/defined-only.ts';
import { renderNumberOf } from '../../base/number-of.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { renderHtmlReport } from '../../report/html/render-html-report.ts';
import type { Failures } from '../../report/html/render-summary.ts';
import { listTargetFacts } from '../../report/html/target-facts.ts';
import type { ReportCase } from '../../report/html/to-page-case.ts';
import type { RunMetrics } from '../../report/run-metrics.ts';
import type { GradingChoice, RunRecord, RunStore } from '../../store/port.ts';
import { describeRecordedSend } from '../../wiring/raw-request.ts';

export interface RunPageInput extends GradingChoice {
  readonly metrics: RunMetrics;
  /** The first failures, for the first screen. */
  readonly failures?: Failures;
  readonly record: Pick<RunRecord, 'id' | 'startedAt' | 'endedAt' | 'spec' | 'state'>;
  readonly store: Pick<RunStore, 'conversations' | 'judgments'>;
  /** From this size on, the page omits judge calls, so that a browser can load it. */
  readonly judgmentBytes?: number;
}

const mostBytes = 50_000_000;

/** The HTML report of a run, read from the database while it is written. */
export async function* renderRunPage(input: RunPageInput): AsyncGenerator<string> {
  const { metrics, failures, record, judgmentBytes = mostBytes } = input;
  const { id, startedAt, endedAt, spec, state } = record;
  const size = { bytes: 0, silent: 0 };
  const pieces = renderHtmlReport({
    metrics,
    ...definedOnly({ failures }),
    title: [...new Set(spec.files.map(({ name }) => name))].join(', '),
    startedAt,
    ...definedOnly({ endedAt, imported: spec.imported }),
    notes: [
      ...(state === 'completed' ? [] : ['The run is not finished. These metrics cover what is done so far.']),
      ...(spec.changes ?? []).map((change) => `Resumed with --force: ${change}`),
    ],
    targets: listTargetFacts(spec.targets),
    cases: listCases(input, () => {
      if (size.bytes < judgmentBytes) return true;
      size.silent += 1;
      return false;
    }),
    listLateNotes: () => (size.silent === 0 ? [] : [toSilentNote(id, size.silent)]),
  });
  for await (const piece of pieces) {
    size.bytes += Buffer.byteLength(piece);
    yield piece;
  }
}

/** Reads the judge calls only of conversations that a judge graded, and only while `canJudge` is true. */
async function* listCases(
  { record, store, grading }: RunPageInput,
  canJudge: () => boolean,
): AsyncGenerator<ReportCase> {
  const choice = definedOnly({ grading });
  for await (const conversation of store.conversations(record.id, choice)) {
    const sent = describeRecordedSend(record.spec, conversation.start);
    if (!isJudged(conversation) || !canJudge()) yield { ...conversation, sent };
    else yield { ...conversation, sent, judgments: await store.judgments(record.id, conversation.number, choice) };
  }
}

function isJudged({ verdicts }: StoredConversation): boolean {
  return verdicts.some(({ provenance }) => provenance?.target !== undefined);
}

function toSilentNote(run: string, count: number): string {
  return `This page would be too large, so it omits the judge calls of ${renderNumberOf(count, 'case')}. To read them: turnwise show run:${run} --case <id> --judge-calls`;
}
