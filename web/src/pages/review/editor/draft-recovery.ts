import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import { type Draft, toDraftId } from '../../../data/drafts/draft.ts';
import { listOrphans } from '../../../data/drafts/local-drafts.ts';
import { type ItemKey, toKeyText } from '../../../data/item-key.ts';
import { adoptDrafts } from './adopt-drafts.ts';
import { ItemSender } from './item-sender.ts';
import { toSendFault } from './send-faults.ts';
import type { SessionTools } from './session-tools.ts';
import { isHeld, isUnsent, meet, type Standing } from './standing.ts';

/** Many drafts make no storm of requests: one at a time, so many a round, and what has to wait is asked about rarely. */
const mostItems = 50;
const againMs = 120_000;

/** What became of the drafts of an item. `there`: the server had them. */
type Outcome = 'there' | 'sent' | 'waits' | 'away';

/**
 * Brings to the server what tabs that are gone have left, without opening it. What arrived is forgotten; what collides,
 * is held by somebody else, approved or deleted waits for the person, as it does when the item is opened.
 */
export class DraftRecovery {
  readonly #tools: SessionTools;
  /** When the drafts of an item that have to wait were looked at. */
  readonly #lookedAt = new Map<string, number>();
  readonly #onSent: (key: ItemKey) => void;
  #round: Promise<void> | undefined;

  constructor(tools: SessionTools, onSent: (key: ItemKey) => void = () => undefined) {
    this.#tools = tools;
    this.#onSent = onSent;
  }

  /** One round at a time, whoever asks. */
  run(): Promise<void> {
    this.#round ??= this.#look().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  async #look(): Promise<void> {
    const { drafts, tabs, clock, say } = this.#tools;
    // Where the browser does not tell which tabs live, another tab may be about to send it.
    const maySend = (await tabs.findLive()) !== undefined;
    let sent = 0;
    for (const group of this.#listDue(await listOrphans(await drafts.list(), tabs))) {
      const outcome = await this.#recover(group, maySend);
      // A server that is away for one is away for all: the next round asks again.
      if (outcome === 'away') break;
      if (outcome === 'waits') this.#lookedAt.set(toGroupName(group), clock.now());
      if (outcome === 'sent') sent++;
    }
    if (sent > 0) say({ title: toSentText(sent) });
  }

  /** By item. */
  #listDue(left: readonly Draft[]): readonly (readonly Draft[])[] {
    const now = this.#tools.clock.now();
    const isDue = (group: readonly Draft[]) => now - (this.#lookedAt.get(toGroupName(group)) ?? -againMs) >= againMs;
    return [...Map.groupBy(left, toKeyText).values()].filter(isDue).slice(0, mostItems);
  }

  async #recover(group: readonly Draft[], maySend: boolean): Promise<Outcome> {
    const { api, drafts } = this.#tools;
    const [{ dataset, id } = { dataset: '', id: '' }] = group;
    const key = { dataset, id };
    let stored: ItemAnswer;
    try {
      stored = await api.read(key);
    } catch (error) {
      return toSendFault(error).kind === 'away' ? 'away' : 'waits';
    }
    const { there = [], missing = [] } = Object.groupBy(group, (draft) =>
      isThere(draft, stored) ? 'there' : 'missing',
    );
    for (const draft of there) await drafts.remove(draft);
    if (missing.length === 0) return 'there';
    const { standing, adopted } = adoptDrafts(stored, missing);
    if (!maySend || !this.#isFree(standing)) return 'waits';
    const outcome = await this.#send(key, standing);
    if (outcome !== 'sent') return outcome;
    for (const draft of adopted) await drafts.remove(draft);
    this.#onSent(key);
    return adopted.length === missing.length ? 'sent' : 'waits';
  }

  /** Whether it may be sent without a word of the person. */
  #isFree(standing: Standing): boolean {
    const { assignedTo } = standing.stored;
    const isMine = assignedTo === undefined || assignedTo === this.#tools.findMe();
    return standing.theirs === undefined && !isHeld(standing) && isMine;
  }

  /** The drafts stay until the server has answered. */
  async #send(key: ItemKey, start: Standing): Promise<Outcome> {
    const { api, onStored } = this.#tools;
    let standing = start;
    const sender = new ItemSender({
      ...{ key, api },
      read: () => standing,
      write: (next) => {
        standing = next;
      },
      onStored: (answer) => onStored(answer, 'me'),
      onMeeting: () => undefined,
    });
    if (await sender.send({ isWhole: false })) return 'sent';
    return sender.fault?.kind === 'away' ? 'away' : 'waits';
  }
}

/** Whether the server has everything that the draft has. */
function isThere(draft: Draft, stored: ItemAnswer): boolean {
  const { standing } = meet(draft, stored);
  return standing.theirs === undefined && !isUnsent(standing);
}

function toGroupName(group: readonly Draft[]): string {
  return JSON.stringify(group.map(toDraftId));
}

function toSentText(count: number): string {
  return count === 1
    ? 'Your unsaved changes from earlier are now saved.'
    : `Your unsaved changes to ${count} conversations are now saved.`;
}
