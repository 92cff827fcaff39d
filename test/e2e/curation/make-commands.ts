import { expect } from 'vitest';
import { toImport } from '../../support/api-client-items.ts';
import { type Model, type ModelItem, toComparable, toComparedItem } from './command-model.ts';
import { ItemCommand, type Real, record, settle } from './item-command.ts';

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
      const created = { ...wanted, etag: '', status: 'draft', holder: undefined, changes: [] };
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
    const { status, assignedTo: holder } = now.item;
    Object.assign(item, toComparedItem(now.item), { etag: now.etag, status, holder });
    record(item, this.client, 'import');
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
    const copy = { ...item, id: answer.item.id, status: 'draft', holder: this.client, changes: [], etag: answer.etag };
    copy.manualTags = answer.item.manualTags;
    expect(copy.manualTags).toEqual(expect.arrayContaining([...item.manualTags]));
    expect(toComparable(toComparedItem(answer.item))).toEqual(toComparable(copy));
    copy.history = answer.item.history ?? [];
    record(copy, this.client, 'duplicate');
    model.items.set(copy.id, copy);
  }
}
