import { expect } from 'vitest';
import type { Answer } from '../../support/api-client.ts';
import type { ItemAddress } from '../../support/api-client-items.ts';
import {
  applyToModel,
  type Edit,
  isApprovable,
  type Memory,
  type Model,
  type ModelItem,
  type Patch,
  toPatch,
} from './command-model.ts';
import { ItemCommand, type Real, record, settle } from './item-command.ts';

export class Read extends ItemCommand {
  async run(model: Model, real: Real): Promise<void> {
    const answer = await this.api(real).get(this.path(real));
    const item = model.items.get(this.id);
    if (item === undefined) {
      expect(answer.status).toBe(404);
      return;
    }
    expect(answer.etag).toBe(item.etag);
    settle(item, answer);
    this.remember(model, answer);
  }
}

/** Sends what the client makes of what it had read: right or stale, as it happens. */
abstract class Change extends ItemCommand {
  readonly readsFirst: boolean;

  constructor(client: string, id: string, { readsFirst }: { readonly readsFirst: boolean }) {
    super(client, id);
    this.readsFirst = readsFirst;
  }

  override check(model: Readonly<Model>): boolean {
    return model.items.has(this.id) && (this.readsFirst || this.memoryOf(model) !== undefined);
  }

  abstract send(model: Model, real: Real, memory: Memory): Promise<Answer>;
  abstract apply(model: Model, item: ModelItem, answer: Answer): void;

  /** Whether another assignee forbids it, whatever the client had read. */
  isRefused(_item: ModelItem): boolean {
    return false;
  }

  async run(model: Model, real: Real): Promise<void> {
    if (this.readsFirst) await new Read(this.client, this.id).run(model, real);
    const [memory, item] = [this.memoryOf(model), model.items.get(this.id)];
    if (memory === undefined || item === undefined) return;
    const answer = await this.send(model, real, memory);
    if (this.isRefused(item)) {
      expect(answer).toMatchObject({ status: 403, problem: { code: 'API_NOT_HOLDER' } });
      return;
    }
    if (memory.etag !== item.etag) {
      expect(answer.status, answer.text).toBe(412);
      expect(answer.problem.current?._etag).toBe(item.etag.slice(1, -1));
      return;
    }
    this.apply(model, item, answer);
    if (answer.status === 200) this.remember(model, answer);
  }
}

interface PutWhat {
  readonly readsFirst: boolean;
  readonly edit?: Edit;
  readonly status?: 'approved' | 'skipped' | 'draft';
  readonly address: ItemAddress;
}

export class Put extends Change {
  readonly edit: Edit | undefined;
  readonly status: 'approved' | 'skipped' | 'draft' | undefined;
  readonly address: ItemAddress;

  constructor(client: string, id: string, what: PutWhat) {
    super(client, id, what);
    this.edit = what.edit;
    this.status = what.status;
    this.address = what.address;
  }

  override isRefused({ holder }: ModelItem): boolean {
    return this.address === 'assignments' && holder !== undefined && holder !== this.client;
  }

  send(model: Model, real: Real, { item, etag }: Memory): Promise<Answer> {
    model.edits += 1;
    return this.api(real).put(this.path(real, this.address), this.toBody(item, model.edits), etag);
  }

  toBody(item: Memory['item'], edits: number): Patch {
    const patch = this.edit === undefined ? {} : toPatch(this.edit, item, `e${edits}`);
    return { ...patch, ...(this.status === undefined ? {} : { status: this.status }) };
  }

  apply(model: Model, item: ModelItem, answer: Answer): void {
    if (item.status === 'deleted') {
      expect(answer.status).toBe(409);
      return;
    }
    const memory = this.memoryOf(model);
    if (memory === undefined) return;
    const wanted = { ...item };
    const isChanged = applyToModel(wanted, this.toBody(memory.item, model.edits));
    const isContent = isChanged && this.edit?.kind !== 'comment';
    wanted.status = this.status ?? (item.status === 'approved' && isContent ? 'draft' : item.status);
    const isStatusNew = wanted.status !== item.status;
    if (wanted.status === 'approved' && (isStatusNew || isContent) && !isApprovable(wanted)) {
      expect(answer).toMatchObject({ status: 422, problem: { code: 'APPROVAL_BLOCKED' } });
      return;
    }
    if (isStatusNew) wanted.holder = this.holderAfter(item, wanted.status);
    const { etag } = item;
    settle(wanted, answer);
    Object.assign(item, wanted);
    if (isChanged || isStatusNew) expect(answer.etag).not.toBe(etag);
    if (answer.etag !== etag) record(item, this.client, '');
  }

  /** Finishing an item releases it. Reopening it on a path for reviewers claims it. */
  private holderAfter({ holder }: ModelItem, status: string): string | undefined {
    if (status !== 'draft') return undefined;
    return this.status === 'draft' && this.address === 'assignments' ? this.client : holder;
  }
}

export class Delete extends Change {
  send(_model: Model, real: Real, { etag }: Memory): Promise<Answer> {
    return this.api(real).delete(this.path(real), etag);
  }

  apply(_model: Model, item: ModelItem, answer: Answer): void {
    const { etag } = item;
    const wasDeleted = item.status === 'deleted';
    item.status = 'deleted';
    settle(item, answer);
    if (!wasDeleted) expect(answer.etag).not.toBe(etag);
    if (answer.etag !== etag) record(item, this.client, 'delete');
  }
}

export class Restore extends Change {
  send(_model: Model, real: Real, { etag }: Memory): Promise<Answer> {
    return this.api(real).send('POST', `${this.path(real)}/restore`, { ifMatch: etag });
  }

  apply(_model: Model, item: ModelItem, answer: Answer): void {
    const { etag } = item;
    const wasDeleted = item.status === 'deleted';
    if (wasDeleted) item.status = item.changes.findLast(({ status }) => status !== 'deleted')?.status ?? 'draft';
    settle(item, answer);
    if (wasDeleted) expect(answer.etag).not.toBe(etag);
    if (answer.etag !== etag) record(item, this.client, 'restore');
  }
}

/** Several clients who read the same write at the same moment: one of them is first, and the others get 412. */
export class Race extends ItemCommand {
  override check({ items }: Readonly<Model>): boolean {
    const item = items.get(this.id);
    return item !== undefined && item.status !== 'deleted';
  }

  async run(model: Model, real: Real): Promise<void> {
    const item = model.items.get(this.id);
    if (item === undefined) return;
    model.edits += 1;
    const racers = [0, 1, 2, 3].map((number) => ({
      name: `${this.client}-${number}`,
      comment: `race ${model.edits} ${number}`,
    }));
    const answers = await Promise.all(
      racers.map(({ name, comment }) => real.served.client(name).put(this.path(real), { comment }, item.etag)),
    );
    const first = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
    item.comment = racers[first]?.comment;
    const winner = answers[first];
    if (winner !== undefined) settle(item, winner);
    record(item, racers[first]?.name ?? '', '');
  }
}
