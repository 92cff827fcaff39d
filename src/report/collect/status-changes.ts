import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import type { CaseStatus } from '../../conversation/verdict.ts';

/** What a grading changed, kept small whatever the size of the run. */
export interface StatusChanges {
  readonly count: number;
  /** By the way it went, most frequent first, each with the ids of a few cases. */
  readonly groups: readonly StatusChangeGroup[];
}

interface StatusChangeGroup {
  readonly from: CaseStatus;
  readonly to: CaseStatus;
  readonly count: number;
  /** Each once, at most `shownIds`. */
  readonly ids: readonly string[];
}

export const shownIds = 5;

/** Compares the statuses after a grading with those before it. */
export class StatusChangeCollector {
  readonly #before: ReadonlyMap<number, CaseStatus>;
  readonly #groups = new Map<string, { from: CaseStatus; to: CaseStatus; count: number; ids: Set<string> }>();
  #count = 0;

  /** `before`: status by number of the conversation. */
  constructor(before: ReadonlyMap<number, CaseStatus>) {
    this.#before = before;
  }

  add({ number, start, end }: Pick<StoredConversation, 'number' | 'start' | 'end'>): void {
    const [from, to] = [this.#before.get(number), end?.status];
    if (from === undefined || to === undefined || from === to) return;
    const key = `${from} ${to}`;
    const group = this.#groups.get(key) ?? { from, to, count: 0, ids: new Set<string>() };
    this.#groups.set(key, group);
    this.#count += 1;
    group.count += 1;
    if (group.ids.size < shownIds) group.ids.add(start.id);
  }

  toChanges(): StatusChanges {
    const groups = [...this.#groups.values()].map((group) => ({ ...group, ids: [...group.ids] }));
    return { count: this.#count, groups: groups.sort((one, other) => other.count - one.count) };
  }
}
