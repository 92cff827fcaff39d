import { type JudgeCertificate, mergeCertificates } from '../../conversation/certificate.ts';
import type { QuestionLabels } from '../../conversation/label-request.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { MetricsCollector } from '../../report/metrics-collector.ts';
import { toCaseLine } from '../../report/render-case-list.ts';
import type { CaseLine, RunSummary } from '../../report/run-summary.ts';
import { type LabelStores, readRunLabels } from '../../samples/run-labels.ts';
import type { GradingChoice, RunRecord, RunStore } from '../../store/port.ts';

/** Called with every conversation, and awaited. */
export type CaseVisitor = (line: CaseLine, conversation: StoredConversation) => void | Promise<void>;

interface SummarizeOptions extends GradingChoice {
  readonly visit?: CaseVisitor;
}

/** The stores that contain a run: its records, and the labels of its conversations. */
export interface RunSources {
  readonly runs: Pick<RunStore, 'conversations' | 'judgeCosts' | 'gradings'>;
  readonly curation: LabelStores;
}

/** Summarizes a stored run. Unfinished conversations do not count. */
export async function summarizeRun(
  record: Pick<RunRecord, 'id' | 'spec' | 'grading'>,
  store: RunSources,
  { visit, ...choice }: SummarizeOptions = {},
): Promise<RunSummary> {
  const collector = await openStoredCollector(record, store, choice);
  for await (const conversation of store.runs.conversations(record.id, choice)) {
    collector.add(conversation);
    await visit?.(toCaseLine(conversation), conversation);
  }
  collector.setJudgeCosts(await store.runs.judgeCosts(record.id, choice));
  return collector.toSummary();
}

/** A metrics collector for the conversations of a stored run. `grading`: the grading of their verdicts. */
export async function openStoredCollector(
  record: Pick<RunRecord, 'id' | 'spec' | 'grading'>,
  { runs, curation }: RunSources,
  { grading = record.grading?.number ?? 0 }: GradingChoice = {},
): Promise<MetricsCollector> {
  const certificates = await listRunCertificates(record, runs, grading);
  return openCollector(record, { grading, certificates, labels: await readRunLabels(curation, record.id) });
}

interface CollectorOptions extends GradingChoice {
  /** Default: the certificates at the start of the run. */
  readonly certificates?: readonly JudgeCertificate[];
  /** Default: none, because the run was just played. */
  readonly labels?: readonly QuestionLabels[];
}

/** A metrics collector for conversations as they are played. */
export function openCollector(
  { id, spec }: Pick<RunRecord, 'id' | 'spec'>,
  { grading = 0, certificates = spec.certificates ?? [], labels = [] }: CollectorOptions = {},
): MetricsCollector {
  return new MetricsCollector({
    run: id,
    targets: listRunTargets(spec),
    conversations: spec.conversations,
    hasRepeats: spec.options.repeat > 1,
    ...(grading === 0 ? {} : { grading }),
    certificates,
    labels,
  });
}

function listRunTargets({ targets }: RunRecord['spec']): readonly string[] {
  return [...new Set(targets.map(({ spec }) => spec.id))];
}

/**
 * The certificates of the judges of these verdicts: those of the grading and the earlier gradings it builds on, then
 * those of the run. `grading` 0: the original verdicts.
 */
export async function listRunCertificates(
  { id, spec }: Pick<RunRecord, 'id' | 'spec'>,
  store: Pick<RunStore, 'gradings'>,
  grading: number,
): Promise<readonly JudgeCertificate[]> {
  const later = grading === 0 ? [] : await store.gradings(id);
  const read = later.filter(({ number }) => number <= grading).reverse();
  return mergeCertificates([...read.map((one) => one.spec), spec].map(({ certificates = [] }) => certificates));
}
