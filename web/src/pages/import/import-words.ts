import { renderNumberOf } from '../../../../src/base/number-of.ts';
import { ApiFault, UnreachableFault } from '../../data/api-fault.ts';
import { type FileRun, type ImportFormat, UnreadableFile } from '../../data/imports.ts';

/** "340 bytes", "12 KB", "3.4 MB". */
export function toSizeText(bytes: number): string {
  if (bytes < 1024) return renderNumberOf(bytes, 'byte');
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB'];
  return `${size.toLocaleString('en', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`;
}

export const formatNames: Readonly<Record<ImportFormat, string>> = {
  items: 'Turnwise items',
  openai: 'OpenAI chats',
  anthropic: 'Anthropic chats',
  sharegpt: 'ShareGPT chats',
  messages: 'Plain messages',
  ultrachat: 'UltraChat dialogues',
  oasst: 'OASST message trees',
  'mt-bench': 'MT-Bench questions',
  'mt-bench-101': 'MT-Bench-101 dialogues',
  'tau-bench': 'tau-bench trajectories',
  table: 'Table',
};

/** Replaces server messages that are meant for programs or the command line. */
const ownWords: Readonly<Record<string, string>> = {
  IMPORT_EMPTY: 'The file contains no conversations.',
  FILE_EMPTY: 'The file is empty. Choose another one.',
  API_TOO_BIG: 'The file is too large to upload. Split it, or use `turnwise import`.',
};

/** What to do on this page, if the server names flags of the command line. */
const ownHints: Readonly<Record<string, string>> = {
  IMPORT_UNKNOWN_FORMAT:
    'If these are conversations, choose the format or fill in the mapping above, such as messages=chat, id=ticket.',
  IMPORT_UNKNOWN_COLUMNS:
    'Fill in the mapping above: user=<column>, assistant=<column>. For one message per row: id=<column>, role=<column>, content=<column>.',
};

/** Codes whose problem is the whole file, although the server names its first line. */
const wholeFile = new Set(['IMPORT_UNKNOWN_FORMAT', 'IMPORT_UNKNOWN_COLUMNS', 'IMPORT_BAD_MAP', 'FILE_UNKNOWN_KIND']);

/** The run of a file with rewards. */
export function toRunText({ run, isNew, conversations, rewards }: FileRun): string {
  const size = `${renderNumberOf(conversations, 'conversation')} with ${renderNumberOf(rewards, 'reward')}`;
  if (run === undefined) return `This file is also a run: ${size}. It is recorded if every conversation is imported.`;
  const show = `See it with: turnwise show run:${run}`;
  return isNew ? `Recorded run ${run}: ${size}. ${show}` : `This file is already run ${run}: ${size}. ${show}`;
}

/** Why a file could not be imported, and what to do next. */
export function toFaultText(error: unknown): string {
  if (error instanceof UnreadableFile) return 'The file was moved or changed after you chose it. Choose it again.';
  if (error instanceof UnreachableFault) return "Can't reach the server. Is `turnwise serve` still running?";
  if (error instanceof ApiFault) return ownWords[error.code] ?? toServerText(error);
  return 'Something went wrong on this page. Reload it, then choose the file again.';
}

function toServerText({ code, message, body: { line, hint } }: ApiFault): string {
  const ownHint = ownHints[code];
  const isEnd = typeof hint === 'string' && message.endsWith(hint);
  const text = ownHint !== undefined && isEnd ? `${message.slice(0, message.length - hint.length)}${ownHint}` : message;
  const place = typeof line === 'number' && !wholeFile.has(code) ? `Line ${line.toLocaleString('en')}: ` : '';
  return `${place}${withoutFlags(text)}`;
}

/** The fields of the page instead of the flags of the command line. */
function withoutFlags(text: string): string {
  const named: Readonly<Record<string, string>> = formatNames;
  return text.replaceAll('--map ', '').replace(/Read the file with --format ([\w-]+)/, (_, format: string) => {
    return `Choose the format “${named[format] ?? format}” above`;
  });
}

/** The problem of one conversation, as text for this page. */
export function toProblemText({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === 'DUPLICATE_ID')
    return 'It already exists with different content. Choose “Overwrite” above to replace it.';
  if (code === 'IMPORT_REFUSED') return 'This conversation is fine, but others fail and the import is all or nothing.';
  return withoutFlags(message);
}

/** Kinds of personal data, singular. */
const dataNames: Readonly<Record<string, string>> = {
  email: 'email address',
  phone: 'phone number',
  card: 'card number',
};

export function toDataName(kind: string): string {
  return dataNames[kind] ?? kind;
}
