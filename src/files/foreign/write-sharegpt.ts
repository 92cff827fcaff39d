import type { Item, Turn } from '../../conversation/item/item.ts';
import { itemKeys } from '../../conversation/item/written-item.ts';
import { toCallParts } from '../../conversation/message.ts';
import type { Lose } from './loss-report.ts';
import { isSharegptWord } from './read-sharegpt.ts';
import { findExtras, listTurns, loseRest, type Room } from './write-chat.ts';

const room: Room = {
  format: 'sharegpt',
  item: ['id', 'datasetName'],
  turn: ['role', 'msg', 'tool_calls'],
  meta: 'all',
};

const words: Readonly<Record<string, string>> = { user: 'human', assistant: 'gpt' };

/** An item in ShareGPT's format. Programs that read it pass over keys they do not know, so name and `meta` stay. */
export function writeSharegpt(item: Item, lose: Lose): Record<string, unknown> {
  loseRest(item, room, lose);
  const conversations = listTurns(item).flatMap((turn, index) => writeTurn(turn, `history[${index}]`, lose));
  const { id, datasetName: dataset, meta } = item;
  // A key that means something at the top would be read as that.
  const hasClash = Object.keys(meta).some(
    (key) => key === 'conversations' || key === 'system' || itemKeys.includes(key),
  );
  return { id, dataset, conversations, ...(hasClash ? { meta } : meta) };
}

/** A turn that is one call alone has a word of its own there; other calls have none. */
function writeTurn(turn: Turn, where: string, lose: Lose): readonly Record<string, unknown>[] {
  const { role, msg, tool_calls: calls = [] } = turn;
  const extras = findExtras(turn, 'sharegpt');
  const [call] = calls;
  if (call !== undefined && calls.length === 1 && msg === '' && role === 'assistant') {
    if (call.id !== undefined) lose('tool call id', `${where}.tool_calls[0].id`);
    return [{ from: 'function_call', value: JSON.stringify(toCallParts(call)), ...extras }];
  }
  if (calls.length > 0) lose('tool calls', `${where}.tool_calls`);
  if (isSharegptWord(role)) lose(`role ${role}`, `${where}.role`);
  return [{ from: words[role] ?? role, value: msg, ...extras }];
}
