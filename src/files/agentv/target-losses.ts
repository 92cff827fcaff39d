import { isPlainObject } from '../../base/plain-object.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a provider without an adapter would run. */
const programs: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^vscode/, 'VS Code'],
  [/^codex/, 'the Codex program'],
  [/^claude/, 'the Claude Code program'],
  [/^copilot/, 'the Copilot program'],
  [/^pi(?:$|-)/, 'the pi program'],
  [/^(?:replay|transcript)$/, "recordings in AgentV's form"],
];

const convertible = ['azure-openai', 'gemini', 'google-gemini', 'openrouter', 'cli', 'mock', 'agentv'];

/** Whether AgentV has a provider of this name and Turnwise does not, or calls it something else. */
export function isAgentvProvider(provider: unknown): boolean {
  if (typeof provider !== 'string') return false;
  return (
    convertible.includes(provider) || programs.some(([pattern]) => provider !== 'replay' && pattern.test(provider))
  );
}

/** Why a provider cannot be used, as a sentence. */
export function explainProvider(provider: string | undefined): string {
  if (provider === undefined) return 'It has no provider.';
  const [, what] = programs.find(([pattern]) => pattern.test(provider.toLowerCase())) ?? [];
  return `Turnwise has no adapter for ${what ?? `the provider "${provider.slice(0, 40)}"`}.`;
}

/** What is lost without a key that Turnwise ignores. */
const losses: Readonly<Record<string, string>> = {
  verbose: 'commands are not printed',
  cli_verbose: 'commands are not printed',
  keep_temp_files: 'output files are deleted',
  keep_output_files: 'output files are deleted',
  provider_batching: 'the target is called once per case',
  batch_requests: 'the target is called once per case',
  log_dir: 'no log is written',
  log_directory: 'no log is written',
  log_format: 'no log is written',
  log_output_format: 'no log is written',
  stream_log: 'no log is written',
  workspace_template: 'no workspace is copied',
  system_prompt: 'it is not sent',
  thinking_budget: 'the model thinks as much as it does by default',
  tools: 'they are not offered',
  fallback_targets: 'no other target is tried',
  subagent_mode_allowed: 'Turnwise has no subagents',
  max_retries: 'Turnwise retries by its own rules',
  retry_initial_delay_ms: 'Turnwise retries by its own rules',
  retry_max_delay_ms: 'Turnwise retries by its own rules',
  retry_backoff_factor: 'Turnwise retries by its own rules',
  retry_status_codes: 'Turnwise retries by its own rules',
  delay_min_ms: 'every reply comes at once',
  delay_max_ms: 'every reply comes at once',
};

/** Keys of every target. */
const common = ['name', 'label', 'id', 'provider', 'judge_target', 'grader_target', 'workers', 'timeout_seconds'];
const model = [
  'model',
  'deployment',
  'variant',
  'base_url',
  'endpoint',
  'api_key',
  'temperature',
  'max_output_tokens',
  'max_tokens',
];

/** Further keys that are honored, by Turnwise's provider. */
const honored: Readonly<Record<string, readonly string[]>> = {
  azure: [...model, 'deployment_name', 'resource', 'resource_name', 'version', 'api_version'],
  anthropic: model,
  google: model,
  openai: [...model, 'api_format'],
  'openai-compatible': model,
  command: ['command_template', 'command', 'files_format', 'attachments_format', 'cwd', 'env', 'healthcheck'],
  builtin: ['response', 'delay_ms'],
};

/** Where the value of a key ends up in a target of Turnwise, and what its value must be. */
const readings: Readonly<Record<string, readonly [read: (spec: Fields) => unknown, wanted: string]>> = {
  judge_target: [({ judge }) => judge, 'the name of a target'],
  grader_target: [({ judge }) => judge, 'the name of a target'],
  workers: [({ limits }) => limits, 'a number above 0'],
  timeout_seconds: [({ timeout }) => timeout, 'a number above 0'],
  temperature: [({ settings }) => (isPlainObject(settings) ? settings.temperature : undefined), 'a number'],
  max_output_tokens: [({ settings }) => (isPlainObject(settings) ? settings.max_output_tokens : undefined), 'a number'],
  delay_ms: [({ latency_ms }) => latency_ms, 'a number'],
  healthcheck: [({ healthcheck }) => healthcheck, 'a mapping with a command_template or a url'],
};

/** The keys of an AgentV target that Turnwise ignores, each with what is lost. `spec`: the converted target. */
export function listLostKeys(fields: Fields, spec: Fields): readonly string[] {
  const known = new Set([...common, ...(honored[String(spec.provider)] ?? [])]);
  return Object.entries(fields).flatMap(([key, value]) => {
    // Without a value, or switched off, the key changes nothing.
    if (value === undefined || value === null || (value === false && !known.has(key))) return [];
    if (!known.has(key)) return [`${key} (${losses[key] ?? 'it has no effect'})`];
    const [read, wanted] = (Object.hasOwn(readings, key) ? readings[key] : undefined) ?? [];
    return read !== undefined && read(spec) === undefined ? [`${key} (its value is not ${wanted})`] : [];
  });
}
