import { z } from 'zod';
import { compareText } from '../base/compare-text.ts';
import { hashJson } from '../base/hash.ts';
import type { CertifiedTarget } from './certificate.ts';
import { toConversationHash } from './conversation-hash.ts';
import type { Sample } from './sample.ts';

/** A judge that was tried on samples of a test set: its deck and target, by hash, whatever their files and ids are called. */
export const TestSetUse = z.strictObject({
  judge: z.string().describe('Hash of the deck and of the target with its settings.'),
  at: z.string().describe('When it was first tried, ISO-8601, UTC.'),
  place: z.number().int().nonnegative().describe('Its place among the judges that were tried at that time.'),
  samples: z.array(z.string()).describe('Hashes of the conversations it was tried on.'),
});
export type TestSetUse = z.infer<typeof TestSetUse>;

/** A sample, by what is said in it: other labels, ids or files do not make it another. */
export function toSampleHash(sample: Pick<Sample, 'messages'>): string {
  return toConversationHash(sample).slice(0, 16);
}

/** The judge, by what it answers: a copy of the deck or another id for the target is the same judge. */
export function toJudgeHash(deckHash: string, { provider, model, settingsHash }: CertifiedTarget): string {
  return hashJson({ deckHash, provider, model, settingsHash }).slice(0, 16);
}

/** What two places know of the same judges, as one: the earliest use of each, on all samples that either knows. */
export function mergeTestSetUses(uses: readonly TestSetUse[]): readonly TestSetUse[] {
  const byJudge = Map.groupBy(uses, ({ judge }) => judge);
  return [...byJudge.values()]
    .flatMap((own) => {
      const [first] = own.toSorted(compareUses);
      return first === undefined
        ? []
        : [{ ...first, samples: [...new Set(own.flatMap(({ samples }) => samples))].sort() }];
    })
    .sort(compareUses);
}

/**
 * Which judge this is among those that were ever tried on a sample of the test set, from 1. Each of them is a chance to
 * be trusted by luck, so a later one needs more evidence.
 */
export function toJudgeNumber(judge: string, samples: readonly string[], uses: readonly TestSetUse[]): number {
  const present = new Set(samples);
  const tried = mergeTestSetUses(uses).filter((use) => use.samples.some((sample) => present.has(sample)));
  const place = tried.findIndex((use) => use.judge === judge);
  return place === -1 ? tried.length + 1 : place + 1;
}

function compareUses(one: TestSetUse, other: TestSetUse): number {
  return compareText(one.at, other.at) || one.place - other.place || compareText(one.judge, other.judge);
}
