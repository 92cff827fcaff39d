import { fromBody } from '../../curate/item-content.ts';
import type { ChatFormat } from '../../files/foreign/foreign-format.ts';
import { fromItem } from '../../files/foreign/from-item.ts';
import { LossReport } from '../../files/foreign/loss-report.ts';
import { exportItems } from '../../review/export-items.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import type { ItemFilter } from '../../store/item-port.ts';

export interface ExportOptions {
  readonly format: 'items' | ChatFormat;
  readonly withAudit: boolean;
}

/** Items as lines of JSON, in a format of ours or of others. */
export function exportLines(
  review: ReviewContext,
  filter: ItemFilter,
  { format, withAudit }: ExportOptions,
): AsyncIterable<string> {
  return format === 'items' ? exportItems(review, filter, { withAudit }) : exportChats(review, filter, format);
}

async function* exportChats({ store }: ReviewContext, filter: ItemFilter, format: ChatFormat): AsyncGenerator<string> {
  for await (const { body, status } of store.items.all(filter)) {
    yield `${JSON.stringify(fromItem(fromBody(body, status), format, new LossReport()))}\n`;
  }
}
