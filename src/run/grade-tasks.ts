import type { EvalCase } from '../conversation/case.ts';
import type { RunStore, StoredConversation } from '../store/port.ts';
import { CaseStream, type GradableCases, toCaseKey } from './gradable-cases.ts';
import type { EvalSource } from './run-context.ts';

/** One conversation to grade, with its case as it stands in the files now. */
export interface GradeTask {
  readonly source: EvalSource;
  readonly evalCase: EvalCase;
  readonly conversation: StoredConversation;
}

export interface GradeTasksOptions {
  readonly store: Pick<RunStore, 'conversations'>;
  readonly run: string;
  /** Whose verdicts the conversations come with; 0: as played. */
  readonly base: number;
  readonly sources: readonly EvalSource[];
  /** Those that are in the files. */
  readonly cases: GradableCases;
}

/** The conversations of a run that can be graded, in the order of the run. */
export async function* listGradeTasks(options: GradeTasksOptions): AsyncGenerator<GradeTask> {
  const { store, run, base, sources, cases } = options;
  const countOf = (file: number, id: string) => cases.get(toCaseKey(file, id))?.conversations ?? 0;
  const files = new Map(
    sources.map((source) => [
      source.index,
      { source, stream: new CaseStream(source, (id) => countOf(source.index, id)) },
    ]),
  );
  for await (const conversation of store.conversations(run, { grading: base })) {
    const { start, end } = conversation;
    const file = files.get(start.file);
    const isGradable = end !== undefined && end.status !== 'skipped' && countOf(start.file, start.id) > 0;
    const evalCase = isGradable ? await file?.stream.take(start.id) : undefined;
    if (file !== undefined && evalCase !== undefined) yield { source: file.source, evalCase, conversation };
  }
}
