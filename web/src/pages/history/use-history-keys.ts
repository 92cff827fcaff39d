import { useAction } from '../../app/keys/use-action.ts';

export interface HistoryMoves {
  readonly newer: (() => void) | undefined;
  readonly older: (() => void) | undefined;
  /** undefined: there is nothing to review. */
  readonly review: (() => void) | undefined;
}

export function useHistoryKeys({ newer, older, review }: HistoryMoves): void {
  useAction('history.newer', newer);
  useAction('history.older', older);
  useAction('history.review', review);
}
