import { createHash } from 'node:crypto';
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { definedOnly } from '../../base/defined-only.ts';

/** The compressed forms that the build writes next to a file, best first. */
export const packedEncodings = ['br', 'gzip'] as const;
export type PackedEncoding = (typeof packedEncodings)[number];

/** A file of the Studio, whole, as it is and packed. */
export interface StudioFile {
  readonly type: string;
  /** Hash of the content: another one whenever a byte differs. */
  readonly hash: string;
  /** Its name changes with its content, so that a browser never has to ask again. */
  readonly isLasting: boolean;
  readonly body: Buffer;
  readonly packed: Readonly<Partial<Record<PackedEncoding, Buffer>>>;
}

/** The Studio as it was built, in memory: what is not in here cannot be asked for, however an address is written. */
export interface StudioFiles {
  readonly index: StudioFile;
  /** By path of the address, such as `/assets/main-1x2y.js`. */
  readonly files: ReadonlyMap<string, StudioFile>;
}

/** Files whose name has a hash in it: the builder puts them here. */
export const assetsPath = '/assets/';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Reads the folder that the build wrote; undefined: it was not built here. */
export function readStudio(folder: string): StudioFiles | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = new Map(entries.filter(isServed).map((entry) => readEntry(folder, entry)));
  const index = files.get('/index.html');
  // The page is sent under many addresses, with headers of its own, and never as one file among others.
  files.delete('/index.html');
  return index === undefined ? undefined : { index, files };
}

/** What has no known type is not meant for a browser; packed files come with what they are made of. */
function isServed(entry: Dirent): boolean {
  return entry.isFile() && Object.hasOwn(types, extname(entry.name));
}

function readEntry(folder: string, { parentPath, name }: Dirent): readonly [string, StudioFile] {
  const file = join(parentPath, name);
  const path = `/${relative(folder, file).split(sep).join('/')}`;
  const body = readFileSync(file);
  const [br, gzip] = [readIfThere(`${file}.br`), readIfThere(`${file}.gz`)];
  const packed = definedOnly({ br, gzip });
  const type = types[extname(name)] ?? 'application/octet-stream';
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return [path, { type, hash, isLasting: path.startsWith(assetsPath), body, packed }];
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
