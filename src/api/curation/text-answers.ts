import { type RefsShape, toItemAnswer } from '../../review/read-item.ts';
import type { ItemRecord } from '../../store/item-port.ts';

/** A reply as far as texts are sent with it. Methods, so that a reply typed by the schemas of its route fits too. */
export interface TextReply {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(payload?: unknown): unknown;
}

const jsonType = 'application/json; charset=utf-8';

/** Sends JSON that is text already: nothing looks through it again. */
export function sendJson<Reply extends TextReply>(reply: Reply, text: string): Reply {
  return sendText(reply, text, jsonType);
}

export function sendText<Reply extends TextReply>(reply: Reply, text: string, type: string = jsonType): Reply {
  reply.header('content-type', type);
  reply.send(text);
  return reply;
}

/** Sends an item with its ETag. */
export function sendItem<Reply extends TextReply>(reply: Reply, record: ItemRecord, refs?: RefsShape): Reply {
  setEtag(reply, record.etag);
  return sendJson(reply, toItemAnswer(record, refs));
}

export function setEtag(reply: TextReply, etag: string): void {
  reply.header('etag', `"${etag}"`);
}

/** JSON of a list of items, whose bodies go out as they are kept. */
export function joinItems(records: readonly ItemRecord[]): string {
  return `[${records.map((record) => toItemAnswer(record)).join(',')}]`;
}

/** Whether the caller has the current version. Weak ETags count here, as HTTP says: nothing is written by them. */
export function hasCopy(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((named) => {
    const tag = named.trim();
    return tag === '*' || tag === `"${etag}"` || tag === `W/"${etag}"`;
  });
}
