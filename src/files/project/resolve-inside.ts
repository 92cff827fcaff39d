import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { ProblemInput } from '../../base/fault.ts';
import { toShellWord } from '../../base/shell-word.ts';
import { findNeighbor, findStats } from '../text/read-text.ts';
import { isInside, toShownFile } from './project.ts';

export type ResolvedPath =
  /** `real` is the unique path of the file without links. It is inside `root`, the real path of the project root. */
  | { readonly status: 'found'; readonly path: string; readonly real: string; readonly root: string }
  | { readonly status: 'missing'; readonly nearest?: string }
  | { readonly status: 'outside'; readonly what: string }
  /** The file is in the project, but may contain secrets, so it is never opened. */
  | { readonly status: 'secret' };

/**
 * Finds a file by a written path: in the first folder that has it, or from the project root if the path has a leading
 * slash. Files outside the root are never opened, also not through links.
 */
export function resolveInside(written: string, folders: readonly string[], root: string): ResolvedPath {
  const clean = written.replaceAll('\\', '/');
  if (clean.includes('\0')) return { status: 'missing' };
  const bases = clean.startsWith('/') ? [root] : folders;
  const candidates = bases.map((base) => resolve(base, clean.replace(/^\/+/, '')));
  const inside = candidates.filter((path) => isInside(path, root));
  if (inside.length === 0) return { status: 'outside', what: 'leaves the project' };
  // Reported even if there is no such file.
  if (inside.some((candidate) => isSecretPath(candidate, root))) return { status: 'secret' };
  const path = inside.find((candidate) => findStats(candidate) !== undefined);
  if (path === undefined) return { status: 'missing', ...suggest(clean, inside) };
  const [real, realRoot] = [realpathSync(path), realpathSync(root)];
  if (!isInside(real, realRoot)) return { status: 'outside', what: 'is a symbolic link that leaves the project' };
  return isSecretPath(real, realRoot) ? { status: 'secret' } : { status: 'found', path, real, root: realRoot };
}

/** The problem of a path to a file that may contain secrets. */
export function toSecretProblem(written: string): ProblemInput {
  return {
    code: 'FILE_SECRET',
    message: `The path "${written}" names a file that may contain secrets.`,
    hint: 'Turnwise never sends such files. Copy the part you need to a file with another name.',
  };
}

/** Suggests a file with a similar name in the same place. */
function suggest(written: string, candidates: readonly string[]): { readonly nearest?: string } {
  const name = candidates.map(findNeighbor).find((found) => found !== undefined);
  return name === undefined ? {} : { nearest: join(dirname(written), name).replaceAll('\\', '/') };
}

/** Folders whose files are never sent: settings, databases and keys of tools. */
const folders = new Set([
  ...['.git', '.hg', '.svn', '.turnwise', '.ssh', '.gnupg', '.aws', '.azure', '.gcloud', '.kube', '.docker'],
]);

const dataEnding = '\\.(?:json|ya?ml|toml|ini|conf|cfg|properties|xml|csv|txt|enc)';

/** Names of files with keys or passwords, in lower case, without marks of copies. */
const secretNames: readonly RegExp[] = [
  /^\.env/,
  /\.env(?:\.|$)/,
  /\.(?:pem|key|p8|p12|pfx|pkcs12|jks|keystore|ppk|kdbx|gpg|pgp|tfstate|tfvars)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)/,
  /^\.(?:netrc|npmrc|yarnrc\.yml|pypirc|pgpass|my\.cnf|htpasswd|git-credentials|dockercfg|authinfo|vault-token|boto|s3cfg)$/,
  /^\.\w+_history$/,
  /^_netrc$/,
  /^kubeconfig$/,
  new RegExp(`^(?:.*[-_.])?credentials?(?:${dataEnding})?$`),
  new RegExp(`^(?:.*[-_.])?secrets?${dataEnding}$`),
  /^.*service[-_]?account.*\.json$/,
];

/** Removes marks of editors and copies: `#.env#`, `.env~`, `..env.swp`, `server.key.bak`. */
function withoutCopyMarks(name: string): readonly string[] {
  const plain = name.replace(/^[#~]+|[#~]+$/g, '').replace(/^\.(?=\..*\.sw[a-p]$)/, '');
  return [name, plain, plain.replace(/[._-](?:sw[a-p]|bak|backup|old|orig|save|copy|tmp|txt|\d+)$/, '')];
}

/**
 * Whether a file inside the project may contain secrets, so that no eval, deck or item can send it to a target:
 * `.env*`, everything in `.git/` and `.turnwise/`, private keys, password files, and copies of them. Only the name
 * counts. Case, dots and spaces at the end of a name, and a stream after a colon are ignored, because some file systems
 * drop them.
 */
export function isSecretPath(path: string, root: string): boolean {
  const parts = relative(root, path)
    .split(sep)
    .map((part) =>
      part
        .toLowerCase()
        .replace(/:.*$/s, '')
        .replace(/[. ]+$/, ''),
    );
  return parts.some((part) => folders.has(part) || isSecretName(part));
}

function isSecretName(part: string): boolean {
  return withoutCopyMarks(part).some((name) => secretNames.some((secret) => secret.test(name)));
}

interface OutsidePath {
  /** The folder of the file that has the path. */
  readonly folder: string;
  readonly written: string;
  readonly what: string;
}

/** The problem of an include that leaves the project, and how to mark the root higher up, but not above `cwd`. */
export function toOutsideProblem(
  { folder, written, what }: OutsidePath,
  { root, cwd }: { readonly root: string; readonly cwd: string },
): ProblemInput {
  const start = findCommonFolder(folder, resolve(folder, written));
  const isHigher = isInside(start, cwd) && !isInside(start, root);
  const mark = toShellWord(toShownFile(join(start, '.turnwise'), cwd));
  const next = isHigher ? `If the project starts higher up, run: mkdir ${mark}` : 'A .turnwise folder marks the root.';
  const hint = `Includes must stay inside the project root, "${toShownFile(root, cwd)}". ${next}`;
  return { code: 'FILE_OUTSIDE_ROOT', message: `The path "${written}" ${what}.`, hint };
}

/** The lowest folder that has both. */
function findCommonFolder(folder: string, path: string): string {
  return isInside(path, folder) || dirname(folder) === folder ? folder : findCommonFolder(dirname(folder), path);
}
