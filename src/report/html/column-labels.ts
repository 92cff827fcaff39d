import type { ColumnFigures } from '../run-figures.ts';
import type { TargetFacts } from './target-facts.ts';

type ColumnName = Pick<ColumnFigures, 'target' | 'send' | 'play'>;

/** Each column by its target, and by what else tells it from the others. */
export function toColumnLabels(columns: readonly ColumnName[]): readonly string[] {
  const hasPlays = new Set(columns.map(({ play }) => play)).size > 1;
  return columns.map(({ target, send, play }) =>
    [target, ...(hasSends(columns) ? [send] : []), ...(hasPlays ? [`play: ${play}`] : [])].join(' · '),
  );
}

/** What was tested in each column: `openai · gpt-5 · question`. Targets of one name in several files are all told. */
export function toColumnFacts(columns: readonly ColumnName[], targets: readonly TargetFacts[]): readonly string[] {
  return columns.map(({ target, send }) => {
    const known = targets.filter(({ id }) => id === target);
    const kinds = known.map(({ provider, model }) => [provider, ...(model === undefined ? [] : [model])].join(' · '));
    return [...new Set(kinds), ...(hasSends(columns) ? [] : [send])].join(' · ');
  });
}

function hasSends(columns: readonly ColumnName[]): boolean {
  return new Set(columns.map(({ send }) => send)).size > 1;
}
