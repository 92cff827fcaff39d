import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import { type Draft, toDraftId } from '../../../data/drafts/draft.ts';
import { listOrphans } from '../../../data/drafts/local-drafts.ts';
import { type ItemKey, toKeyText } from '../../../data/item-key.ts';
import { adoptDrafts } from './adopt-drafts.ts';
import { ItemSender } from './item-sender.ts';
import { toSendFault } from './send-faults.ts';
import type { SessionTools } from './session-tools.ts';
import { isHeld, isUnsent, rebase, type SyncState } from './sync-state.ts';

/** Limits the requests: one draft at a time, a number per round, and rare retries of drafts that wait for the person. */
const mostItems = 50;
const againMs = 120_000;

/** The result for the drafts of one item. `there`: the server already had them. */
type Outcome = 'there' | 'sent' | 'waits' | 'away';

/**
 * Sends the drafts of closed tabs in the background. Drafts that the server has are removed. Drafts in conflict, and
 * drafts of items that are approved, deleted or assigned to someone else, wait until the person opens the item.
 */
export class DraftRecovery {
  readonly #tools: SessionTools;
  /** When the waiting drafts of an item were last checked. */
  readonly #lookedAt = new Map<string, number>();
  readonly #onSent: (key: ItemKey) => void;
  #round: Promise<void> | undefined;

  constructor(tools: SessionTools, onSent: (key: ItemKey) => void = () => undefined) {
    this.#tools = tools;
    this.#onSent = onSent;
  }

  /** Starts a round, or joins the running one. */
  run(): Promise<void> {
    this.#round ??= this.#look().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  async #look(): Promise<void> {
    const { drafts, tabs, clock, showToast } = this.#tools;
    // If open tabs are unknown, one of them may be about to send the draft.
    const maySend = (await tabs.findLive()) !== undefined;
    let sent = 0;
    for (const group of this.#listDue(await listOrphans(await drafts.list(), tabs))) {
      const outcome = await this.#recover(group, maySend);
      // If the server is unreachable for one draft, it is for all. The next round tries again.
      if (outcome === 'away') break;
      if (outcome === 'waits') this.#lookedAt.set(toGroupName(group), clock.now());
      if (outcome === 'sent') sent++;
    }
    if (sent > 0) showToast({ title: toSentText(sent) });
  }

  /** Grouped by item. */
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
    const { state, adopted } = adoptDrafts(stored, missing);
    if (!maySend || !this.#isFree(state)) return 'waits';
    const outcome = await this.#send(key, state);
    if (outcome !== 'sent') return outcome;
    for (const draft of adopted) await drafts.remove(draft);
    this.#onSent(key);
    return adopted.length === missing.length ? 'sent' : 'waits';
  }

  /** Whether it can be sent without asking the person. */
  #isFree(state: SyncState): boolean {
    const { assignedTo } = state.stored;
    const isMine = assignedTo === undefined || assignedTo === this.#tools.findMe();
    return state.theirs === undefined && !isHeld(state) && isMine;
  }

  /** The drafts stay until the server has answered. */
  async #send(key: ItemKey, start: SyncState): Promise<Outcome> {
    const { api, onStored } = this.#tools;
    let state = start;
    const sender = new ItemSender({
      ...{ key, api },
      read: () => state,
      write: (next) => {
        state = next;
      },
      onStored: (answer) => onStored(answer, 'me'),
      onRebase: () => undefined,
    });
    if (await sender.send({ isWhole: false })) return 'sent';
    return sender.fault?.kind === 'away' ? 'away' : 'waits';
  }
}

/** Whether the server has everything that the draft has. */
function isThere(draft: Draft, stored: ItemAnswer): boolean {
  const { state } = rebase(draft, stored);
  return state.theirs === undefined && !isUnsent(state);
}

function toGroupName(group: readonly Draft[]): string {
  return JSON.stringify(group.map(toDraftId));
}

function toSentText(count: number): string {
  return count === 1
    ? 'Your unsaved changes from earlier are now saved.'
    : `Your unsaved changes to ${count} conversations are now saved.`;
}
