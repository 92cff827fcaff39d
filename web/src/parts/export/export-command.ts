import { joinList } from '../../../../src/base/list-text.ts';
import { toShellWord } from '../../../../src/base/shell-word.ts';
import type { ItemFilter } from '../../data/items.ts';
import type { Choice } from '../fields/Select.tsx';

export interface ExportChoice {
  readonly format: ExportFormat;
  /** Only the items format supports it. */
  readonly withAudit: boolean;
}

/** The name of the downloaded file. */
export function toFileName({ dataset = [] }: ItemFilter, format: ExportFormat): string {
  const [only = 'turnwise'] = dataset.length === 1 ? dataset : [];
  return `${only.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.${format}.jsonl`;
}

/** The command for the same export. */
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

/** A value that starts with a dash would be read as an option. */
function toOption(name: string, value: string): string {
  return `${name}${value.startsWith('-') ? '=' : ' '}${toShellWord(value)}`;
}

const exportFormats = ['items', 'messages', 'openai', 'anthropic', 'sharegpt'] as const;
type ExportFormat = (typeof exportFormats)[number];

/** The use of each format, and what it leaves out. */
export const formatNotes: Readonly<Record<ExportFormat, string>> = {
  items: 'Everything, turn by turn. You can import it again without loss.',
  messages:
    'Turns with their references and tags, for evals and samples. Leaves out answer keys, status, comments and generation data.',
  openai:
    'Roles, text and tool calls, in OpenAI’s chat format. Leaves out ids, datasets, references, tags and answer keys.',
  anthropic:
    'Roles, text and tool calls, in Anthropic’s messages format with a separate system prompt. Leaves out ids, datasets, references, tags and answer keys.',
  sharegpt:
    'Speakers and text, with ID and dataset. Leaves out references, tags, answer keys, and tool calls next to text.',
};

const names: Readonly<Record<ExportFormat, string>> = {
  items: 'Turnwise items',
  messages: 'Messages',
  openai: 'OpenAI chat',
  anthropic: 'Anthropic messages',
  sharegpt: 'ShareGPT',
};

export const formatChoices: readonly Choice<ExportFormat>[] = exportFormats.map((value) => ({
  value,
  label: names[value],
}));
