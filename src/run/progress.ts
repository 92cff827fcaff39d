import type { ConversationMark, ConversationStart, RunStore } from '../store/port.ts';

/** What a run has behind it, by case and variant. */
export interface Progress {
  find(start: ConversationStart): ConversationMarkState | undefined;
  /** How many conversations of the case at this place are done. */
  countDone(file: number, position: number): number;
}

export interface ConversationMarkState {
  readonly number: number;
  readonly state: 'done' | 'unfinished' | 'skipped' | 'again';
}

export const noProgress: Progress = { find: () => undefined, countDone: () => 0 };

export interface ProgressOptions {
  readonly retryErrors: boolean;
  /** The files changed since some of it was recorded: cases are found by their ids, wherever they stand now. */
  readonly hasMoved: boolean;
}

/** Reads which conversations are done. Skipped ones are played after all; those in error when they are to be retried. */
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

/** One number for both: a run of a hundred thousand cases is looked up that often before its first call. */
function toPlaceKey({ file, position }: Pick<ConversationStart, 'file' | 'position'>): number {
  return file * 2 ** 32 + position;
}

function toNameKey({ file, id }: Pick<ConversationStart, 'file' | 'id'>): string {
  return `${file} ${id}`;
}

function toState({ status }: ConversationMark, retryErrors: boolean): ConversationMarkState['state'] {
  if (status === undefined) return 'unfinished';
  if (status === 'skipped') return status;
  return status === 'error' && retryErrors ? 'again' : 'done';
}

function isSameVariant(mark: ConversationMark, { target, send, play, repeat }: ConversationStart): boolean {
  return mark.repeat === repeat && mark.send === send && mark.play === play && mark.target === target;
}
