import type { TargetRequest } from '../port.ts';
import { listTexts } from '../request-text.ts';

/** The text of one attached file. */
export interface AttachedText {
  readonly path: string;
  readonly text: string;
}

interface SplitText {
  /** The text without its files. */
  readonly own: string;
  readonly files: readonly AttachedText[];
}

/**
 * The files of the conversation, and what the user asked last.
 *
 * In a message nothing marks the end of a file, so one convention decides: text before the first file is the
 * message's own, and then its files fill the rest; a message that begins with a file has its own text in the last
 * paragraph.
 */
export function listAttachedTexts(request: TargetRequest): {
  readonly asked: string;
  readonly files: readonly AttachedText[];
} {
  const paths = new Set(request.files.map(({ path }) => path));
  const files = [...splitBlocks(request.guidelines, paths).files];
  let asked = '';
  for (const message of request.messages) {
    const splits = listTexts(message).map((text) => splitMessage(withoutStart(text, request.guidelines), paths));
    files.push(...splits.flatMap((split) => split.files));
    if (message.role === 'user') asked = splits.map(({ own }) => own).join('\n\n');
  }
  return { asked, files };
}

function withoutStart(text: string, start: string): string {
  return start !== '' && text.startsWith(start) ? text.slice(start.length) : text;
}

function splitMessage(text: string, paths: ReadonlySet<string>): SplitText {
  const split = splitBlocks(text, paths);
  const last = split.files.at(-1);
  if (split.own !== '' || last === undefined) return split;
  const end = last.text.lastIndexOf('\n\n');
  if (end === -1) return split;
  const rest = { path: last.path, text: last.text.slice(0, end) };
  return { own: last.text.slice(end).trim(), files: [...split.files.slice(0, -1), rest] };
}

/** `=== path ===` begins a file only when the conversation attaches that path. */
function splitBlocks(text: string, paths: ReadonlySet<string>): SplitText {
  const starts = [...text.matchAll(/^=== (.+) ===$/gm)].filter(([, path = '']) => paths.has(path));
  const files = starts.map((match, index) => ({
    path: match[1] ?? '',
    text: text.slice(match.index + match[0].length, starts[index + 1]?.index).trim(),
  }));
  return { own: text.slice(0, starts[0]?.index).trim(), files };
}
