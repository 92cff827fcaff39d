import type { JudgeCertificate } from './certificate.ts';

/** Tells judges apart as verdicts do in their provenance: by the hash of the deck and the id of the target. */
export function toJudgeKey(deckHash: string, target: string): string {
  return `${deckHash} ${target}`;
}

/** Lists of certificates, the newest first, as one: an older list only adds judges that no newer one has. */
export function mergeCertificates(lists: readonly (readonly JudgeCertificate[])[]): readonly JudgeCertificate[] {
  const known = new Set<string>();
  return lists.flatMap((list) => {
    const added = list.filter(({ deckHash, target }) => !known.has(toJudgeKey(deckHash, target.id)));
    for (const { deckHash, target } of added) known.add(toJudgeKey(deckHash, target.id));
    return added;
  });
}
