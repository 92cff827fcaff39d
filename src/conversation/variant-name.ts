import type { ConversationName } from './run-record.ts';

/** What one case is played against: a target, asked in one form, in one mode. */
export type Variant = Pick<ConversationName, 'target' | 'send' | 'play'>;

/** Whether a target was sent several forms. What different targets are sent is not compared: some ignore `send`. */
export function hasSeveralSends(variants: readonly Pick<Variant, 'target' | 'send'>[]): boolean {
  const first = new Map<string, string>();
  return variants.some(({ target, send }) => {
    if (!first.has(target)) first.set(target, send);
    return first.get(target) !== send;
  });
}

export function hasSeveralPlays(variants: readonly Pick<Variant, 'play'>[]): boolean {
  return variants.some(({ play }) => play !== variants[0]?.play);
}

/** As much of target, send and play as distinguishes a variant from the others of its run. */
export function toVariantName({ target, send, play }: Variant, variants: readonly Variant[]): string {
  const names = [target];
  if (hasSeveralSends(variants)) names.push(send);
  if (hasSeveralPlays(variants)) names.push(play);
  return names.join(' ');
}
