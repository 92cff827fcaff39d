import { assertNoErrors } from '../../base/fault.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import type { CaseReading } from '../../files/eval/case-reader.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import type { RunStore } from '../../store/port.ts';

/** One conversation to grade, with its case as it is in the files now. */
export interface GradeTask {
  readonly source: EvalSource;
  readonly evalCase: EvalCase;
  readonly conversation: StoredConversation;
}

interface GradeTasksOptions {
  readonly store: Pick<RunStore, 'conversations'>;
  readonly run: string;
  /** The grading whose verdicts the conversations come with. 0: the original ones. */
  readonly base: number;
  readonly sources: readonly EvalSource[];
  /** The cases that are in the files. */
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

/** Cases of a run that can be graded, and how many conversations each has. Some may no longer be in the files. */
export type GradableCases = ReadonlyMap<string, GradableCase>;

export interface GradableCase {
  readonly id: string;
  readonly file: number;
  readonly conversations: number;
}

/** The cases with played conversations. A skipped conversation has nothing to grade. */
export async function loadGradable(store: Pick<RunStore, 'marks'>, run: string): Promise<GradableCases> {
  const cases = new Map<string, GradableCase>();
  for await (const { status, file, id } of store.marks(run)) {
    if (status === undefined || status === 'skipped') continue;
    const key = toCaseKey(file, id);
    cases.set(key, { id, file, conversations: (cases.get(key)?.conversations ?? 0) + 1 });
  }
  return cases;
}

/** A case is found by its id, even if its place in the file changed. */
export function toCaseKey(file: number, id: string): string {
  return `${file} ${id}`;
}

/** The cases of a file as they are now. */
export async function* listPresentCases({ dataset, evalFile }: EvalSource): AsyncGenerator<EvalCase> {
  const { readCases } = dataset ?? evalFile;
  for await (const reading of readCases({ isChecked: true })) yield* getCase(reading);
}

function getCase({ evalCase, problems }: CaseReading): readonly EvalCase[] {
  assertNoErrors(problems);
  return evalCase === undefined ? [] : [evalCase];
}

/**
 * Finds the cases of a file for conversations in the order of the run, which is roughly the order of the file. Cases
 * are read ahead as far as needed, and dropped after their last conversation. A large file is kept in memory only if
 * its order changed since the run.
 */
export class CaseStream {
  readonly #cases: AsyncGenerator<EvalCase>;
  readonly #countOf: (id: string) => number;
  readonly #read = new Map<string, { readonly evalCase: EvalCase; left: number }>();

  /** `countOf`: how often a case will be taken. 0: never. */
  constructor(source: EvalSource, countOf: (id: string) => number) {
    this.#cases = listPresentCases(source);
    this.#countOf = countOf;
  }

  /** The case with this id. Undefined: the file no longer has it. */
  async take(id: string): Promise<EvalCase | undefined> {
    while (!this.#read.has(id)) {
      const { value, done } = await this.#cases.next();
      if (done === true) return undefined;
      const left = this.#countOf(value.id);
      if (left > 0) this.#read.set(value.id, { evalCase: value, left });
    }
    const found = this.#read.get(id);
    if (found !== undefined && --found.left === 0) this.#read.delete(id);
    return found?.evalCase;
  }
}
