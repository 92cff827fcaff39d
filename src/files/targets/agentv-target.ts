import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';

/** Whether the file declares AgentV's schema. */
export function isAgentvTargets(value: unknown): boolean {
  return isPlainObject(value) && typeof value.$schema === 'string' && value.$schema.startsWith('agentv-targets');
}

/** An AgentV target converted to Turnwise's keys, or the reason why it cannot be. Other keys are ignored. */
type FromAgentv =
  | { readonly id: string; readonly spec: Record<string, unknown> }
  | { readonly id: string; readonly reason: string; readonly literalKey?: readonly PathSegment[] };

type Fields = Readonly<Record<string, unknown>>;

/** `position` is the target's index in the file. It names a target without a name. */
export function fromAgentvTarget(value: unknown, position: number): FromAgentv {
  const unnamed = `target-${position + 1}`;
  if (!isPlainObject(value)) return { id: unnamed, reason: 'It is not a mapping.' };
  const settings = isPlainObject(value.settings) ? value.settings : {};
  const fields = { ...settings, ...value };
  const id = typeof value.name === 'string' && value.name !== '' ? value.name : unnamed;
  const { provider } = fields;
  const convert =
    typeof provider === 'string' && Object.hasOwn(converters, provider) ? converters[provider] : undefined;
  if (convert === undefined) return { id, reason: whyUnusable(provider) };
  const key = fields.api_key;
  if (key !== undefined && findVariable(key) === undefined) {
    const literalKey = value.api_key === undefined ? ['settings', 'api_key'] : ['api_key'];
    return { id, reason: 'Its api_key is not the name of an environment variable.', literalKey };
  }
  return { id, spec: definedOnly({ id, limits: toLimits(fields), ...convert(fields) }) };
}

const converters: Readonly<Record<string, (fields: Fields) => Fields>> = {
  azure: toAzure,
  'azure-openai': toAzure,
  anthropic: (fields) => ({ provider: 'anthropic', ...toModel(fields) }),
  gemini: (fields) => ({ provider: 'google', ...toModel(fields) }),
  google: (fields) => ({ provider: 'google', ...toModel(fields) }),
  openai: (fields) => ({ provider: 'openai', ...toModel(fields) }),
  cli: toCommand,
  mock: toBuiltin,
};

function toModel(fields: Fields): Fields {
  const temperature = toNumber(fields.temperature);
  const settings = definedOnly({ temperature, max_output_tokens: toNumber(fields.max_output_tokens) });
  return {
    model: toText(fields.model ?? fields.deployment),
    base_url: toText(fields.base_url ?? fields.endpoint),
    api_key_env: findVariable(fields.api_key),
    settings: Object.keys(settings).length === 0 ? undefined : settings,
  };
}

function toAzure(fields: Fields): Fields {
  const model = toText(fields.deployment ?? fields.model);
  return { provider: 'azure', ...toModel(fields), model, api_version: toText(fields.version) };
}

/** AgentV passes the whole line to a shell. Placeholders are filled in when it runs. */
function toCommand(fields: Fields): Fields {
  const line = toText(fields.command_template);
  return {
    provider: 'command',
    command: line === undefined ? undefined : [line],
    template: true,
    shell: true,
    cwd: toText(fields.cwd),
    timeout: toNumber(fields.timeout_seconds),
  };
}

function toBuiltin(fields: Fields): Fields {
  const reply = toText(fields.response);
  if (reply === undefined) return { provider: 'builtin', model: 'echo' };
  return { provider: 'builtin', model: 'rules', rules: [{ reply }] };
}

function toLimits({ workers }: Fields): Fields | undefined {
  const isCount = typeof workers === 'number' && Number.isInteger(workers) && workers > 0;
  return isCount ? { concurrency: workers } : undefined;
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

const variable = /\$\{\{\s*([A-Za-z_]\w*)\s*\}\}/;
const variableOrSign = new RegExp(`${variable.source}|\\$\\{`, 'g');

/** Converts each `${{ NAME }}` to `${NAME}`. A plain `${` has no meaning in AgentV, so it is escaped. */
function toText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.replaceAll(variableOrSign, (_all, name: string | undefined) =>
    name === undefined ? '$${' : `\${${name}}`,
  );
}

/** The variable, if the value is only a variable. */
function findVariable(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const match = variable.exec(value.trim());
  return match?.[0] === value.trim() ? match[1] : undefined;
}

function whyUnusable(provider: unknown): string {
  if (typeof provider !== 'string') return 'It has no provider.';
  if (provider.startsWith('vscode')) return 'Turnwise has no adapter for VS Code.';
  if (provider.startsWith('codex')) return 'Turnwise has no adapter for the Codex program.';
  return `Turnwise has no adapter for the provider "${provider.slice(0, 40)}".`;
}
