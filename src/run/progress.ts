import type { ConversationStart, RunStore } from '../store/port.ts';

/** What a run has behind it, by case and column. */
export interface Progress {
  find(start: ConversationStart): ConversationMarkState | undefined;
  /** How many conversations of the case at this place are done. */
  countDone(file: number, position: number): number;
}

export interface ConversationMarkState {
  readonly number: number;
  readonly state: 'done' | 'unfinished' | 'again';
}

export const noProgress: Progress = { find: () => undefined, countDone: () => 0 };

/** Reads which conversations are done. Skipped ones are played after all; those in error when they are to be retried. */
export async function loadProgress(
  store: Pick<RunStore, 'marks'>,
  run: string,
  { retryErrors }: { readonly retryErrors: boolean },
): Promise<Progress> {
  const states = new Map<string, ConversationMarkState>();
  const done = new Map<string, number>();
  for await (const mark of store.marks(run)) {
    const isAgain = mark.status === 'skipped' || (mark.status === 'error' && retryErrors);
    const state = mark.status === undefined ? 'unfinished' : isAgain ? 'again' : 'done';
    states.set(toKey(mark), { number: mark.number, state });
    if (state !== 'done') continue;
    const place = `${mark.file}:${mark.position}`;
    done.set(place, (done.get(place) ?? 0) + 1);
  }
  return {
    find: (start) => states.get(toKey(start)),
    countDone: (file, position) => done.get(`${file}:${position}`) ?? 0,
  };
}

type Key = Pick<ConversationStart, 'file' | 'position' | 'target' | 'send' | 'play' | 'repeat'>;

function toKey({ file, position, target, send, play, repeat }: Key): string {
  return `${file}:${position}:${repeat}:${send}:${play}:${target}`;
}
