import type { Item } from '../../conversation/item/item.ts';
import type { ChatFormat } from './foreign-format.ts';
import type { Lose, LossReport } from './loss-report.ts';
import { writeAnthropic } from './write-anthropic.ts';
import { writeMessages } from './write-messages.ts';
import { writeOpenai } from './write-openai.ts';
import { writeSharegpt } from './write-sharegpt.ts';

const writers: Readonly<Record<ChatFormat, (item: Item, lose: Lose) => Record<string, unknown>>> = {
  openai: writeOpenai,
  sharegpt: writeSharegpt,
  anthropic: writeAnthropic,
  messages: writeMessages,
};

/** An item in a format of chats. The report is told what the format has no room for. */
export function fromItem(item: Item, format: ChatFormat, report: LossReport): Record<string, unknown> {
  return writers[format](item, report.forItem(`${item.datasetName}/${item.id}`));
}
