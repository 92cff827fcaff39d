import type { RunMix } from '../../calibrate/certificate-mix.ts';
import { toTurnBucket } from '../../conversation/label-strata.ts';
import type { ShownConversation } from '../render-conversation.ts';

/** Tags that are counted: a tag for each case says nothing about a mix. */
const mostTags = 1_000;

/** What a judge graded, by tag and turn count, counted as it comes. Grows with tags and named clusters alone. */
export class MixTally {
  #n = 0;
  #alone = 0;
  readonly #clusters = new Set<string>();
  readonly #tags = new Map<string, number>();
  readonly #turns = new Map<string, number>();

  /** `turns`: user turns up to each verdict. `cluster` undefined: the conversation is a cluster of its own. */
  add({ tags, turns, cluster }: GradedMix): void {
    if (turns.length === 0) return;
    this.#n += turns.length;
    if (cluster === undefined) this.#alone += 1;
    else this.#clusters.add(cluster);
    for (const tag of new Set(tags)) {
      if (this.#tags.has(tag) || this.#tags.size < mostTags) addTo(this.#tags, tag, turns.length);
    }
    for (const count of turns) addTo(this.#turns, toTurnBucket(count), 1);
  }

  toMix(): RunMix {
    const conversations = this.#alone + this.#clusters.size;
    return { n: this.#n, conversations, tags: this.#tags, turns: this.#turns };
  }
}

interface GradedMix {
  readonly tags: readonly string[];
  readonly turns: readonly number[];
  readonly cluster: string | undefined;
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

/** Places of the user's messages, scripted or simulated. */
export function listUserTurns({ turns, replies }: Pick<ShownConversation, 'turns' | 'replies'>): readonly number[] {
  const isUser = ({ played }: ShownConversation['turns'][number]) => played.message.role === 'user';
  return [...new Set([...turns, ...replies].filter(isUser).map(({ turnIndex }) => turnIndex))];
}
