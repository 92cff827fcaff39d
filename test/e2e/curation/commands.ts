import type fc from 'fast-check';
import { expect } from 'vitest';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import { type ItemAddress, toImport, toItemPath } from '../../support/api-client-items.ts';
import type { ServedStore } from '../../support/served-store.ts';
import {
  applyToModel,
  type Edit,
  isApprovable,
  type Memory,
  type Model,
  type ModelItem,
  type Patch,
  toComparable,
  toComparedItem,
  toPatch,
} from './command-model.ts';

/** The server, and the dataset of this run alone. */
export interface Real {
  readonly served: ServedStore;
  readonly dataset: string;
}

export type Command = fc.AsyncCommand<Model, Real>;

abstract class ItemCommand implements Command {
  readonly client: string;
  readonly id: string;

  constructor(client: string, id: string) {
    this.client = client;
    this.id = id;
  }

  check(_model: Readonly<Model>): boolean {
    return true;
  }

  abstract run(model: Model, real: Real): Promise<void>;

  protected api({ served }: Real): ApiClient {
    return served.client(this.client);
  }

  protected path({ dataset }: Real, address: ItemAddress = 'ground-truths'): string {
    return toItemPath({ dataset, id: this.id }, address);
  }

  protected memoryOf({ memories }: Model): Memory | undefined {
    return memories.get(`${this.client} ${this.id}`);
  }

  protected remember(model: Model, { item, etag }: Answer): void {
    model.memories.set(`${this.client} ${this.id}`, { item, etag });
  }

  toString(): string {
    return `${this.constructor.name}(${Object.values(this)
      .map((value) => JSON.stringify(value))
      .join(', ')})`;
  }
}

/** What came back is what the model says, and the model takes over what only the server can know. */
function settle(item: ModelItem, answer: Answer): void {
  expect(answer.status, answer.text).toBe(200);
  expect(toComparable(toComparedItem(answer.item))).toEqual(toComparable(item));
  expect(answer.item.status).toBe(item.status);
  item.etag = answer.etag;
  item.history = answer.item.history ?? [];
}

function record(item: ModelItem, by: string, action: string): void {
  item.changes.push({ by, action, status: item.status });
}

export class Import extends ItemCommand {
  readonly mode: 'create' | 'upsert';
  readonly text: string;

  constructor(client: string, id: string, { mode, text }: { mode: 'create' | 'upsert'; text: string }) {
    super(client, id);
    this.mode = mode;
    this.text = text;
  }

  async run(model: Model, real: Real): Promise<void> {
    const history = [
      { role: 'user', msg: this.text, tags: [] },
      { role: 'assistant', msg: 'answer', refs: [{ url: 'http://imported' }], tags: [] },
    ];
    const sent = { id: this.id, datasetName: real.dataset, history };
    const { results } = toImport(await this.api(real).import([sent], `mode=${this.mode}`));
    const item = model.items.get(this.id);
    const wanted = { id: this.id, comment: undefined, manualTags: [], refs: [], history };
    const isEqual =
      item !== undefined &&
      JSON.stringify(toComparable(item)) === JSON.stringify(toComparable(wanted)) &&
      item.status === 'draft';
    const verdict = results[0]?.verdict;
    if (item === undefined) {
      expect(verdict).toBe('created');
      const created = { ...wanted, etag: '', status: 'draft', changes: [] };
      record(created, this.client, 'import');
      model.items.set(this.id, created);
      settle(created, await this.api(real).get(this.path(real)));
      return;
    }
    if (item.status === 'deleted' || item.status === 'skipped' || item.status === 'approved')
      return this.settleOther(model, item, { verdict, real });
    expect(verdict).toBe(isEqual ? 'unchanged' : this.mode === 'create' ? 'failed' : 'updated');
    if (verdict !== 'updated') return;
    Object.assign(item, { ...wanted, status: 'draft' });
    record(item, this.client, 'import');
    settle(item, await this.api(real).get(this.path(real)));
  }

  /** What an import means for an item that is not a draft is the word of others; that it is one change or none is not. */
  private async settleOther(
    _model: Model,
    item: ModelItem,
    { verdict, real }: { verdict: string | undefined; real: Real },
  ): Promise<void> {
    const now = await this.api(real).get(this.path(real));
    if (verdict !== 'updated') {
      expect(now.etag).toBe(item.etag);
      return;
    }
    expect(this.mode).toBe('upsert');
    expect(now.etag).not.toBe(item.etag);
    Object.assign(item, toComparedItem(now.item), { etag: now.etag, status: now.item.status });
    record(item, this.client, 'import');
  }
}

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

  async run(model: Model, real: Real): Promise<void> {
    if (this.readsFirst) await new Read(this.client, this.id).run(model, real);
    const [memory, item] = [this.memoryOf(model), model.items.get(this.id)];
    if (memory === undefined || item === undefined) return;
    const answer = await this.send(model, real, memory);
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
    const { etag } = item;
    settle(wanted, answer);
    Object.assign(item, wanted);
    if (isChanged || isStatusNew) expect(answer.etag).not.toBe(etag);
    if (answer.etag !== etag) record(item, this.client, '');
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

export class Duplicate extends ItemCommand {
  async run(model: Model, real: Real): Promise<void> {
    const item = model.items.get(this.id);
    const answer = await this.api(real).post(`${this.path(real)}/duplicate`);
    if (item === undefined || item.status === 'deleted') {
      expect([404, 409]).toContain(answer.status);
      return;
    }
    expect(answer.status, answer.text).toBe(201);
    expect(model.items.has(answer.item.id)).toBe(false);
    const copy = { ...item, id: answer.item.id, status: 'draft', changes: [], etag: answer.etag };
    copy.manualTags = answer.item.manualTags;
    expect(copy.manualTags).toEqual(expect.arrayContaining([...item.manualTags]));
    expect(toComparable(toComparedItem(answer.item))).toEqual(toComparable(copy));
    copy.history = answer.item.history ?? [];
    record(copy, this.client, 'duplicate');
    model.items.set(copy.id, copy);
  }
}

/** Several clients who read the same write at the same moment: one of them is first, and the others are told. */
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
