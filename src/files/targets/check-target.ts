import { type Problem, toError, toWarning } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type PathSegment, type SchemaIssue } from '../../base/schema-check.ts';
import { explainUncached } from '../../conversation/target-identity.ts';
import { TargetSpec } from '../../conversation/target-spec.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { toProblems } from '../syntax/schema-problems.ts';
import { fromAgentvTarget } from './agentv-target.ts';
import { checkPlaceholders } from './check-placeholders.ts';
import { hasVariable } from './environment.ts';
import { findLiteralSecrets } from './literal-secrets.ts';
import { findNestedProblem } from './nested-shell.ts';
import { splitShellLine } from './shell-words.ts';

/** One target, or why it cannot be used. */
export interface TargetReading {
  readonly id: string | undefined;
  readonly spec?: TargetSpec;
  readonly reason?: string;
  readonly problems: readonly Problem[];
}

/** A target of our own file. Secrets are looked for first: no later message may repeat one. */
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
  const literal = secrets.map(({ path: inner, message, hint }) =>
    toError({
      code: 'TARGETS_LITERAL_KEY',
      message: `${message.replace(/\.$/, '')} in ${context.where}.`,
      hint,
      reading: data.reading,
      ...data.placeOf([...path, ...inner]),
    }),
  );
  const nested = result.value === undefined ? [] : checkNestedText(result.value, data, [...path, 'command']);
  const problems = [...literal, ...toProblems(issues, data, context), ...nested];
  const [first] = problems;
  if (result.value === undefined || first !== undefined)
    return { id, reason: first?.message ?? 'It has problems.', problems };
  return { id, spec: result.value, problems: warnUncached(result.value, data, path) };
}

/** A cache that was asked for and is not there costs money without a word. */
function warnUncached(spec: TargetSpec, data: PlacedData, path: readonly PathSegment[]): readonly Problem[] {
  const hint = spec.cache === true ? explainUncached(spec) : undefined;
  if (hint === undefined) return [];
  const message = `Target "${spec.id}" sets \`cache: true\`, but Turnwise does not cache its replies.`;
  const place = data.placeOf([...path, 'cache']);
  return [toWarning({ code: 'TARGETS_NOT_CACHED', message, hint, reading: data.reading, ...place })];
}

/** A target of an AgentV file. A provider without an adapter is reported, and is not an error. */
export function checkAgentvTarget(data: PlacedData, path: readonly PathSegment[], value: unknown): TargetReading {
  const foreign = fromAgentvTarget(value, Number(path.at(-1)));
  const { id } = foreign;
  if ('literalKey' in foreign && foreign.literalKey !== undefined) {
    const place = data.placeOf([...path, ...foreign.literalKey]);
    const hint = 'Write api_key: ${{ NAME }} and put the key in the environment or .env.';
    const message = `The file contains the literal api_key of target "${id}".`;
    const problem = toError({ code: 'TARGETS_LITERAL_KEY', message, hint, reading: data.reading, ...place });
    return { id, reason: foreign.reason, problems: [problem] };
  }
  const result = 'spec' in foreign ? checkSchema(TargetSpec, foreign.spec) : undefined;
  if (result?.value !== undefined) {
    const problems = checkNestedText(result.value, data, path);
    const [first] = problems;
    return first === undefined ? { id, spec: result.value, problems } : { id, reason: first.message, problems };
  }
  const reason = 'reason' in foreign ? foreign.reason : (result?.issues ?? []).map(({ message }) => message).join(' ');
  const message = `Turnwise cannot use the target "${id}". ${reason}`;
  const hint = 'A target with "provider: command" can run any program.';
  const problem = toWarning({
    code: 'TARGETS_UNUSABLE',
    message,
    hint,
    reading: data.reading,
    ...data.placeOf(path),
  });
  return { id, reason, problems: [problem] };
}

/** Text of a case that would be read as a program. */
function checkNestedText(spec: TargetSpec, data: PlacedData, path: readonly PathSegment[]): readonly Problem[] {
  const found = findNestedProblem(spec);
  return found === undefined ? [] : [toError({ ...found, reading: data.reading, ...data.placeOf(path) })];
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

/** What to write instead of a slip that other tools' files invite. */
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

/** Where secrets are usual, a value of the wrong kind is not repeated either. */
function hideValue(issue: SchemaIssue): SchemaIssue {
  const isOpen = typeof issue.path[0] !== 'string' || !oftenSecret.includes(issue.path[0]);
  return isOpen ? issue : { ...issue, message: issue.message.replace(/, got ".*"\.$/s, ', got text.') };
}
