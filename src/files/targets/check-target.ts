import { type Problem, toWarning } from '../../base/fault.ts';
import { renderNumberOf } from '../../base/number-of.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type PathSegment, type SchemaIssue } from '../../base/schema-check.ts';
import { explainUncached, parseTemplate } from '../../conversation/target-request.ts';
import { TargetSpec } from '../../conversation/target-spec.ts';
import { fromAgentvTarget } from '../agentv/convert-target.ts';
import { findAddressPassword, hasVariable } from '../project/environment.ts';
import { errorAt, type PlacedData, toProblems } from '../syntax/placed-data.ts';
import { checkPlaceholders } from './check-placeholders.ts';
import { findNestedProblem, splitShellLine } from './nested-shell.ts';

/** One target, or why it cannot be used. */
export interface TargetReading {
  readonly id: string | undefined;
  readonly spec?: TargetSpec;
  readonly reason?: string;
  /** The reason belongs to an AgentV provider or value that Turnwise cannot use. It is not among the problems. */
  readonly isForeign?: true;
  readonly problems: readonly Problem[];
}

/** Checks a target of Turnwise's own format. It looks for secrets first, so that no later message repeats one. */
export function checkTarget(data: PlacedData, path: readonly PathSegment[], value: unknown): TargetReading {
  const id = isPlainObject(value) && typeof value.id === 'string' ? value.id : undefined;
  const secrets = findLiteralSecrets(value);
  const result = checkSchema(TargetSpec, value);
  const issues = [...(result.issues ?? []), ...checkKeyVariable(value), ...checkPlaceholders(value)]
    .filter((issue) => !secrets.some((secret) => startsWith(issue.path, secret.path)))
    .map((issue) => hideValue(explainSlip(issue, value)));
  const context = {
    prefix: 'TARGETS',
    base: path,
    where: id === undefined ? `target number ${Number(path.at(-1)) + 1}` : `target "${id}"`,
  } as const;
  const literal = secrets.map(({ path: inner, message: found, hint }) => {
    const message = `${found.replace(/\.$/, '')} in ${context.where}.`;
    return errorAt(data, [...path, ...inner], { code: 'TARGETS_LITERAL_KEY', message, hint });
  });
  const nested = result.value === undefined ? [] : checkNestedText(result.value, data, [...path, 'command']);
  const problems = [...literal, ...toProblems(issues, data, context), ...nested];
  const [first] = problems;
  if (result.value === undefined || first !== undefined)
    return { id, reason: first?.message ?? 'It has problems.', problems };
  return { id, spec: result.value, problems: warnUncached(result.value, data, path) };
}

/** If a requested cache has no effect, calls cost money unnoticed. */
function warnUncached(spec: TargetSpec, data: PlacedData, path: readonly PathSegment[]): readonly Problem[] {
  const hint = spec.cache === true ? explainUncached(spec) : undefined;
  if (hint === undefined) return [];
  const message = `Target "${spec.id}" sets \`cache: true\`, but Turnwise does not cache its replies.`;
  return [toWarning(errorAt(data, [...path, 'cache'], { code: 'TARGETS_NOT_CACHED', message, hint }))];
}

/** Checks a target of an AgentV file. A provider without an adapter, and keys without an effect, are warnings. */
export function checkAgentvTarget(
  data: PlacedData,
  path: readonly PathSegment[],
  { value, all }: { readonly value: unknown; readonly all: readonly unknown[] },
): TargetReading {
  const foreign = fromAgentvTarget(value, Number(path.at(-1)), all);
  const { id } = foreign;
  if ('literalKey' in foreign && foreign.literalKey !== undefined) {
    const hint = 'Write api_key: ${{ NAME }} and put the key in the environment or .env.';
    const message = `The file contains the literal api_key of target "${id}".`;
    const problem = errorAt(data, [...path, ...foreign.literalKey], { code: 'TARGETS_LITERAL_KEY', message, hint });
    return { id, reason: foreign.reason, problems: [problem] };
  }
  const [secret] = 'spec' in foreign ? findLiteralSecrets(foreign.spec) : [];
  if (secret !== undefined) {
    const message = `${secret.message.replace(/\.$/, '')} in target "${id}".`;
    const hint = 'Write ${{ NAME }} in its place, and put the value in the environment or .env.';
    const problem = errorAt(data, [...path, ...secret.path], { code: 'TARGETS_LITERAL_KEY', message, hint });
    return { id, reason: message, problems: [problem] };
  }
  const result = 'spec' in foreign ? checkSchema(TargetSpec, foreign.spec) : undefined;
  if ('spec' in foreign && result?.value !== undefined) {
    const problems = checkNestedText(result.value, data, path);
    const [first] = problems;
    if (first !== undefined) return { id, reason: first.message, problems };
    return { id, spec: result.value, problems: warnLost(foreign, data, path) };
  }
  const reason = 'reason' in foreign ? foreign.reason : (result?.issues ?? []).map(({ message }) => message).join(' ');
  return { id, reason, isForeign: true, problems: [] };
}

/** One warning per reason, with the names of all targets it applies to. */
export function warnUnusable(
  reason: string,
  ids: readonly string[],
  place: { readonly data: PlacedData; readonly path: readonly PathSegment[] },
): Problem {
  const names = ids.map((id) => `"${id}"`).join(', ');
  const message = `Turnwise cannot use the target${ids.length > 1 ? 's' : ''} ${names}. ${reason}`;
  const hint = 'A target with "provider: cli" can run any program.';
  return toWarning(errorAt(place.data, place.path, { code: 'TARGETS_UNUSABLE', message, hint }));
}

/** One sentence per target. */
function warnLost(
  { id, lost }: { readonly id: string; readonly lost: readonly string[] },
  data: PlacedData,
  path: readonly PathSegment[],
): readonly Problem[] {
  if (lost.length === 0) return [];
  const message = `Turnwise ignores ${renderNumberOf(lost.length, 'key')} of the AgentV target "${id}": ${lost.join(', ')}.`;
  return [toWarning(errorAt(data, path, { code: 'TARGETS_FOREIGN_KEY', message }))];
}

/** Reports text of a case that a shell would run as a program. */
function checkNestedText(spec: TargetSpec, data: PlacedData, path: readonly PathSegment[]): readonly Problem[] {
  const found = findNestedProblem(spec);
  return found === undefined ? [] : [errorAt(data, path, found)];
}

function startsWith(path: readonly PathSegment[], start: readonly PathSegment[]): boolean {
  return start.every((segment, index) => path[index] === segment);
}

function checkKeyVariable(value: unknown): readonly SchemaIssue[] {
  const name = isPlainObject(value) ? value.api_key_env : undefined;
  if (typeof name !== 'string' || (name !== '' && !hasVariable(name))) return [];
  const message = 'Expected the name of an environment variable, without $ or braces.';
  return [
    { kind: 'bad-value', path: ['api_key_env'], at: 'value', message, hint: 'Write api_key_env: OPENAI_API_KEY.' },
  ];
}

const otherNames: Readonly<Record<string, string>> = {
  gemini: 'google',
  claude: 'anthropic',
  gpt: 'openai',
  'azure-openai': 'azure',
  ollama: 'openai-compatible',
  vllm: 'openai-compatible',
  lmstudio: 'openai-compatible',
  openrouter: 'openai-compatible',
  cli: 'command',
  exec: 'command',
  https: 'http',
  mock: 'builtin',
};

/** Explains a mistake that people make who know other tools. */
function explainSlip(issue: SchemaIssue, value: unknown): SchemaIssue {
  const hint = issue.path.length === 1 && isPlainObject(value) ? findSlipHint(issue, value) : undefined;
  return hint === undefined ? issue : { ...issue, hint };
}

function findSlipHint(
  { path: [key], hint }: SchemaIssue,
  value: Readonly<Record<string, unknown>>,
): string | undefined {
  if (key === 'name' && value.id === undefined) return 'Did you mean "id"?';
  if (key === 'command' && typeof value.command === 'string') return toCommandHint(value.command);
  const provider = String(value.provider).toLowerCase();
  if (key === 'model' && provider === 'builtin' && value.model === 'scripted') return '"scripted" is now "rules".';
  const isOther = key === 'provider' && hint === undefined && Object.hasOwn(otherNames, provider);
  return isOther ? `Write provider: ${otherNames[provider]}.` : undefined;
}

function toCommandHint(line: string): string | undefined {
  const [first, ...rest] = splitShellLine(line);
  if (first === undefined || rest.length > 0) return undefined;
  return `Write the command as a list: command: [${first.words.map((word) => JSON.stringify(word)).join(', ')}]`;
}

const oftenSecret = ['headers', 'env', 'api_key_env'];

/** In keys that often have secrets, a value of the wrong type is not repeated. */
function hideValue(issue: SchemaIssue): SchemaIssue {
  const isOpen = typeof issue.path[0] !== 'string' || !oftenSecret.includes(issue.path[0]);
  return isOpen ? issue : { ...issue, message: issue.message.replace(/, got ".*"\.$/s, ', got text.') };
}

/** A secret in the file itself. It has the path, never the value. */
interface LiteralSecret {
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
/** In a request body these words may mean anything. */
const bodyKeys = secretKeys.filter((key) => key !== 'key' && key !== 'token');
const secretHeader = /^(?:(?:proxy-)?authorization|cookie|(?:.*-)?(?:api-?key|token|secret))$/i;
const secretVariable = /(?:^|_)(?:api_?key|access_?key|token|secret|password)$/i;

/** Finds secrets that are written in a target instead of in the environment. */
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

/** Whether the text has a placeholder. A cookie or token with the conversation id is not a secret. */
function namesCall(text: string): boolean {
  return parseTemplate(text).some((piece) => typeof piece !== 'string' && piece.name !== '');
}

/** Finds a key in place of the name of its variable. Names have no dashes, and keys are long and mixed. */
function checkKeyName(value: unknown): readonly LiteralSecret[] {
  if (typeof value !== 'string' || value === '' || hasVariable(value)) return [];
  const isName = /^[A-Za-z_]\w*$/.test(value) && !(value.length >= 20 && /[a-z]/.test(value) && /\d/.test(value));
  if (isName) return [];
  const message = 'The value of "api_key_env" is not the name of an environment variable.';
  return [{ path: ['api_key_env'], message, hint: keyHint }];
}

const secretParameter = /[?&](?:api[-_]?key|key|token|access[-_]token|secret|password)=([^&#]*)/gi;

function checkAddress(key: string, value: unknown): readonly LiteralSecret[] {
  if (typeof value !== 'string') return [];
  const password = findAddressPassword(value);
  const parameters = [...value.matchAll(secretParameter)].map(([, secret]) => secret);
  if (![password, ...parameters].some(isLiteral)) return [];
  return [{ path: [key], message: `Found a literal secret in the address under "${key}".`, hint: valueHint }];
}
