import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTargets } from '../targets/read-targets.ts';
import { fromAgentvTarget, isAgentvTargets } from './convert-target.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnwise-agentv-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string, name = 'targets.yaml') {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
  return readTargets(name, folder);
}

const convert = (target: object, all: readonly object[] = []) => fromAgentvTarget(target, 0, all);
const cli = { name: 'a', provider: 'cli', command_template: 'run {PROMPT}' };

describe('isAgentvTargets', () => {
  it.each<[string, object, boolean]>([
    ['the schema', { $schema: 'agentv-targets-v2.2', targets: [] }, true],
    ['a name and a provider of AgentV', { targets: [{ name: 'a', provider: 'cli' }] }, true],
    ['a name and a provider without an adapter', { targets: [{ name: 'a', provider: 'claude-code' }] }, true],
    ['a name and a variable', { targets: [{ name: 'a', provider: 'openai', model: '${{ MODEL }}' }] }, true],
    ['a name and another target', { targets: [{ name: 'a', use_target: 'b' }] }, true],
    ['an id and a variable of the newest form', { targets: [{ id: 'a', model: '{{ env.MODEL }}' }] }, true],
    ['an id', { targets: [{ id: 'a', provider: 'cli' }] }, false],
    ['a name alone, which is a slip', { targets: [{ name: 'a', provider: 'openai', model: 'm' }] }, false],
    ['the schema of Turnwise', { $schema: './targets.schema.json', targets: [{ name: 'a', provider: 'cli' }] }, false],
    ['no targets', { targets: 'a' }, false],
  ])('looks at %s', (_what, value, wanted) => expect(isAgentvTargets(value)).toBe(wanted));
});

describe('a program', () => {
  it('keeps its files format, folder, check, judge and limits', () => {
    const target = {
      ...cli,
      command_template: ' run {PROMPT} {FILES} {OUTPUT_FILE}\n',
      files_format: '--file {path}',
      cwd: '${{ AGENT_DIR }}/x',
      judge_target: 'judge',
      workers: '2',
      timeout_seconds: 30,
      env: { MODE: 'test', HOME_DIR: '${{ HOME }}' },
      healthcheck: { type: 'command', command_template: 'run --check', cwd: '..', timeout_seconds: 5 },
    };
    expect(convert(target)).toEqual({
      id: 'a',
      lost: [],
      spec: {
        id: 'a',
        provider: 'command',
        command: ['run {PROMPT} {FILES} {OUTPUT_FILE}'],
        ...{ template: true, shell: true, files_format: '--file {path}', output: 'agentv' },
        cwd: '${AGENT_DIR}/x',
        env: { MODE: 'test', HOME_DIR: '${HOME}' },
        healthcheck: { command: ['run --check'], cwd: '..', timeout: 5 },
        judge: 'judge',
        limits: { concurrency: 2 },
        timeout: 30,
      },
    });
  });

  it('is also read in the later dialect, and in camelCase', () => {
    const later = { name: 'a', provider: 'cli', command: 'run {PROMPT_FILE}', healthcheck: { url: 'http://h/ok' } };
    expect(convert({ ...later, grader_target: 'new', judge_target: 'old' })).toMatchObject({
      spec: { command: ['run {PROMPT_FILE}'], judge: 'new', healthcheck: { url: 'http://h/ok' } },
      lost: [],
    });
    const early = {
      name: 'a',
      provider: 'CLI',
      commandTemplate: 'run {FILES}',
      filesFormat: '{basename}',
      timeoutSeconds: 3,
    };
    expect(convert(early)).toMatchObject({ spec: { files_format: '{basename}', timeout: 3 }, lost: [] });
  });

  it('gives absolute paths where the target has no format for files', () => {
    expect(convert({ ...cli, command_template: 'run {FILES}' })).toMatchObject({ spec: { files_format: '{path}' } });
  });
});

describe('a model', () => {
  it.each<[object, object]>([
    [
      { provider: 'azure', endpoint: 'ours', model: 'm', api_key: '${{ KEY }}' },
      { provider: 'azure', base_url: 'ours', model: 'm', api_key_env: 'KEY', api_version: '2024-12-01-preview' },
    ],
    [
      { provider: 'openai', endpoint: 'http://h/', model: 'm', api_key: '${{ KEY }}' },
      { provider: 'openai', base_url: 'http://h/v1', model: 'm', api_key_env: 'KEY', api: 'chat' },
    ],
    [
      { provider: 'openai', base_url: '${{ URL }}', model: '{{ env.MODEL }}', api_format: 'responses' },
      { provider: 'openai', base_url: '${URL}', model: '${MODEL}', api: 'responses' },
    ],
    [
      { provider: 'openrouter', model: 'm', api_key: '${{ KEY }}' },
      { provider: 'openai-compatible', base_url: 'https://openrouter.ai/api/v1', model: 'm', api_key_env: 'KEY' },
    ],
    [{ provider: 'google-gemini' }, { provider: 'google', model: 'gemini-2.5-flash' }],
    [
      { provider: 'anthropic', config: { model: 'm', temperature: 0, maxTokens: 10 } },
      { provider: 'anthropic', model: 'm', settings: { temperature: 0, max_output_tokens: 10 } },
    ],
  ])('%j becomes %j', (target, spec) => {
    expect(convert({ name: 'a', ...target })).toEqual({ id: 'a', spec: { id: 'a', ...spec }, lost: [] });
  });
});

describe('use_target', () => {
  const all = [
    { name: 'a', use_target: 'b' },
    { name: 'b', use_target: 'c' },
    { name: 'c', provider: 'mock' },
    { name: 'loop', use_target: 'loop' },
    { name: 'open', use_target: '${{ AGENT_TARGET }}' },
    { name: 'lost', use_target: 'gone' },
  ];
  const follow = (name: string) => convert(all.find((target) => target.name === name) ?? {}, all);

  it('is followed to the target that it names', () => {
    expect(follow('a')).toMatchObject({ id: 'a', spec: { id: 'a', provider: 'builtin' } });
  });

  it.each([
    ['loop', 'Its use_target leads back to "loop".'],
    ['open', 'Its use_target is the variable AGENT_TARGET. Name the target itself, as in --target <id>.'],
    ['lost', 'Its use_target names "gone", which is not in the file.'],
  ])('that leads nowhere is a reason: %s', (name, reason) => expect(follow(name)).toEqual({ id: name, reason }));
});

describe('what a target loses', () => {
  it.each<[object, readonly string[]]>([
    [{ ...cli, verbose: true }, ['verbose (commands are not printed)']],
    [{ ...cli, provider_batching: true }, ['provider_batching (the target is called once per case)']],
    [{ ...cli, providerBatching: false, verbose: false }, []],
    [
      { ...cli, timeout_seconds: 'soon', workers: 0 },
      ['timeout_seconds (its value is not a number above 0)', 'workers (its value is not a number above 0)'],
    ],
    [{ ...cli, judge_target: '${{ JUDGE }}' }, ['judge_target (its value is not the name of a target)']],
    [
      { ...cli, healthcheck: { type: 'command' } },
      ['healthcheck (its value is not a mapping with a command_template or a url)'],
    ],
    [{ ...cli, unheard_of: 1 }, ['unheard_of (it has no effect)']],
    [{ name: 'a', provider: 'mock', toString: 1 }, ['to_string (it has no effect)']],
  ])('of %j is %j', (target, lost) => {
    const found = convert(target);
    expect('lost' in found ? found.lost : found.reason).toEqual(lost);
  });

  it('is one warning per target, in one sentence', () => {
    const { problems, isAgentv } = read(`targets:
  - {name: a, provider: cli, command_template: x, verbose: true, log_dir: logs}
  - {name: b, provider: claude-code, log_format: json}
`);
    expect(isAgentv).toBe(true);
    expect(problems.map(({ code, severity, line, message }) => [code, severity, line, message])).toEqual([
      [
        'TARGETS_FOREIGN_KEY',
        'warning',
        2,
        'Turnwise ignores 2 keys of the AgentV target "a": verbose (commands are not printed), log_dir (no log is written).',
      ],
      [
        'TARGETS_UNUSABLE',
        'warning',
        3,
        'Turnwise cannot use the target "b". Turnwise has no adapter for the Claude Code program.',
      ],
    ]);
  });
});

describe('a target that cannot be used', () => {
  it.each([
    ['codex', 'the Codex program'],
    ['vscode-insiders', 'VS Code'],
    ['claude', 'the Claude Code program'],
    ['copilot-cli', 'the Copilot program'],
    ['pi-coding-agent', 'the pi program'],
    ['agentv', 'the provider "agentv"'],
    ['my-script', 'the provider "my-script"'],
  ])('of the provider %s says why', (provider, what) => {
    expect(convert({ name: 'a', provider })).toEqual({ id: 'a', reason: `Turnwise has no adapter for ${what}.` });
  });

  it('has a variable in a form that cannot be filled', () => {
    const reason = 'Its model has a variable in a form that Turnwise cannot fill. Write ${{ NAME }}.';
    expect(convert({ name: 'a', provider: 'openai', model: '${{ MODEL:-gpt }}' })).toEqual({ id: 'a', reason });
  });

  it('has its literal secret reported, without repeating it', () => {
    const { problems } = read(`$schema: agentv-targets-v2.2
targets:
  - {name: a, provider: cli, command_template: x, env: {API_KEY: hush}}
  - {name: b, provider: openai, config: {apiKey: hush, model: m}}
`);
    expect(problems.map(({ code, severity, line }) => [code, severity, line])).toEqual([
      ['TARGETS_LITERAL_KEY', 'error', 3],
      ['TARGETS_LITERAL_KEY', 'error', 4],
    ]);
    expect(JSON.stringify(problems)).not.toContain('hush');
  });
});

describe('the judge of a target', () => {
  it('that is not in the file is a warning in an AgentV file, and an error in one of Turnwise', () => {
    const foreign = read(
      'targets:\n  - {name: a, provider: mock, judge_target: jugde}\n  - {name: judge, provider: mock}\n',
    );
    expect(foreign.problems).toMatchObject([
      { code: 'TARGET_UNKNOWN', severity: 'warning', line: 2, hint: 'Did you mean "judge"?' },
    ]);
    const own = read('targets:\n  - {id: a, provider: builtin, model: echo, judge: jugde}\n');
    expect(own.problems).toMatchObject([{ code: 'TARGET_UNKNOWN', severity: 'error', line: 2 }]);
  });
});

describe('a file with `providers` in .agentv', () => {
  it('is read like one with `targets`', () => {
    const { targets, placeOf } = read(
      'providers:\n  - {id: "openai:chat", label: bot, config: {model: m}}\n  - {id: "agentv:codex-cli", label: coder}\n',
      '.agentv/targets.yaml',
    );
    expect(targets).toMatchObject([{ id: 'bot', provider: 'openai', model: 'm' }]);
    expect(placeOf('coder').line).toBe(3);
  });
});
