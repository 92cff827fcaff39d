import { Fault } from '../base/fault.ts';
import { toLineFeeds } from '../base/line-feeds.ts';
import { isInstructionsFile } from '../conversation/message.ts';

/**
 * How the formatters get at attached files. All functions are synchronous and given by the caller,
 * so that formatting stays pure and works in a browser.
 */
export interface FormatOptions {
  /**
   * Text of an attached file, or undefined when there is none.
   * `path` is cleaned (forward slashes, no leading `./` or `/`); `written` is the path as the author wrote it.
   */
  readonly readFile?: (path: string, written: string) => string | undefined;
  /** Which files are guidelines besides `*.instructions.md`. */
  readonly isGuideline?: (path: string, written: string) => boolean;
  /** One name per file, so that two ways to write a path count as one. Default: the cleaned path, dots resolved. */
  readonly identifyFile?: (path: string, written: string) => string;
}

/** The path as it is shown: forward slashes, no leading `./` or `/`. */
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

/** Throws when the file cannot be had: a question with a hole in it must never be sent. */
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

/** The content of a file without the line ends behind it; undefined for a blank file. */
export function toFileText(written: string, options: FormatOptions): string | undefined {
  const text = toLineFeeds(getFileText(written, options)).replace(/\n+$/, '');
  return text.trim() === '' ? undefined : text;
}

/** `=== path ===` and the content under it; undefined for a blank file. */
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
