import { definedOnly } from '../../base/defined-only.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import { writeAnthropic } from './anthropic.ts';
import { type ChatFormat, listTurns, loseRest, type Room } from './chat-format.ts';
import type { Lose, LossReport } from './loss-report.ts';
import { writeOpenai } from './openai.ts';
import { writeSharegpt } from './sharegpt.ts';

const writers: Readonly<Record<ChatFormat, (item: Item, lose: Lose) => Record<string, unknown>>> = {
  openai: writeOpenai,
  sharegpt: writeSharegpt,
  anthropic: writeAnthropic,
  messages: writeMessages,
};

/** Converts an item to a chat format. What the format cannot express is added to the report. */
export function fromItem(item: Item, format: ChatFormat, report: LossReport): Record<string, unknown> {
  return writers[format](item, report.forItem(`${item.datasetName}/${item.id}`));
}

const room: Room = {
  format: 'messages',
  item: ['id', 'datasetName', 'manualTags', 'refs'],
  turn: ['id', 'role', 'msg', 'name', 'tool_calls', 'tool_call_id', 'refs', 'tags'],
  meta: 'all',
};

/** Writes an item as plain `{messages: […]}`, with the keys that messages of eval files and samples allow. */
function writeMessages(item: Item, lose: Lose): Record<string, unknown> {
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
    ...definedOnly({ id }),
    role,
    content: msg,
    ...definedOnly({ refs }),
    ...(tags.length === 0 ? {} : { tags }),
    ...definedOnly({ name, tool_calls: calls, tool_call_id: answered }),
  };
}
