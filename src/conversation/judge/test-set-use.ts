import { z } from 'zod';
import { compareText } from '../../base/compare-text.ts';
import { hashJson } from '../../base/hash.ts';
import type { CertifiedTarget, TestSet } from '../certificate.ts';
import { type Sample, toConversationHash } from '../sample.ts';

/** A judge that was tried on samples of a test set. Deck and target are identified by hash, not by file or id. */
export const TestSetUse = z.strictObject({
  judge: z.string().describe('Hash of the deck, the target and its settings.'),
  at: z.string().describe('When it was first tried, ISO-8601, UTC.'),
  place: z.number().int().nonnegative().describe('Position among the judges tried at the same time.'),
  samples: z.array(z.string()).describe('Hashes of the conversations that the judge was tried on.'),
});
export type TestSetUse = z.infer<typeof TestSetUse>;

/** Identifies a sample by its messages. Labels, ids and files do not matter. */
export function toSampleHash(sample: Pick<Sample, 'messages'>): string {
  return toConversationHash(sample).slice(0, 16);
}

/**
 * Identifies a judge by deck and target settings. A copy of the deck, or another id of the target, is the same judge.
 */
export function toJudgeHash(deckHash: string, { provider, model, settingsHash }: CertifiedTarget): string {
  return hashJson({ deckHash, provider, model, settingsHash }).slice(0, 16);
}

/** When a judge was tried, in a form that sorts as text. */
type Moment = string;

function toMoment({ at, place }: Pick<TestSetUse, 'at' | 'place'>): Moment {
  return `${at} ${String(place).padStart(6, '0')}`;
}

/** Merges records of several sources: the first use of each sample by each judge. */
export function mergeTestSetUses(uses: readonly TestSetUse[]): readonly TestSetUse[] {
  const known = new Set<string>();
  const merged = new Map<string, { use: TestSetUse; samples: string[] }>();
  const inOrder = uses.toSorted(
    (one, other) => compareText(toMoment(one), toMoment(other)) || compareText(one.judge, other.judge),
  );
  for (const use of inOrder) {
    const key = `${toMoment(use)} ${use.judge}`;
    const group = merged.get(key) ?? { use, samples: [] };
    for (const sample of use.samples) {
      const pair = `${use.judge} ${sample}`;
      if (known.has(pair)) continue;
      known.add(pair);
      group.samples.push(sample);
    }
    if (group.samples.length > 0) merged.set(key, group);
  }
  return [...merged.values()].map(({ use, samples }) => ({ ...use, samples: samples.sort(compareText) }));
}

/**
 * The position of a judge, from 1, among all judges ever tried on the test set: one more than the judges that saw any
 * of these samples before it. Each judge is another chance to be trusted by luck, so a later one needs more evidence. A
 * sample that this judge has not seen counts as seen last.
 */
export function toJudgeNumber(judge: string, samples: readonly string[], uses: readonly TestSetUse[]): number {
  const present = new Set(samples);
  const own = new Map<string, Moment>();
  const others = new Map<string, Map<string, Moment>>();
  for (const use of mergeTestSetUses(uses)) {
    const seen = use.judge === judge ? own : (others.get(use.judge) ?? new Map<string, Moment>());
    if (use.judge !== judge) others.set(use.judge, seen);
    for (const sample of use.samples) if (present.has(sample)) seen.set(sample, toMoment(use));
  }
  const isBefore = (seen: ReadonlyMap<string, Moment>) =>
    [...seen].some(([sample, moment]) => compareText(moment, own.get(sample) ?? '\uffff') < 0);
  return 1 + [...others.values()].filter(isBefore).length;
}

/** The uses of some samples, in the form of a certificate. */
export function toTestSet(samples: readonly string[], uses: readonly TestSetUse[]): TestSet {
  const places = new Map(samples.map((sample, place) => [sample, place]));
  const tried = mergeTestSetUses(uses).flatMap(({ judge, at, place, samples: own }) => {
    const found = own.flatMap((sample) => places.get(sample) ?? []).sort((one, other) => one - other);
    if (found.length === 0) return [];
    return [{ judge, at, place, ...(found.length === samples.length ? {} : { samples: found }) }];
  });
  return { samples: [...samples], uses: tried };
}

export function listTestSetUses({ samples, uses }: TestSet): readonly TestSetUse[] {
  return uses.map(({ samples: places, ...use }) => {
    return { ...use, samples: places === undefined ? samples : places.flatMap((place) => samples[place] ?? []) };
  });
}

/** Merges test sets, so that earlier uses are kept when the samples change. */
export function mergeTestSets(one: TestSet | undefined, other: TestSet | undefined): TestSet | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const samples = [...new Set([...one.samples, ...other.samples])].sort(compareText);
  return toTestSet(samples, [...listTestSetUses(one), ...listTestSetUses(other)]);
}
