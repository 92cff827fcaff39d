import type { ColumnFigures } from '../run-figures.ts';

type ColumnName = Pick<ColumnFigures, 'target' | 'send' | 'play'>;

/** Each column by its target, and by what else tells it from the others. */
export function toColumnLabels(columns: readonly ColumnName[]): readonly string[] {
  const hasSends = new Set(columns.map(({ send }) => send)).size > 1;
  const hasPlays = new Set(columns.map(({ play }) => play)).size > 1;
  return columns.map(({ target, send, play }) =>
    [target, ...(hasSends ? [send] : []), ...(hasPlays ? [play] : [])].join(' · '),
  );
}
