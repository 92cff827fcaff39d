import { Fault } from '../base/fault.ts';
import { toLineFeeds } from '../base/text-lines.ts';
import { isInstructionsFile } from '../conversation/message.ts';

/**
 * Gives the formatters access to attached files. All functions are synchronous and come from the caller, so that
 * formatting is pure and works in a browser.
 */
export interface FormatOptions {
  /**
   * Text of an attached file, or undefined if there is none. `path` is normalized (forward slashes, no leading `./` or
   * `/`). `written` is the path as the author wrote it.
   */
  readonly readFile?: (path: string, written: string) => string | undefined;
  /** Whether a file is a guideline, besides `*.instructions.md`. */
  readonly isGuideline?: (path: string, written: string) => boolean;
  /**
   * One name per file, so that two spellings of a path count as one. Default: the normalized path, with dots resolved.
   */
  readonly identifyFile?: (path: string, written: string) => string;
  /** Absolute path of a file, for programs that open it. Absent: only the path in the message is known. */
  readonly locateFile?: (path: string, written: string) => string;
}

/** The normalized path: forward slashes, no leading `./` or `/`. */
export function toShownPath(written: string): string {
  return written.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

export function isGuidelinePath(written: string, options: FormatOptions): boolean {
  if (isInstructionsFile(written)) return true;
  return options.isGuideline?.(toShownPath(written), written) ?? false;
}

export function identifyFile(written: string, options: FormatOptions): string {
  const path = toShownPath(written);
  return options.identifyFile?.(path, written) ?? resolveDots(path);
}

/** Throws if the file cannot be read. A question with missing text must never be sent. */
function getFileText(written: string, options: FormatOptions): string {
  const path = toShownPath(written);
  if (options.readFile === undefined) {
    throw new Fault({
      code: 'FORMAT_NO_READER',
      message: `The message attaches "${path}", but no readFile was given.`,
      hint: 'Pass {readFile: (path) => text}.',
    });
  }
  const text = options.readFile(path, written);
  if (text === undefined) throw new Fault({ code: 'FILE_MISSING', message: `There is no file "${path}".` });
  return text;
}

/** The text of a file without line breaks at the end. Undefined: the file is blank. */
export function toFileText(written: string, options: FormatOptions): string | undefined {
  const text = toLineFeeds(getFileText(written, options)).replace(/\n+$/, '');
  return text.trim() === '' ? undefined : text;
}

/** `=== path ===` and the text of the file below it. Undefined: the file is blank. */
export function toFileBlock(written: string, options: FormatOptions): string | undefined {
  const text = toFileText(written, options);
  return text === undefined ? undefined : `=== ${toShownPath(written)} ===\n${text}`;
}

function resolveDots(path: string): string {
  if (!path.includes('.')) return path;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else segments.push(segment);
  }
  return segments.join('/');
}

/** Gives a conversation access to its attached files. */
export interface PlayFiles {
  readonly format: FormatOptions;
  readonly readImage?: (written: string) => ImageData;
}

/** An image of the project, ready to send. */
export interface ImageData {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}
