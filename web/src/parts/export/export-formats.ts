import type { Choice } from '../Select.tsx';

const exportFormats = ['items', 'messages', 'openai', 'anthropic', 'sharegpt'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What each is for, and what it has no room for. */
export const formatNotes: Readonly<Record<ExportFormat, string>> = {
  items: 'Everything, turn by turn. Imports again without loss.',
  messages:
    'Turns with their references and tags, for evals and samples. Leaves out answer keys, status, comments and what the generator noted.',
  openai:
    'Roles, texts and tool calls, for OpenAI’s chat files. Leaves out ids, datasets, references, tags and answer keys.',
  anthropic:
    'Roles, texts and tool calls, for Anthropic’s messages; the text of the system stands apart. Leaves out ids, datasets, references, tags and answer keys.',
  sharegpt:
    'Who said what, with id and dataset. Leaves out references, tags, answer keys, and tool calls that stand beside text.',
};

const names: Readonly<Record<ExportFormat, string>> = {
  items: 'Items of Turnwise',
  messages: 'Messages',
  openai: 'OpenAI chat',
  anthropic: 'Anthropic messages',
  sharegpt: 'ShareGPT',
};

export const formatChoices: readonly Choice<ExportFormat>[] = exportFormats.map((value) => ({
  value,
  label: names[value],
}));
