import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import type { ItemQuery, ItemSort } from '../item-port.ts';

export interface ItemOrder {
  readonly sortBy: ItemSort;
  readonly sortOrder: 'asc' | 'desc';
}

/** Where a page ended: the sort key of its last item, and its id and number, which tell equal keys apart. */
export interface Position {
  readonly key: string | number;
  readonly id: string;
  readonly no: number;
}

const Cursor = z.tuple([z.string(), z.string(), z.union([z.string(), z.number()]), z.string(), z.number()]);

export function toOrder({ sortBy = 'updatedAt', sortOrder = 'desc' }: Partial<ItemQuery>): ItemOrder {
  return { sortBy, sortOrder };
}

export function toCursor({ sortBy, sortOrder }: ItemOrder, { key, id, no }: Position): string {
  return Buffer.from(JSON.stringify([sortBy, sortOrder, key, id, no])).toString('base64url');
}

/** Throws `STORE_BAD_CURSOR` for one that we did not make, or made for another order. */
export function parseCursor(cursor: string, order: ItemOrder): Position {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) throw badCursor('The cursor does not belong to this list.');
  const [sortBy, sortOrder, key, id, no] = parsed.data;
  if (sortBy !== order.sortBy || sortOrder !== order.sortOrder) {
    throw badCursor(`The cursor belongs to a list sorted by ${sortBy.slice(0, 40)}, ${sortOrder.slice(0, 40)}.`);
  }
  const isText = sortBy === 'id' || sortBy === 'reviewedAt';
  if ((typeof key === 'string') !== isText) throw badCursor('The cursor does not belong to this list.');
  return { key, id, no };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function badCursor(message: string): Fault {
  return new Fault({ code: 'STORE_BAD_CURSOR', message, hint: 'Start again without it.', path: 'cursor' });
}
