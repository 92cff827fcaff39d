import type { ItemAnswer } from '../../../src/contract/item-answer.ts';
import type { Item, ItemStatus } from '../../../src/conversation/item/item.ts';
import { listMissing } from '../../../src/curate/approval.ts';
import { applyPatch } from '../../../src/curate/edit-item.ts';
import { toItemContent } from '../../../src/curate/item-content.ts';
import { ApiFault, UnreachableFault } from '../../../web/src/data/api-fault.ts';
import type { ItemFields } from '../../../web/src/data/change-item.ts';
import type { ItemApi, StampedItem } from '../../../web/src/pages/review/editor/session-tools.ts';
import { readPatch } from '../read-patch.ts';

/** How the next calls end: answered, never received, or received with the answer lost. */
export type Connection = 'up' | 'down' | 'loses-answers' | 'signed-out';

/** One item on a server that exists in the test alone, with the rules of the real one. */
export class FakeItemServer implements ItemApi {
  connection: Connection = 'up';
  assignedTo: string | undefined;
  /** Every PUT that was heard of. */
  readonly puts: ItemFields[] = [];
  /** How often the item was read. */
  reads = 0;
  readonly copies = new Map<string, string>();
  #item: Item;
  #revision = 1;
  #updatedBy = 'ada';
  #gate: Promise<void> = Promise.resolve();
  #turns = 0;

  constructor(item: Item) {
    this.#item = item;
  }

  get item(): Item {
    return this.#item;
  }

  /** Answers wait until the gate is opened. */
  shut(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    return resolve;
  }

  /** Another reviewer changes the item. */
  changeAs(by: string, change: Partial<Item>): void {
    this.#store({ ...this.#item, ...change }, by);
  }

  read = () => this.#answer(() => this.reads++);

  put = ({ etag, fields }: StampedItem & { readonly fields: ItemFields }) =>
    this.#answer(() => {
      this.#check(etag);
      this.puts.push(fields);
      const current = this.#item;
      if (current.status === 'deleted') throw toFault(409, 'ITEM_DELETED');
      const { value: patch, issues } = readPatch(fields, current);
      if (patch === undefined) throw toFault(422, 'ITEM_BAD_VALUE', { detail: issues[0]?.message ?? '' });
      const edited = applyPatch(current, patch, { newTurnId: () => `turn${++this.#turns}` });
      const reopened = current.status === 'approved' && edited.isContentChanged ? 'draft' : current.status;
      const status: ItemStatus = patch.status ?? reopened;
      const isApproved =
        patch.status === 'approved' &&
        listMissing(edited.item, { schema: { groups: [] }, findPattern: undefined }).length > 0;
      if (isApproved) throw toFault(422, 'APPROVAL_BLOCKED');
      if (edited.isChanged || status !== current.status) this.#store({ ...edited.item, status }, 'ada');
    });

  remove = ({ etag }: StampedItem) => this.#setStatus(etag, 'deleted');

  restore = ({ etag }: StampedItem) => this.#setStatus(etag, 'draft');

  duplicate = async (_key: unknown, once: string) => {
    const copy = await this.#answer(() => this.copies.has(once) || this.copies.set(once, `copy-${this.copies.size}`));
    return { ...copy, id: this.copies.get(once) ?? '' };
  };

  #setStatus(etag: string, status: ItemStatus): Promise<ItemAnswer> {
    return this.#answer(() => {
      this.#check(etag);
      if (this.#item.status !== status) this.#store({ ...this.#item, status }, 'ada');
    });
  }

  #check(etag: string): void {
    if (etag !== this.#etag) throw toFault(412, 'ITEM_STALE', { current: this.#toAnswer() });
  }

  #store(item: Item, by: string): void {
    this.#item = item;
    this.#revision++;
    this.#updatedBy = by;
  }

  get #etag(): string {
    return `1-${this.#revision}`;
  }

  async #answer(work: () => unknown): Promise<ItemAnswer> {
    const { connection } = this;
    if (connection === 'down') throw new UnreachableFault('down');
    if (connection === 'signed-out') throw toFault(401, 'API_NO_TOKEN');
    work();
    const answer = this.#toAnswer();
    await this.#gate;
    if (connection === 'loses-answers') throw new UnreachableFault('lost');
    return answer;
  }

  #toAnswer(): ItemAnswer {
    const at = '2026-01-01T00:00:00.000Z';
    return {
      ...JSON.parse(toItemContent(this.#item).body),
      ...{ status: this.#item.status, _etag: this.#etag, revision: this.#revision },
      ...{ createdAt: at, updatedAt: at, updatedBy: this.#updatedBy },
      ...(this.assignedTo === undefined ? {} : { assignedTo: this.assignedTo }),
    };
  }
}

function toFault(status: number, code: string, more: { detail?: string; current?: ItemAnswer } = {}): ApiFault {
  return new ApiFault({ type: 'about:blank', title: code, status, code, detail: code, ...more });
}
