import { assertNoErrors, Fault } from '../../base/fault.ts';
import type { EvalCase } from '../../conversation/case.ts';
import { listVariants } from '../../conversation/run/run-record.ts';
import type { RunOptions } from '../../conversation/run/run-spec.ts';
import type { ConversationStart } from '../../conversation/stored-conversation.ts';
import type { CaseReading } from '../../files/eval/case-reader.ts';
import { listTargetIds } from '../../files/eval/read-eval.ts';
import { Selection } from '../../samples/case-selection.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import type { ConversationMark, RunStore } from '../../store/port.ts';

/** One conversation to play: one variant and repeat of a case. */
export interface ConversationTask {
  readonly source: EvalSource;
  readonly evalCase: EvalCase;
  readonly start: ConversationStart;
  /** Its record, if it was begun before. `isEnded`: it is reopened first. `isRetried`: it ended in an error. */
  readonly begun?: { readonly number: number; readonly isEnded: boolean; readonly isRetried?: boolean };
}

interface RunTasksOptions {
  readonly sources: readonly EvalSource[];
  readonly options: RunOptions;
  readonly progress: Progress;
  /** How many conversations each case has, if all cases have the same number. Cases that are done are then not read. */
  readonly conversationsPerCase?: number | undefined;
}

/**
 * Every conversation that is not done yet. Cases stream in, and nothing of a finished one is kept. Cases of several
 * files alternate, so that targets of the second file do not wait for the first file. With a limit they come file by
 * file, because it selects the first cases.
 */
export async function* listRunTasks(run: RunTasksOptions): AsyncGenerator<ConversationTask> {
  const selection = new Selection(run.options);
  const streams = run.sources.map((source) => listSourceTasks(source, { ...run, selection }));
  if (run.options.limit === undefined) yield* takeInTurn(streams);
  else for (const stream of streams) yield* stream;
}

type SourceOptions = RunTasksOptions & { readonly selection: Selection };

async function* listSourceTasks(source: EvalSource, run: SourceOptions): AsyncGenerator<ConversationTask> {
  const { progress, conversationsPerCase: perCase, selection } = run;
  const skip = (position: number) => {
    const isDone = perCase !== undefined && progress.countDone(source.index, position) === perCase;
    if (isDone) selection.pass();
    return isDone;
  };
  const { readCases } = source.dataset ?? source.evalFile;
  for await (const reading of readCases({ skip, isChecked: true })) {
    if (selection.isFull) return;
    const evalCase = getCase(reading);
    if (selection.take(evalCase)) yield* listCaseTasks({ source, evalCase, reading }, run);
  }
}

async function* takeInTurn<Item>(streams: readonly AsyncGenerator<Item>[]): AsyncGenerator<Item> {
  const [only] = streams;
  if (only !== undefined && streams.length === 1) return yield* only;
  let open = [...streams];
  try {
    while (open.length > 0) {
      const round = await Promise.all(open.map(async (stream) => ({ stream, item: await stream.next() })));
      for (const { item } of round) if (item.done !== true) yield item.value;
      open = round.filter(({ item }) => item.done !== true).map(({ stream }) => stream);
    }
  } finally {
    for (const stream of open) await stream.return(undefined);
  }
}

/** The files were checked before the run, so a case that is broken now changed during the run. */
function getCase({ evalCase, problems }: CaseReading): EvalCase {
  assertNoErrors(problems);
  if (evalCase === undefined)
    throw new Fault({ code: 'RUN_CHANGED', message: 'The eval file changed during the run.' });
  return evalCase;
}

interface PlacedCase {
  readonly source: EvalSource;
  readonly evalCase: EvalCase;
  readonly reading: CaseReading;
}

function* listCaseTasks(
  { source, evalCase, reading }: PlacedCase,
  { options, progress }: RunTasksOptions,
): Generator<ConversationTask> {
  const { specs, sends, evalFile } = source;
  const targets = listTargetIds(evalCase, evalFile, { choice: options, specs }).flatMap((id) => specs.get(id) ?? []);
  for (let repeat = 0; repeat < options.repeat; repeat += 1) {
    for (const variant of listVariants(evalCase, targets, sends)) {
      const start = {
        ...variant,
        id: evalCase.id,
        eval: evalCase.eval,
        tags: evalCase.tags,
        file: source.index,
        position: reading.position,
        repeat,
        ...(evalCase.conversation_id === undefined ? {} : { conversationId: evalCase.conversation_id }),
      };
      const known = progress.find(start);
      if (known?.state === 'done') continue;
      const isRetried = known?.state === 'retried';
      const begun = known && { number: known.number, isEnded: isRetried || known.state === 'skipped', isRetried };
      yield { source, evalCase, start, ...(begun === undefined ? {} : { begun }) };
    }
  }
}

/** What a run has done before, by case and variant. */
export interface Progress {
  find(start: ConversationStart): ConversationMarkState | undefined;
  /** How many conversations of the case at this position are done. */
  countDone(file: number, position: number): number;
}

interface ConversationMarkState {
  readonly number: number;
  readonly state: 'done' | 'unfinished' | 'skipped' | 'retried';
}

export const noProgress: Progress = { find: () => undefined, countDone: () => 0 };

interface ProgressOptions {
  readonly retryErrors: boolean;
  /** true: the files changed since the run began, so cases are found by id instead of position. */
  readonly hasMoved: boolean;
}

/** Reads which conversations are done. Skipped ones are played, and those with an error if they are to be retried. */
export async function loadProgress(
  store: Pick<RunStore, 'marks'>,
  run: string,
  { retryErrors, hasMoved }: ProgressOptions,
): Promise<Progress> {
  const toKey = hasMoved ? toNameKey : toPlaceKey;
  const cases = new Map<number | string, ConversationMark[]>();
  for await (const mark of store.marks(run)) {
    const marks = cases.get(toKey(mark));
    if (marks === undefined) cases.set(toKey(mark), [mark]);
    else marks.push(mark);
  }
  const isDone = (mark: ConversationMark) => toState(mark, retryErrors) === 'done';
  return {
    find: (start) => {
      const mark = cases.get(toKey(start))?.find((one) => isSameVariant(one, start));
      return mark && { number: mark.number, state: toState(mark, retryErrors) };
    },
    countDone: (file, position) =>
      hasMoved ? 0 : (cases.get(toPlaceKey({ file, position }))?.filter(isDone).length ?? 0),
  };
}

/** One number for both, because a run with 100,000 cases looks this up 100,000 times before its first call. */
function toPlaceKey({ file, position }: Pick<ConversationStart, 'file' | 'position'>): number {
  return file * 2 ** 32 + position;
}

function toNameKey({ file, id }: Pick<ConversationStart, 'file' | 'id'>): string {
  return `${file} ${id}`;
}

function toState({ status }: ConversationMark, retryErrors: boolean): ConversationMarkState['state'] {
  if (status === undefined) return 'unfinished';
  if (status === 'skipped') return status;
  return status === 'error' && retryErrors ? 'retried' : 'done';
}

function isSameVariant(mark: ConversationMark, { target, send, play, repeat }: ConversationStart): boolean {
  return mark.repeat === repeat && mark.send === send && mark.play === play && mark.target === target;
}
