import { joinList } from '../../../../src/base/list-text.ts';
import { toShellWord } from '../../../../src/base/shell-word.ts';
import type { ItemFilter } from '../../data/items.ts';
import type { ExportFormat } from './export-formats.ts';

export interface ExportChoice {
  readonly format: ExportFormat;
  /** Only items have words for it. */
  readonly withAudit: boolean;
}

/** The file that a download is kept under. */
export function toFileName({ dataset = [] }: ItemFilter, format: ExportFormat): string {
  const [only = 'turnwise'] = dataset.length === 1 ? dataset : [];
  return `${only.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.${format}.jsonl`;
}

/** The same export as something to type. */
export function renderExportCommand(filter: ItemFilter, { format, withAudit }: ExportChoice): string {
  const { status = [], dataset = [], tags = [], excludeTags = [], turnTags = [] } = filter;
  const words: readonly (readonly [string, string | undefined])[] = [
    ...dataset.map((name) => ['--dataset', joinList([name])] as const),
    ['--status', status.length === 0 ? undefined : joinList(status)],
    ...tags.map((tag) => ['--tag', joinList([tag])] as const),
    ...excludeTags.map((tag) => ['--exclude-tag', joinList([tag])] as const),
    ...turnTags.map((tag) => ['--turn-tag', joinList([tag])] as const),
    ['--id-prefix', filter.itemId],
    ['--ref-url', filter.refUrl],
    ['--keyword', filter.keyword],
    ['--assigned-to', filter.assignedTo],
    ['--format', format === 'items' ? undefined : format],
  ];
  const options = words.flatMap(([name, value]) => (value === undefined ? [] : [toOption(name, value)]));
  const out = toOption('--out', toFileName(filter, format));
  return ['turnwise export', ...options, ...(withAudit ? ['--with-audit'] : []), out].join(' ');
}

/** A value that begins with a dash would be taken for an option. */
function toOption(name: string, value: string): string {
  return `${name}${value.startsWith('-') ? '=' : ' '}${toShellWord(value)}`;
}
