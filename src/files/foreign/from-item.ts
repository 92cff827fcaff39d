import type { Item } from '../../conversation/item/item.ts';
import { writeAnthropic } from './anthropic.ts';
import type { ChatFormat } from './chat-format.ts';
import type { Lose, LossReport } from './loss-report.ts';
import { writeMessages } from './messages.ts';
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
