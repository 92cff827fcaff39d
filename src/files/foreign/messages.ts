import { definedOnly } from '../../base/defined-only.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import { listTurns, loseRest, type Room } from './chat-format.ts';
import type { Lose } from './loss-report.ts';
import { findTopKeys, listMetaKeys, type TopShape, toRoom, toTop, withoutTopKeys } from './top-keys.ts';

type Fields = Record<string, unknown>;

const room: Room = {
  format: 'messages',
  item: ['id', 'datasetName', 'manualTags', 'refs'],
  turn: ['id', 'role', 'msg', 'name', 'tool_calls', 'tool_call_id', 'refs', 'tags'],
  meta: 'all',
};

export const messagesTop: TopShape = { usual: ['id', 'datasetName', 'messages'], room: { ...room, meta: [] } };

/** Writes an item as plain `{messages: […]}`, with the keys that messages of eval files and samples allow. */
export function writeMessages(item: Item, lose: Lose): Fields {
  loseRest(item, toRoom(item, room), lose);
  const { id, datasetName, manualTags, refs, meta } = item;
  const known = findTopKeys(item, 'messages');
  const parts = {
    ...(known === undefined ? { id, datasetName } : {}),
    messages: listTurns(item).map(writeMessage),
    ...(manualTags.length === 0 ? {} : { tags: manualTags }),
    ...(refs.length === 0 || (item.history ?? []).length === 0 ? {} : { refs }),
  };
  const rest = withoutTopKeys(meta, listMetaKeys(item, 'messages', parts));
  return { ...toTop(item, { ...room, meta: [] }, parts), ...(Object.keys(rest).length === 0 ? {} : { meta: rest }) };
}

function writeMessage({ id, role, msg, refs, tags, name, tool_calls: calls, tool_call_id: answered }: Turn): object {
  return {
    ...definedOnly({ id }),
    role,
    content: msg,
    ...definedOnly({ refs }),
    ...(tags.length === 0 ? {} : { tags }),
    ...definedOnly({ name, tool_calls: calls, tool_call_id: answered }),
  };
}
