import type { ShownConversation } from '../render-conversation.ts';
import type { PropagationMetrics } from '../run-metrics.ts';
import { MeanTally } from './mean-tally.ts';
import { RateTally } from './rate-tally.ts';
import type { TurnOutcome } from './turn-outcomes.ts';

/**
 * Most conversations that wait for their other half, in each of two maps. Both halves are played close together, so a
 * half that waits longer has no other.
 */
const mostWaiting = 5_000;

/** A turn that was decided. */
type Decided = TurnOutcome & { readonly isPass: boolean };

/** One of the two ways a case was played. */
interface Half {
  readonly play: string;
  readonly turns: readonly Decided[];
}

interface Place {
  readonly everyTurn: RateTally;
  readonly script: RateTally;
  readonly gap: MeanTally;
}

/** One target, asked in one form: replies at the same place of the same case, by the number of the reply in the script. */
interface Pairing extends Pick<PropagationMetrics, 'target' | 'send'> {
  readonly places: Map<number, Place>;
}

/** Compares every-turn with script, reply by reply, over cases that were played in both ways. */
export class PropagationTally {
  readonly #pairings = new Map<string, Pairing>();
  #waiting = new Map<string, Half>();
  /** Those that wait longer. They are dropped together when there are too many. */
  #older = new Map<string, Half>();

  add({ start }: ShownConversation, outcomes: readonly TurnOutcome[], cluster: string | undefined): void {
    const { play, eval: evalName, id, target, send, repeat } = start;
    if (play !== 'every-turn' && play !== 'script') return;
    const key = JSON.stringify([evalName, id, target, send, repeat]);
    const turns = outcomes.filter(isDecided);
    const other = this.#waiting.get(key) ?? this.#older.get(key);
    if (other === undefined || other.play === play) {
      this.#wait(key, { play, turns });
      return;
    }
    this.#waiting.delete(key);
    this.#older.delete(key);
    const [everyTurn, script] = play === 'script' ? [other.turns, turns] : [turns, other.turns];
    this.#addPair(this.#toPairing(start), { everyTurn, script, cluster });
  }

  #wait(key: string, half: Half): void {
    this.#waiting.set(key, half);
    if (this.#waiting.size < mostWaiting) return;
    this.#older = this.#waiting;
    this.#waiting = new Map();
  }

  #toPairing({ target, send }: ShownConversation['start']): Pairing {
    const key = `${send} ${target}`;
    const pairing = this.#pairings.get(key) ?? { target, send, places: new Map<number, Place>() };
    this.#pairings.set(key, pairing);
    return pairing;
  }

  #addPair(
    { places }: Pairing,
    {
      everyTurn,
      script,
      cluster,
    }: Readonly<Record<'everyTurn' | 'script', readonly Decided[]>> & { readonly cluster: string | undefined },
  ): void {
    const known = new Map(everyTurn.map(({ turnIndex, isPass }) => [turnIndex, isPass]));
    for (const { reply, turnIndex, isPass } of script) {
      const good = known.get(turnIndex);
      if (good === undefined) continue;
      const place = places.get(reply) ?? {
        everyTurn: new RateTally(),
        script: new RateTally(),
        gap: new MeanTally({ min: -1, max: 1 }),
      };
      places.set(reply, place);
      place.everyTurn.addOne(good, cluster);
      place.script.addOne(isPass, cluster);
      place.gap.add([Number(isPass) - Number(good)], cluster);
    }
  }

  /** In no order of their own; empty where nothing was played in both ways. */
  toMetrics(): readonly PropagationMetrics[] {
    return [...this.#pairings.values()].map(({ target, send, places }) => ({
      target,
      send,
      byReply: [...places]
        .sort(([one], [other]) => one - other)
        .map(([reply, { everyTurn, script, gap }]) => ({
          replyIndex: reply,
          everyTurn: everyTurn.toInterval(),
          script: script.toInterval(),
          gap: gap.toInterval(),
        })),
    }));
  }
}

function isDecided(outcome: TurnOutcome): outcome is Decided {
  return outcome.isPass !== undefined;
}
