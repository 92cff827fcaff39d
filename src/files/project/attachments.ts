import { Fault, type ProblemInput } from '../../base/fault.ts';
import { isWebAddress } from '../../conversation/url.ts';
import { attachmentLimitBytes, checkSize, type ReadRequest, readBytes, readText } from '../text/read-text.ts';
import { listFoldersUp, toShownFile } from './project.ts';
import { type ResolvedPath, resolveInside, toSecretProblem } from './resolve-inside.ts';

interface AttachmentPlace {
  /** Folder of the file that attaches them. */
  readonly folder: string;
  readonly root: string;
  readonly cwd: string;
}

type FoundPath = Extract<ResolvedPath, { readonly status: 'found' }>;

/** Maximum number of characters to cache, so that a stream of cases with files of their own needs limited memory. */
const cacheLimitCharacters = 32 * 1024 * 1024;

/**
 * Finds and reads the files that messages attach. A path is relative to the folder, then to each parent up to the
 * project root. A path with a leading slash is relative to the root. Files outside the root, also through links, and
 * files that may contain secrets are never opened.
 */
export class Attachments {
  readonly place: AttachmentPlace;
  readonly #resolved = new Map<string, FoundPath | Fault>();
  readonly #texts = new Map<string, string>();
  #cachedCharacters = 0;

  constructor(place: AttachmentPlace) {
    this.place = place;
  }

  /** Absolute path of an attachment. Throws a Fault without a place, which the caller adds. */
  resolve(written: string): string {
    return this.#find(written).path;
  }

  /** A unique name for a file, regardless of spelling and links. */
  identify(written: string): string {
    return this.#find(written).real;
  }

  #find(written: string): FoundPath {
    const known = this.#resolved.get(written);
    const result = known ?? this.#lookUp(written);
    if (known === undefined && this.#resolved.size < 10_000) this.#resolved.set(written, result);
    if (result instanceof Fault) throw result;
    return result;
  }

  /** Text of an attached file. Throws a Fault if it is missing, outside the root, too big or not text. */
  readText(written: string): string {
    const { real } = this.#find(written);
    const cached = this.#texts.get(real);
    if (cached !== undefined) return cached;
    const text = readText(this.#toRequest(written));
    if (this.#cachedCharacters + text.length <= cacheLimitCharacters) {
      this.#texts.set(real, text);
      this.#cachedCharacters += text.length;
    }
    return text;
  }

  /** Text of a file that is optional. Undefined: it cannot be read. */
  findText(written: string): string | undefined {
    try {
      return this.readText(written);
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }

  /** Throws a Fault if the image could not be sent. Does not read it. */
  checkImage(written: string): void {
    if (isWebAddress(written)) return;
    const request = this.#toRequest(written);
    checkSize(request, attachmentLimitBytes);
  }

  /** Bytes of an attached image. Throws a Fault as for texts. */
  readImage(written: string): Uint8Array {
    return readBytes(this.#toRequest(written));
  }

  /** The request for the file that was found, even if its path leads elsewhere by now. */
  #toRequest(written: string): ReadRequest {
    const { real, root } = this.#find(written);
    return { path: real, within: root, shown: shorten(written), limitBytes: attachmentLimitBytes, place: {} };
  }

  #lookUp(written: string): FoundPath | Fault {
    const { folder, root } = this.place;
    const found = resolveInside(written, listFoldersUp(folder, root), root);
    if (found.status === 'found') return found;
    if (found.status === 'secret') return new Fault(toSecretProblem(shorten(written)));
    if (found.status === 'outside') return this.#fault('FILE_OUTSIDE_ROOT', written, found.what);
    const message = `There is no file "${shorten(written)}".`;
    const up = `next to the file that names it, and in each parent folder up to "${this.#shownRoot()}"`;
    const looked = `Turnwise looked ${written.startsWith('/') ? `in the project root, "${this.#shownRoot()}"` : up}.`;
    const hint = found.nearest === undefined ? looked : `Did you mean "${found.nearest}"?`;
    return new Fault({ code: 'FILE_MISSING', message, hint });
  }

  #shownRoot(): string {
    return toShownFile(this.place.root, this.place.cwd);
  }

  #fault(code: ProblemInput['code'], written: string, what: string): Fault {
    const hint = `Attachments must stay inside the project root, "${this.#shownRoot()}".`;
    return new Fault({ code, message: `The path "${shorten(written)}" ${what}.`, hint });
  }
}

/** Whether a text looks like a path: short, one line, with a suffix. */
export function isFileName(text: string): boolean {
  return text.length < 500 && /^[^\n]*\.\w+$/.test(text) && !/\s{2}|[?!]\s/.test(text);
}

function shorten(written: string): string {
  return written.slice(0, 200);
}
