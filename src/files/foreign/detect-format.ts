import { isPlainObject } from '../../base/plain-object.ts';
import { Turn } from '../../conversation/item/item.ts';
import { itemKeys } from '../../conversation/item/written-item.ts';
import type { ForeignFormat } from './foreign-format.ts';

/** Keys that a message of a chat API has too; any other key of a turn is a word of ours. */
const sharedKeys = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'id'];
const ownTurnKeys = ['msg', ...Object.keys(Turn.shape)].filter((key) => !sharedKeys.includes(key));
const ownItemKeys = itemKeys.filter((key) => !['id', 'messages', 'tags', 'status', 'meta', 'weight'].includes(key));

/** What a conversation is written in, by its keys; undefined when they tell nothing. */
export function detectFormat(value: unknown): ForeignFormat | undefined {
  if (!isPlainObject(value)) return undefined;
  if (Array.isArray(value.conversations)) return 'sharegpt';
  if (!Array.isArray(value.messages))
    return Object.keys(value).some((key) => ownItemKeys.includes(key)) ? 'items' : undefined;
  const messages = value.messages.filter(isPlainObject);
  if (isAnthropic(value, messages)) return 'anthropic';
  const isOurs =
    ownItemKeys.some((key) => key in value) || messages.some((message) => ownTurnKeys.some((key) => key in message));
  return isOurs ? 'messages' : 'openai';
}

/** Blocks that no other format has. */
const anthropicBlocks = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'image', 'document'];

function isAnthropic(value: Record<string, unknown>, messages: readonly Record<string, unknown>[]): boolean {
  if (typeof value.system === 'string' || Array.isArray(value.system)) return true;
  return messages.some(
    ({ content }) =>
      Array.isArray(content) &&
      content.some((block) => isPlainObject(block) && anthropicBlocks.some((type) => type === block.type)),
  );
}
