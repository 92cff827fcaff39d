import { nameTurn, toTurnNumber } from '../conversation/turn-number.ts';
import { renderOrdinal } from './amounts.ts';
import type { VariantMetrics } from './run-metrics.ts';

/** How a report names the k-th reply of its conversations; `reply` counts from 0. */
export interface ReplyNames {
  /** What is counted: the head of a table or the title of an axis. */
  readonly what: 'turn' | 'reply';
  /** Under that head: `4`, or `2nd`. Undefined: no reply there was graded. */
  findNumber(reply: number): string | undefined;
  /** Alone: `turn 4`, or `2nd reply`. */
  toLabel(reply: number): string;
}

/**
 * A turn has one number in a report. Where the k-th reply is the same turn in every conversation, it is named by that
 * number. Where it is not, as with system messages in some cases only, a row of all k-th replies is about no one turn:
 * replies are counted there.
 */
export function nameReplies(variants: readonly Pick<VariantMetrics, 'byPosition'>[]): ReplyNames {
  const turns = new Map<number, number | null>();
  for (const { replyIndex: reply, turnIndex } of variants.flatMap(({ byPosition }) => byPosition)) {
    turns.set(reply, joinTurnIndex(turns.get(reply), turnIndex));
  }
  const findTurn = (reply: number) => turns.get(reply) ?? undefined;
  if ([...turns.values()].includes(null)) return countedReplies;
  return {
    what: 'turn',
    findNumber: (reply) => {
      const turnIndex = findTurn(reply);
      return turnIndex === undefined ? undefined : String(toTurnNumber(turnIndex));
    },
    toLabel: (reply) => {
      const turnIndex = findTurn(reply);
      return turnIndex === undefined ? countedReplies.toLabel(reply) : nameTurn(turnIndex);
    },
  };
}

const countedReplies: ReplyNames = {
  what: 'reply',
  findNumber: renderOrdinal,
  toLabel: (reply) => `${renderOrdinal(reply)} reply`,
};

/** The turn that two sets of replies are at; null: not at the same. `known` undefined: there is no first set yet. */
export function joinTurnIndex(known: number | null | undefined, turnIndex: number | null): number | null {
  return known === undefined || known === turnIndex ? turnIndex : null;
}
