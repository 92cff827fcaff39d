import type fc from 'fast-check';
import { expect } from 'vitest';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import { type ItemAddress, toItemPath } from '../../support/api-client-items.ts';
import type { ServedStore } from '../../support/served-store.ts';
import { type Memory, type Model, type ModelItem, toComparable, toComparedItem } from './command-model.ts';

/** The server, and the dataset of this run alone. */
export interface Real {
  readonly served: ServedStore;
  readonly dataset: string;
}

export type Command = fc.AsyncCommand<Model, Real>;

export abstract class ItemCommand implements Command {
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
export function settle(item: ModelItem, answer: Answer): void {
  expect(answer.status, answer.text).toBe(200);
  expect(toComparable(toComparedItem(answer.item))).toEqual(toComparable(item));
  expect(answer.item.status).toBe(item.status);
  expect(answer.item.assignedTo).toBe(item.holder);
  item.etag = answer.etag;
  item.history = answer.item.history ?? [];
}

export function record(item: ModelItem, by: string, action: string): void {
  item.changes.push({ by, action, status: item.status });
}
