import { FiguresCollector } from '../../report/figures-collector.ts';
import type { CaseLine, RunSummary } from '../../report/run-summary.ts';
import { toCaseLine } from '../../report/to-case-line.ts';
import type { GradingChoice, RunRecord, RunStore, StoredConversation } from '../../store/port.ts';

/** Told of every conversation that is passed on the way; waited for, if it takes its time. */
export type CaseVisitor = (line: CaseLine, conversation: StoredConversation) => void | Promise<void>;

export interface SummariseOptions extends GradingChoice {
  readonly visit?: CaseVisitor;
}

/** What a stored run came to so far. Conversations that are not at their end do not count. */
export async function summariseRun(
  record: Pick<RunRecord, 'id' | 'spec' | 'grading'>,
  store: Pick<RunStore, 'conversations' | 'judgeCosts'>,
  { visit, ...choice }: SummariseOptions = {},
): Promise<RunSummary> {
  const collector = openCollector(record, choice);
  for await (const conversation of store.conversations(record.id, choice)) {
    collector.add(conversation);
    await visit?.(toCaseLine(conversation), conversation);
  }
  collector.setJudgeCosts(await store.judgeCosts(record.id, choice));
  return collector.toSummary();
}

/** A collector for the conversations of this run; `grading`: whose verdicts they come with. */
export function openCollector(
  { id, spec, grading: counting }: Pick<RunRecord, 'id' | 'spec' | 'grading'>,
  { grading = counting?.number ?? 0 }: GradingChoice = {},
): FiguresCollector {
  return new FiguresCollector({
    run: id,
    targets: listRunTargets(spec),
    hasRepeats: spec.options.repeat > 1,
    ...(grading === 0 ? {} : { grading }),
  });
}

export function listRunTargets({ targets }: RunRecord['spec']): readonly string[] {
  return [...new Set(targets.map(({ spec }) => spec.id))];
}
