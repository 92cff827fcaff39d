import type { Io } from '../io.ts';

/** Passes on what is printed, and tells it. */
export function listenTo(io: Io, tell: (text: string) => void): Io {
  const out = (text: string) => {
    tell(text);
    io.out(text);
  };
  return { ...io, out };
}

/** The run that a summary names. Not `run:last` where it can be helped: somebody else may play beside us. */
export function findNamedRun(printed: string): string {
  return /\brun:[\w-]+/.exec(printed)?.[0] ?? 'run:last';
}
