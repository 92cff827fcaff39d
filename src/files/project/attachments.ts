import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Fault, type ProblemInput } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import { attachmentLimitBytes, checkPlainFile, findStats, readText, tooBig } from '../text/read-text.ts';
import { isInside, listFoldersUp, toShownFile } from './project.ts';

export interface AttachmentPlace {
  /** Folder of the file that names attachments. */
  readonly folder: string;
  readonly root: string;
  readonly cwd: string;
}

/** Texts kept in memory at most, so that a stream of cases with files of their own stays flat. */
const cacheLimitCharacters = 32 * 1024 * 1024;

/**
 * Files that messages attach. A path resolves against the folder, then each parent up to the project root;
 * one with a leading slash, against the root. Nothing outside the root is ever opened, links included.
 */
export class Attachments {
  readonly #place: AttachmentPlace;
  readonly #realRoot: string;
  readonly #resolved = new Map<string, string | Fault>();
  readonly #texts = new Map<string, string>();
  #cachedCharacters = 0;

  constructor(place: AttachmentPlace) {
    this.#place = place;
    this.#realRoot = realpathSync(place.root);
  }

  /** Absolute path of an attachment. Throws a Fault without a place: the caller knows where it was named. */
  resolve(written: string): string {
    const known = this.#resolved.get(written);
    const result = known ?? this.#lookUp(written);
    if (known === undefined && this.#resolved.size < 10_000) this.#resolved.set(written, result);
    if (result instanceof Fault) throw result;
    return result;
  }

  /** Text of an attached file; a Fault when it is missing, outside the root, too big or not text. */
  readText(written: string): string {
    const path = this.resolve(written);
    const cached = this.#texts.get(path);
    if (cached !== undefined) return cached;
    const text = readText({ path, shown: toShownPath(written), limitBytes: attachmentLimitBytes, place: {} });
    if (this.#cachedCharacters + text.length <= cacheLimitCharacters) {
      this.#texts.set(path, text);
      this.#cachedCharacters += text.length;
    }
    return text;
  }

  /** A Fault unless the image could be sent; its bytes are not read. */
  checkImage(written: string): void {
    if (isWebAddress(written)) return;
    const request = { path: this.resolve(written), shown: toShownPath(written), place: {} };
    const { size } = checkPlainFile(request);
    if (size > attachmentLimitBytes) throw tooBig(request, size, attachmentLimitBytes);
  }

  #lookUp(written: string): string | Fault {
    const { folder, root } = this.#place;
    const clean = written.replaceAll('\\', '/');
    if (clean.includes('\0')) return this.#fault('FILE_MISSING', written, 'holds a NUL character');
    const folders = clean.startsWith('/') ? [root] : listFoldersUp(folder, root);
    const candidates = folders.map((base) => resolve(base, clean.replace(/^\/+/, '')));
    const found = candidates.find((path) => isInside(path, root) && findStats(path) !== undefined);
    if (found === undefined) {
      const leaves = candidates.every((path) => !isInside(path, root));
      return leaves
        ? this.#fault('FILE_OUTSIDE_ROOT', written, 'leaves the project')
        : this.#missing(written, candidates);
    }
    const real = realpathSync(found);
    if (isInside(real, this.#realRoot)) return found;
    return this.#fault('FILE_OUTSIDE_ROOT', written, 'is a link that leaves the project');
  }

  #missing(written: string, candidates: readonly string[]): Fault {
    const nearest = candidates.map(findNeighbour).find((name) => name !== undefined);
    const root = toShownFile(this.#place.root, this.#place.cwd);
    const hint = nearest === undefined ? undefined : `Did you mean "${join(dirname(written), nearest)}"?`;
    const looked = `It was looked for beside the file that names it and in each parent up to "${root}".`;
    return new Fault({
      code: 'FILE_MISSING',
      message: `There is no file "${toShownPath(written)}".`,
      hint: hint ?? looked,
    });
  }

  #fault(code: ProblemInput['code'], written: string, what: string): Fault {
    const root = toShownFile(this.#place.root, this.#place.cwd);
    const hint = `The project root is "${root}"; attachments stay inside it.`;
    return new Fault({ code, message: `The path "${toShownPath(written)}" ${what}.`, hint });
  }
}

function findNeighbour(path: string): string | undefined {
  try {
    return findNearest(basename(path), readdirSync(dirname(path)).slice(0, 1000));
  } catch {
    return undefined;
  }
}

/** Whether a text could be meant as a path: short, one line, with a suffix. */
export function isFileName(text: string): boolean {
  return text.length < 500 && /^[^\n]*\.\w+$/.test(text) && !/\s{2}|[?!]\s/.test(text);
}

export function isWebAddress(written: string): boolean {
  return /^https?:\/\//i.test(written);
}

function toShownPath(written: string): string {
  return written.slice(0, 200);
}
