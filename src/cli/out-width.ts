import type { Io } from './io.ts';

/** How long a line of the result may be: as the terminal is wide, and anything where it is piped on. */
export function findOutWidth({ isOutTerminal, columns }: Pick<Io, 'isOutTerminal' | 'columns'>): number {
  return isOutTerminal === true ? columns : Number.POSITIVE_INFINITY;
}
