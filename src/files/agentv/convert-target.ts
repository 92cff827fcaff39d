import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { explainProvider, isAgentvProvider, listLostKeys } from './target-losses.ts';

/** Whether the file is AgentV's: by its schema, which is absent from 2026 on, or by how its targets are written. */
export function isAgentvTargets(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  if (typeof value.$schema === 'string') return value.$schema.startsWith('agentv-targets');
  const { targets } = value;
  return Array.isArray(targets) && targets.some(isAgentvTarget);
}

/** Turnwise calls the name `id`. A `name` alone may be a mistake, so another key must be AgentV's, too. */
function isAgentvTarget(target: unknown): boolean {
  if (!isPlainObject(target)) return false;
  // The newest files write ids and `{{ env.NAME }}`, which no file of Turnwise has.
  if (Object.values(target).some((value) => typeof value === 'string' && /\{\{\s*env\./.test(value))) return true;
  if (target.id !== undefined || typeof target.name !== 'string') return false;
  return (
    isAgentvProvider(target.provider) ||
    target.use_target !== undefined ||
    Object.values(target).some((value) => typeof value === 'string' && value.includes('${{'))
  );
}

/** The key with the list of targets: `providers` in the newest files. */
export function findTargetsKey(value: unknown): 'targets' | 'providers' {
  return isPlainObject(value) && value.targets === undefined && Array.isArray(value.providers)
    ? 'providers'
    : 'targets';
}

/** An AgentV target converted to Turnwise's keys, or the reason why it cannot be. */
type FromAgentv =
  | {
      readonly id: string;
      readonly spec: Readonly<Record<string, unknown>>;
      /** What Turnwise ignores, each with what is lost: `verbose (the command is not printed)`. */
      readonly lost: readonly string[];
    }
  | { readonly id: string; readonly reason: string; readonly literalKey?: readonly PathSegment[] };

type Fields = Readonly<Record<string, unknown>>;

/** `all`: the targets of the file, which `use_target` refers to. `position`: the index in the file, for a target without a name. */
export function fromAgentvTarget(value: unknown, position: number, all: readonly unknown[] = []): FromAgentv {
  const unnamed = `target-${position + 1}`;
  if (!isPlainObject(value)) return { id: unnamed, reason: 'It is not a mapping.' };
  const id = findName(value) ?? unnamed;
  const followed = followUse(value, all);
  if ('reason' in followed) return { id, reason: followed.reason };
  const fields = toFields(followed.target);
  const provider = findProvider(fields);
  const known = provider?.toLowerCase() ?? '';
  const convert = Object.hasOwn(converters, known) ? converters[known] : undefined;
  if (convert === undefined) return { id, reason: explainProvider(provider) };
  const key = fields.api_key;
  if (key !== undefined && findVariable(key) === undefined) {
    return {
      id,
      reason: 'Its api_key is not the name of an environment variable.',
      literalKey: findKeyPath(followed.target, 'api_key'),
    };
  }
  const unfilled = findUnfilled(fields);
  if (unfilled !== undefined)
    return { id, reason: `Its ${unfilled} has a variable in a form that Turnwise cannot fill. Write \${{ NAME }}.` };
  const { provider: own, ...made } = convert(fields);
  const judge = findJudge(fields);
  const spec = definedOnly({
    id,
    provider: own,
    judge,
    limits: toLimits(fields),
    timeout: toNumber(fields.timeout_seconds),
    ...made,
  });
  return { id, spec, lost: listLostKeys(fields, spec) };
}

/** `grader_target` is the later name. Only a name can be looked up, not a variable. */
function findJudge({ grader_target, judge_target }: Fields): string | undefined {
  const judge = grader_target ?? judge_target;
  return typeof judge === 'string' && judge !== '' && !judge.includes('{{') ? judge : undefined;
}

/** `label` and `id` are the names in the newest files. */
function findName({ name, label, id }: Fields): string | undefined {
  return [name, label, id].find((text): text is string => typeof text === 'string' && text !== '');
}

/** The provider as written. In the newest files it is the start of the id, as in `openai:gpt-5`. */
function findProvider({ provider, id }: Fields): string | undefined {
  if (typeof provider === 'string') return provider.trim();
  const named = typeof id === 'string' && provider === undefined ? id.replace(/^agentv:/, '') : undefined;
  return named?.split(':')[0];
}

/** Settings are among the other keys or in a mapping of their own. Early files write them in camelCase. */
function toFields(target: Fields): Fields {
  const { settings, config, ...own } = target;
  const nested = [settings, config].filter(isPlainObject);
  return Object.fromEntries(
    [...nested, own].flatMap((part) => Object.entries(part).map(([key, value]) => [toSnakeCase(key), value])),
  );
}

function toSnakeCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Where a key is written in a target. */
function findKeyPath(target: Fields, name: string): readonly PathSegment[] {
  const places = [[], ['settings'], ['config']];
  for (const place of places) {
    const part = place.length === 0 ? target : target[String(place[0])];
    const key = isPlainObject(part) ? Object.keys(part).find((written) => toSnakeCase(written) === name) : undefined;
    if (key !== undefined) return [...place, key];
  }
  return [];
}

type Followed = { readonly target: Fields } | { readonly reason: string };

/** The target that `use_target` leads to, step by step. A variable there would decide what is tested. */
function followUse(start: Fields, all: readonly unknown[]): Followed {
  let target = start;
  const seen = new Set<unknown>();
  while (target.use_target !== undefined) {
    const name = target.use_target;
    if (seen.has(name)) return { reason: `Its use_target leads back to "${String(name)}".` };
    seen.add(name);
    const variable = findVariable(name);
    if (variable !== undefined) {
      return { reason: `Its use_target is the variable ${variable}. Name the target itself, as in --target <id>.` };
    }
    const next = all.find((other): other is Fields => isPlainObject(other) && findName(other) === name);
    if (next === undefined) return { reason: `Its use_target names "${String(name)}", which is not in the file.` };
    target = next;
  }
  return { target };
}

const converters: Readonly<Record<string, (fields: Fields) => Fields>> = {
  azure: toAzure,
  'azure-openai': toAzure,
  anthropic: (fields) => ({ provider: 'anthropic', ...toModel(fields) }),
  gemini: toGoogle,
  google: toGoogle,
  'google-gemini': toGoogle,
  openai: toOpenAi,
  openrouter: (fields) => ({
    provider: 'openai-compatible',
    ...toModel({ base_url: 'https://openrouter.ai/api/v1', ...fields }),
  }),
  cli: toCommand,
  mock: toBuiltin,
};

function toModel(fields: Fields): Fields {
  const settings = definedOnly({
    temperature: toNumber(fields.temperature),
    max_output_tokens: toNumber(fields.max_output_tokens ?? fields.max_tokens),
  });
  return {
    model: toText(fields.model ?? fields.deployment ?? fields.variant),
    base_url: toText(fields.base_url ?? fields.endpoint),
    api_key_env: findVariable(fields.api_key),
    settings: Object.keys(settings).length === 0 ? undefined : settings,
  };
}

/** AgentV's version if the target sets none. With it, Azure has one address per deployment. */
const azureVersion = '2024-12-01-preview';

function toAzure(fields: Fields): Fields {
  const { deployment, deployment_name, endpoint, resource, resource_name, base_url, version, api_version } = fields;
  const written = toText(version ?? api_version)?.replace(/^\s*api[-_]?version\s*=\s*/i, '');
  return {
    provider: 'azure',
    ...toModel(fields),
    model: toText(deployment ?? deployment_name ?? fields.model),
    base_url: toText(endpoint ?? resource ?? resource_name ?? base_url),
    api_version: written ?? azureVersion,
  };
}

function toGoogle(fields: Fields): Fields {
  return { provider: 'google', ...toModel({ model: 'gemini-2.5-flash', ...fields }) };
}

/** AgentV calls chat completions unless `api_format` says otherwise. */
function toOpenAi(fields: Fields): Fields {
  const { base_url, ...model } = toModel(fields);
  const address = typeof base_url === 'string' && !base_url.includes('${') ? toVersioned(base_url) : base_url;
  return {
    provider: 'openai',
    ...model,
    base_url: address,
    api: fields.api_format === 'responses' ? 'responses' : 'chat',
  };
}

function toVersioned(address: string): string {
  const plain = address.replace(/\/+$/, '');
  return plain.endsWith('/v1') ? plain : `${plain}/v1`;
}

/**
 * AgentV passes the whole line to a shell. Placeholders are filled in when it runs. Programs that write to a file can
 * write their tool calls and tokens there.
 */
function toCommand(fields: Fields): Fields {
  const line = toLine(fields.command_template ?? fields.command);
  return {
    provider: 'command',
    command: line === undefined ? undefined : [line],
    template: true,
    shell: true,
    files_format: line?.includes('{FILES}') === true ? toFilesFormat(fields) : undefined,
    output: line?.includes('{OUTPUT_FILE}') === true ? 'agentv' : undefined,
    cwd: toText(fields.cwd),
    env: toEnvironment(fields.env),
    healthcheck: toHealthcheck(fields.healthcheck),
  };
}

/** AgentV gives programs absolute paths, which `{path}` is. */
function toFilesFormat({ files_format, attachments_format }: Fields): string {
  return toText(files_format ?? attachments_format) ?? '{path}';
}

/** A line break would end the command early. In YAML it comes from a folded text. */
function toLine(value: unknown): string | undefined {
  if (Array.isArray(value)) return toText(value.join(' '))?.trim();
  return toText(value)?.trim();
}

function toEnvironment(value: unknown): Fields | undefined {
  if (!isPlainObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, toText(String(text))]));
}

function toHealthcheck(value: unknown): Fields | undefined {
  if (!isPlainObject(value)) return undefined;
  const fields = toFields(value);
  const line = toLine(fields.command_template ?? fields.command);
  const timeout = toNumber(fields.timeout_seconds);
  const url = toText(fields.url);
  if (url !== undefined) return definedOnly({ url, timeout });
  return line === undefined ? undefined : definedOnly({ command: [line], cwd: toText(fields.cwd), timeout });
}

function toBuiltin(fields: Fields): Fields {
  const reply = toText(fields.response);
  const latency_ms = toNumber(fields.delay_ms);
  if (reply === undefined) return { provider: 'builtin', model: 'echo', latency_ms };
  return { provider: 'builtin', model: 'rules', rules: [{ reply }], latency_ms };
}

function toLimits({ workers }: Fields): Fields | undefined {
  const count = toNumber(workers);
  return count !== undefined && Number.isInteger(count) && count > 0 ? { concurrency: count } : undefined;
}

/** AgentV reads a number in quotes, too. */
function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const variable = /\$\{\{\s*([A-Za-z_]\w*)\s*\}\}|\{\{\s*env\.([A-Za-z_]\w*)\s*\}\}/;
const variableOrSign = new RegExp(`${variable.source}|\\$\\{`, 'g');

/** Converts each `${{ NAME }}` to `${NAME}`. A plain `${` has no meaning in AgentV, so it is escaped. */
function toText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.replaceAll(variableOrSign, (_all, name: string | undefined, later: string | undefined) => {
    const found = name ?? later;
    return found === undefined ? '$${' : `\${${found}}`;
  });
}

/** The variable, if the value is only a variable. */
function findVariable(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const match = variable.exec(value.trim());
  return match?.[0] === value.trim() ? (match[1] ?? match[2]) : undefined;
}

/** The first key with `${{ … }}` that is not only a name, such as one with a default. */
function findUnfilled(fields: Fields): string | undefined {
  const isUnfilled = (value: unknown) => typeof value === 'string' && toText(value)?.includes('$${{') === true;
  return Object.entries(fields).find(([, value]) => isUnfilled(value))?.[0];
}
