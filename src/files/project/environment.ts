import { join } from 'node:path';
import { isPlainObject } from '../../base/plain-object.ts';
import { toLineFeeds } from '../../base/text-lines.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { findStats, readText } from '../text/read-text.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const limitBytes = 1024 * 1024;

/**
 * The given environment, with variables of the project's `.env` added. Nothing is expanded. A missing `.env`, or a
 * folder of that name, is ignored. Throws a Fault if it is not UTF-8 text.
 */
export function readEnvironment(root: string, env: Environment): Environment {
  return { ...readEnvFile(root), ...env };
}

/** The variables of `.env` in the project root. Empty if there is none. */
function readEnvFile(root: string): Environment {
  const path = join(root, '.env');
  if (findStats(path)?.isFile() !== true) return {};
  return Object.fromEntries(parseEnv(readText({ path, shown: '.env', limitBytes })));
}

/** Must not match names of plain settings, because their values would be hidden in replies that graders read. */
const secretName =
  /(?:key|token|secret|password|passwd|passphrase|credentials?|(?:^|[_.-])(?:pass|pat|dsn|connection_string))[_-]?\d*$|(?:access|api|secret|private)_?key_(?:id|base|value|data|json|b64|base64|old|new|prod|production|dev|staging|test|live)$/i;

const passwordInAddress = /:\/\/[^/?#:@\s]*:([^/?#\s]*)@/;

/**
 * The password in a URL, as written. It ends at the last `@` before the path, as in URL parsers.
 *
 * @example findAddressPassword('postgres://bob:hush@db:5432/x') // 'hush'
 */
export function findAddressPassword(text: string): string | undefined {
  return passwordInAddress.exec(text)?.[1];
}

/** The secrets in a variable: its value if its name suggests a secret, or a URL with a password and that password. */
export function listKeyValues(name: string, value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  const password = findAddressPassword(value) ?? '';
  if (password !== '') return [value, password, decodeUrlText(password)];
  return secretName.test(name) ? [value] : [];
}

/** In a URL, `%40` is `@`. */
function decodeUrlText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Values that must not be written to records: all of `.env`, and variables with names of secrets. */
export function listSecretValues(root: string, env: Environment): readonly string[] {
  const named = Object.entries(env).flatMap(([name, value]) => listKeyValues(name, value));
  const values = [...Object.values(readEnvFile(root)), ...named];
  return [...new Set(values.filter((value) => value !== undefined))];
}

/** A quoted value may have several lines, such as the private key of a certificate. */
const assignment =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*(?:(?:"((?:[^"\\]|\\[\s\S])*)"|'([^']*)')[ \t]*(?:#.*)?$|(.*)$)/gm;
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/**
 * Parses a `.env` text, in order. Other lines are ignored, and the last assignment counts. In double quotes, `\n` is
 * a line break. In single quotes, everything is plain. Without quotes, ` #` starts a comment.
 *
 * It does not use `parseEnv` of Node, which ends `"a \"b\""` at the second quote, and cuts a password at its `#`.
 */
export function parseEnv(text: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const [, name = '', double, single, bare = ''] of toLineFeeds(text).matchAll(assignment)) {
    const plain = single ?? bare.replace(/(?:^|[ \t])#.*$/, '').trim();
    settings.set(name, double?.replaceAll(/\\(.)/g, (all, sign: string) => escapes[sign] ?? all) ?? plain);
  }
  return settings;
}

/**
 * Matches whole words, with or without a number after them, so MAX_TOKENS is a setting. It matches more names than
 * `listSecretValues`, where a false match would hide plain text in records.
 */
const secretWord =
  /(?:keys?|token|secrets?|password|passwd|passphrase|credentials?|auth|authorization|bearer|cookie|connection_string|(?:^|[_.-])(?:pass|pat|dsn))\d*(?:$|[_.-])/i;

/** Whether the name of a variable suggests a secret. */
export function isSecretName(name: string): boolean {
  return secretWord.test(name);
}

/** Whether a variable looks like a secret: by its name, or by a password in an address. */
export function isSecretVariable(name: string, value: string | undefined): boolean {
  return isSecretName(name) || (value !== undefined && findAddressPassword(value) !== undefined);
}

const variable = /\$\$\{|\$\{([A-Za-z_]\w*)\}/g;

/** Whether a text uses an environment variable. */
export function hasVariable(text: string): boolean {
  return [...text.matchAll(variable)].some(([, name]) => name !== undefined);
}

interface Expanded<T> {
  readonly spec: T;
  /** Unset variables, each once. Their `${NAME}` stays as written. */
  readonly missing: readonly string[];
}

/**
 * Replaces `${NAME}` in every text of a target, but not in keys. `$${` is a literal `${`. Values are not expanded
 * again. It applies only to targets, never to messages.
 */
export function expandEnvironment<T extends TargetSpec>(spec: T, env: Environment): Expanded<T> {
  const missing = new Set<string>();
  const expandText = (text: string) =>
    text.replaceAll(variable, (written, name: string | undefined) => {
      if (name === undefined) return '${';
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      if (value === undefined) missing.add(name);
      return value ?? written;
    });
  const expand = (value: unknown): unknown => {
    if (typeof value === 'string') return expandText(value);
    if (Array.isArray(value)) return value.map(expand);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner)]));
  };
  // Texts stay texts, lists stay lists, and enum values contain no "${", so the type is the same.
  return { spec: expand(spec) as T, missing: [...missing] };
}

/** The unset variables of a target: its `${NAME}`s, and its key, which must not be empty. */
export function listMissingVariables(spec: TargetSpec, env: Environment): readonly string[] {
  const { missing } = expandEnvironment(spec, env);
  const keyName = 'api_key_env' in spec ? spec.api_key_env : undefined;
  const isKeyMissing = keyName !== undefined && (!Object.hasOwn(env, keyName) || !env[keyName]);
  return isKeyMissing && !missing.includes(keyName) ? [...missing, keyName] : missing;
}
