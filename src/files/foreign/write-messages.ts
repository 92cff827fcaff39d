import type { Item, Turn } from '../../conversation/item/item.ts';
import type { Lose } from './loss-report.ts';
import { listTurns, loseRest, type Room } from './write-chat.ts';

const room: Room = {
  format: 'messages',
  item: ['id', 'datasetName', 'manualTags', 'refs'],
  turn: ['id', 'role', 'msg', 'name', 'tool_calls', 'tool_call_id', 'refs', 'tags'],
  meta: 'all',
};

/** An item as plain `{messages: […]}`: what a message of an eval file or a sample can hold, no more. */
export function writeMessages(item: Item, lose: Lose): Record<string, unknown> {
  loseRest(item, room, lose);
  const { id, datasetName, manualTags, refs, meta } = item;
  return {
    id,
    datasetName,
    messages: listTurns(item).map(writeMessage),
    ...(manualTags.length === 0 ? {} : { tags: manualTags }),
    ...(refs.length === 0 || (item.history ?? []).length === 0 ? {} : { refs }),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
}

function writeMessage({ id, role, msg, refs, tags, name, tool_calls: calls, tool_call_id: answered }: Turn): object {
  return {
    ...(id === undefined ? {} : { id }),
    role,
    content: msg,
    ...(refs === undefined ? {} : { refs }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(name === undefined ? {} : { name }),
    ...(calls === undefined ? {} : { tool_calls: calls }),
    ...(answered === undefined ? {} : { tool_call_id: answered }),
  };
}
