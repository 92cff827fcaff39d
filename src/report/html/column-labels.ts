import { describeSent } from '../../conversation/send.ts';
import { hasSeveralPlays, hasSeveralSends } from '../../conversation/variant-name.ts';
import type { ColumnMetrics } from '../run-metrics.ts';
import type { TargetFacts } from './target-facts.ts';

type ColumnName = Pick<ColumnMetrics, 'target' | 'send' | 'play'>;

/** Each column by its target, and by what else tells it from the others. */
export function toColumnLabels(columns: readonly ColumnName[]): readonly string[] {
  const [hasSends, hasPlays] = [hasSeveralSends(columns), hasSeveralPlays(columns)];
  return columns.map(({ target, send, play }) =>
    [target, ...(hasSends ? [send] : []), ...(hasPlays ? [`play: ${play}`] : [])].join(' · '),
  );
}

/** What was tested in each column: `openai · gpt-5 · sent chat messages`. Targets of one name in several files are all listed. */
export function toColumnFacts(columns: readonly ColumnName[], targets: readonly TargetFacts[]): readonly string[] {
  const hasSends = hasSeveralSends(columns);
  return columns.map(({ target, send }) => {
    const known = targets.filter(({ id }) => id === target);
    const kinds = known.map(({ provider, model }) => [provider, ...(model === undefined ? [] : [model])].join(' · '));
    const own = known.map(({ sent }) => sent ?? describeSent(undefined, [send]));
    const sent = own.length === 0 ? [describeSent(undefined, [send])] : [...new Set(own)];
    return [...new Set(kinds), ...(hasSends ? [] : sent.map((words) => `sent ${words}`))].join(' · ');
  });
}
