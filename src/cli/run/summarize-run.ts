import { type JudgeCertificate, mergeCertificates } from '../../conversation/certificate.ts';
import type { QuestionLabels } from '../../conversation/label-request.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { MetricsCollector } from '../../report/metrics-collector.ts';
import { toCaseLine } from '../../report/render-case-list.ts';
import type { CaseLine, RunSummary } from '../../report/run-summary.ts';
import { type LabelStores, readRunLabels } from '../../samples/run-labels.ts';
import type { GradingChoice, RunRecord, RunStore } from '../../store/port.ts';

/** Told of every conversation that is passed on the way; waited for, if it takes its time. */
export type CaseVisitor = (line: CaseLine, conversation: StoredConversation) => void | Promise<void>;

interface SummarizeOptions extends GradingChoice {
  readonly visit?: CaseVisitor;
}

/** Where a run is read from: its records, and what people said of it. */
export interface RunSources {
  readonly runs: Pick<RunStore, 'conversations' | 'judgeCosts' | 'gradings'>;
  readonly curation: LabelStores;
}

/** What a stored run came to so far. Conversations that are not at their end do not count. */
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

/** A collector for the conversations of a stored run; `grading`: whose verdicts they come with. */
export async function openStoredCollector(
  record: Pick<RunRecord, 'id' | 'spec' | 'grading'>,
  { runs, curation }: RunSources,
  { grading = record.grading?.number ?? 0 }: GradingChoice = {},
): Promise<MetricsCollector> {
  const certificates = await listRunCertificates(record, runs, grading);
  return openCollector(record, { grading, certificates, labels: await readRunLabels(curation, record.id) });
}

interface CollectorOptions extends GradingChoice {
  /** Default: as they stood when the run began. */
  readonly certificates?: readonly JudgeCertificate[];
  /** Default: none, as of a run that was just played. */
  readonly labels?: readonly QuestionLabels[];
}

/** A collector for the conversations of a run as they are played. */
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
 * How the certificates of the judges stood whose verdicts are read: those of the grading and of the ones it may stand
 * on, then those of the run. `grading` 0: as played.
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
