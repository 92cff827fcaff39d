import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { parseTemplate } from '../../conversation/request-template.ts';
import { hasVariable } from './environment.ts';

/** A secret in the file itself. Says where, never what. */
export interface LiteralSecret {
  readonly path: readonly PathSegment[];
  readonly message: string;
  readonly hint: string;
}

const keyHint = 'Move it to .env or the environment, and set api_key_env: NAME.';
const valueHint = 'Move it to .env or the environment, and write ${NAME} in its place.';

const secretKeys = [
  'apikey',
  'accesskey',
  'key',
  'token',
  'accesstoken',
  'authtoken',
  'password',
  'secret',
  'clientsecret',
  'authorization',
];
/** In the body of a request these words may mean anything. */
const bodyKeys = secretKeys.filter((key) => key !== 'key' && key !== 'token');
const secretHeader = /^(?:(?:proxy-)?authorization|cookie|(?:.*-)?(?:api-?key|token|secret))$/i;
const secretVariable = /(?:^|_)(?:api_?key|access_?key|token|secret|password)$/i;

/** Every secret that is written out in a target, where the environment should be named. */
export function findLiteralSecrets(target: unknown): readonly LiteralSecret[] {
  if (!isPlainObject(target)) return [];
  return Object.entries(target).flatMap(([key, value]) => {
    if (key === 'headers') return searchNames(value, [key], (name) => secretHeader.test(name));
    if (key === 'env') return searchNames(value, [key], (name) => secretVariable.test(name));
    if (key === 'body') return searchNames(value, [key], (name) => bodyKeys.includes(fold(name)));
    if (key === 'api_key_env') return checkKeyName(value);
    if (key === 'url' || key === 'base_url') return checkAddress(key, value);
    const found = searchNames({ [key]: value }, [], (name) => secretKeys.includes(fold(name)));
    return found.map((secret) => ({ ...secret, hint: keyHint }));
  });
}

function fold(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

function searchNames(
  value: unknown,
  path: readonly PathSegment[],
  isSecret: (name: string) => boolean,
): readonly LiteralSecret[] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => searchNames(inner, [...path, index], isSecret));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (!isLiteral(inner) || !isSecret(key)) return searchNames(inner, [...path, key], isSecret);
    return [{ path: [...path, key], message: `Found a literal secret under "${key}".`, hint: valueHint }];
  });
}

function isLiteral(value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'number';
  return value.trim() !== '' && !hasVariable(value) && !namesCall(value);
}

/** A cookie or token that names the conversation is not a secret. */
function namesCall(text: string): boolean {
  return parseTemplate(text).some((piece) => typeof piece !== 'string' && piece.name !== '');
}

/** The key itself, pasted where the name of its variable belongs: names have no dashes, and keys are long and mixed. */
function checkKeyName(value: unknown): readonly LiteralSecret[] {
  if (typeof value !== 'string' || value === '' || hasVariable(value)) return [];
  const isName = /^[A-Za-z_]\w*$/.test(value) && !(value.length >= 20 && /[a-z]/.test(value) && /\d/.test(value));
  if (isName) return [];
  const message = 'The value of "api_key_env" is not the name of an environment variable.';
  return [{ path: ['api_key_env'], message, hint: keyHint }];
}

const userAndPassword = /^[a-z][a-z\d+.-]*:\/\/[^/?#:@]*:([^/?#]*)@/i;
const secretParameter = /[?&](?:api[-_]?key|key|token|access[-_]token|secret|password)=([^&#]*)/gi;

function checkAddress(key: string, value: unknown): readonly LiteralSecret[] {
  if (typeof value !== 'string') return [];
  const password = userAndPassword.exec(value)?.[1];
  const parameters = [...value.matchAll(secretParameter)].map(([, secret]) => secret);
  if (![password, ...parameters].some(isLiteral)) return [];
  return [{ path: [key], message: `Found a literal secret in the address under "${key}".`, hint: valueHint }];
}
