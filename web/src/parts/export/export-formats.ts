import type { Choice } from '../fields/Select.tsx';

const exportFormats = ['items', 'messages', 'openai', 'anthropic', 'sharegpt'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What each is for, and what it has no room for. */
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
