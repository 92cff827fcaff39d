import { compareText } from '../../base/compare-text.ts';
import { quoteValue } from '../../base/explain-issue.ts';
import { type Problem, toWarning } from '../../base/fault.ts';
import { renderNumberOf } from '../../base/number-of.ts';
import { toConversationHash, toHumanScore } from '../../conversation/sample.ts';
import { type PlacedSample, renderPlace } from './check-pool.ts';
import { type ClusteredSample, toSampleCluster } from './sample-sources.ts';

/**
 * Samples of files that have one conversation become one cluster, named for the first of them by id: sixty copies tell no
 * more than one. Samples of items keep the cluster of their item, since whoever erases the item finds them by it.
 */
export function joinCopies<Sample extends ClusteredSample>(samples: readonly Sample[]): readonly Sample[] {
  const clusters = new Map<string, string>();
  const hashes = samples.map((sample) => (isOfFile(sample) ? toConversationHash(sample.sample) : undefined));
  for (const [place, { cluster }] of samples.entries()) {
    const hash = hashes[place];
    if (hash === undefined) continue;
    const known = clusters.get(hash);
    if (known === undefined || compareText(cluster, known) < 0) clusters.set(hash, cluster);
  }
  return samples.map((sample, place) => {
    const cluster = clusters.get(hashes[place] ?? '');
    return cluster === undefined ? sample : { ...sample, cluster };
  });
}

/** A warning for copies among joined samples of files, and one more where people scored copies differently. */
export function findCopies(joined: readonly (ClusteredSample & PlacedSample)[], deck: string): readonly Problem[] {
  const groups = [...Map.groupBy(joined, ({ cluster }) => cluster).values()];
  const copied = groups.filter((group) => group.length > 1 && group.some(isOfFile));
  const copies = copied.reduce((sum, group) => sum + group.length - 1, 0);
  if (copies === 0) return [];
  const are = copies === 1 ? 'is a copy of another' : 'are copies of others';
  const message = `${renderNumberOf(copies, 'sample')} ${are}. All ${joined.length} count as ${renderNumberOf(groups.length, 'conversation')}.`;
  const hint =
    'A copy adds no evidence about a judge. Write several scores of one conversation as ratings of one sample.';
  return [
    toWarning({ code: 'SAMPLE_COPIES', message, hint, reading: 'samples', file: deck }),
    ...explainConflicts(copied),
  ];
}

function explainConflicts(copied: readonly (readonly PlacedSample[])[]): readonly Problem[] {
  const conflicts = copied.flatMap((group) => findConflict(group) ?? []);
  const [first] = conflicts;
  if (first === undefined) return [];
  const { one, other } = first;
  const pair = `${renderScored(one)} at ${renderPlace(one.place)} and ${renderScored(other)} at ${renderPlace(other.place)}`;
  const message =
    conflicts.length === 1
      ? `People scored copies of one conversation differently: ${pair}. A judge cannot be right on both.`
      : `People scored copies of ${conflicts.length} conversations differently, such as ${pair}. A judge cannot be right on both.`;
  const hint = 'Keep the correct score, or keep one sample with both scores as its ratings.';
  return [toWarning({ code: 'SAMPLE_COPIES', message, hint, reading: 'samples', ...other.place })];
}

function findConflict(group: readonly PlacedSample[]): { one: PlacedSample; other: PlacedSample } | undefined {
  const [one, ...rest] = group.filter(({ sample }) => toHumanScore(sample) !== undefined);
  if (one === undefined) return undefined;
  const other = rest.find(({ sample }) => toHumanScore(sample) !== toHumanScore(one.sample));
  return other === undefined ? undefined : { one, other };
}

function renderScored({ sample }: PlacedSample): string {
  return `${quoteValue(sample.id)} (${toHumanScore(sample)})`;
}

/** Before samples are joined: all of them; afterwards: the one that its cluster is named for. */
function isOfFile({ cluster, sample }: ClusteredSample): boolean {
  return cluster === toSampleCluster(sample);
}
