import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/tries.ts';
import { Fault } from '../../base/fault.ts';
import { checkEnvironment } from '../validate/validate-files.ts';
import { findTargetsFile, readTargets } from './read-targets.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnwise-targets-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string, name = 'targets.yaml') {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
  return readTargets(name, folder);
}

const goodOwn = `targets:
  - id: desk-bot
    provider: openai-compatible
    model: \${MODEL}
    base_url: http://127.0.0.1:11434/v1
    api_key_env: DESK_KEY
    settings: { temperature: 0, own_key: kept }
    limits: { concurrency: 4 }
  - id: agent
    provider: command
    command: [python, agent.py, "{PROMPT}"]
    template: true
  - id: service
    provider: http
    url: http://127.0.0.1/x
    headers: { Authorization: "Bearer \${TOKEN}" }
  - { id: tape, provider: replay, cassette: tape.json }
  - { id: parrot, provider: builtin, model: echo }
`;

describe('readTargets', () => {
  it('reads targets of every provider', () => {
    const { targets, unusable, problems, file } = read(goodOwn);
    expect({ unusable, problems, file }).toEqual({ unusable: [], problems: [], file: 'targets.yaml' });
    expect(targets.map(({ id, provider }) => `${id} ${provider}`)).toEqual([
      'desk-bot openai-compatible',
      'agent command',
      'service http',
      'tape replay',
      'parrot builtin',
    ]);
  });

  it.each([
    ['provider: http, url: "http://127.0.0.1"', 'Add a `version`, and change it whenever the program changes.'],
    ['provider: command, command: [agent]', 'Add a `version`, and change it whenever the program changes.'],
    [
      'provider: http, url: "http://127.0.0.1", version: "1", body: {text: "{{last_user}}"}',
      'It gets only the last user message and keeps its own history, so it needs every turn. Remove `cache`.',
    ],
    ['provider: builtin, model: echo', 'Calls to it are free. Remove `cache`.'],
  ])('warns about a cache that has no effect: %s', (target, hint) => {
    const { targets, problems } = read(`targets:\n  - {id: bot, ${target}, cache: true}\n`);
    expect(targets).toHaveLength(1);
    expect(problems).toMatchObject([{ severity: 'warning', code: 'TARGETS_NOT_CACHED', line: 2, hint }]);
    expect(read('targets:\n  - {id: bot, provider: openai, model: m, cache: true}\n').problems).toEqual([]);
  });

  it('reports the problems of all targets, and keeps the valid ones', () => {
    const { targets, unusable, problems } = read(`targets:
  - id: a
    provider: opnai
    model: x
  - id: b
    provider: openai
    modle: x
  - id: c
    provider: builtin
    model: echo
  - id: c
    provider: builtin
    model: echo
  - id: d
    provider: gemini
    model: x
  - just text
`);
    expect(targets.map(({ id }) => id)).toEqual(['c']);
    expect(unusable.map(({ id }) => id)).toEqual(['a', 'b', 'd']);
    expect(problems.map(({ line, column, code, hint }) => [`${line}:${column}`, code, hint])).toEqual([
      ['3:15', 'TARGETS_BAD_VALUE', 'Did you mean "openai"?'],
      ['7:5', 'TARGETS_UNKNOWN_KEY', 'Did you mean "model"?'],
      ['11:9', 'TARGETS_DUPLICATE_ID', 'Give each target its own id.'],
      ['15:15', 'TARGETS_BAD_VALUE', 'Write provider: google.'],
      ['17:5', 'TARGETS_BAD_VALUE', undefined],
    ]);
  });

  it.each([
    ['name: a\n    provider: builtin', 'Did you mean "id"?'],
    ['id: a\n    provider: builtin\n    model: scripted', '"scripted" is now "rules".'],
    [
      `id: a\n    provider: command\n    command: node "my agent.js" -x`,
      'Write the command as a list: command: ["node", "my agent.js", "-x"]',
    ],
    ['id: a\n    provider: command\n    command: "a | b"', 'Write a list: [a | b].'],
  ])('shows what to write instead of %j', (lines, hint) => {
    const hints = read(`targets:\n  - ${lines}\n`).problems.map((problem) => problem.hint);
    expect(hints).toContain(hint);
  });

  it.each([
    ['api_key: sk-hush', '5:14'],
    ['apiKey: sk-hush', '5:13'],
    ['headers: { X-Api-Key: sk-hush }', '5:27'],
    ['headers: "Authorization: sk-hush"', undefined],
    ['base_url: "https://me:sk-hush@host/v1"', '5:15'],
    ['api_key_env: sk-hush', '5:18'],
  ])('rejects %j and never repeats the secret', (line, place) => {
    const { targets, unusable, problems } = read(
      `targets:\n  - id: a\n    provider: openai\n    model: m\n    ${line}\n`,
    );
    expect(targets).toEqual([]);
    expect(JSON.stringify([problems, unusable])).not.toContain('hush');
    if (place !== undefined) {
      expect(problems).toMatchObject([{ code: 'TARGETS_LITERAL_KEY', severity: 'error' }]);
      expect(`${problems[0]?.line}:${problems[0]?.column}`).toBe(place);
      expect(problems[0]?.hint).toMatch(/\.env or the environment/);
    }
  });

  it('shows what to write instead of a key', () => {
    const { problems } = read('targets:\n  - {id: a, provider: openai, model: m, api_key: sk-hush}\n');
    expect(problems[0]?.hint).toBe('Move it to .env or the environment, and set api_key_env: NAME.');
  });

  it('requires the plain name of a variable for the key', () => {
    const { problems } = read('targets:\n  - {id: a, provider: openai, model: m, api_key_env: "${KEY}"}\n');
    expect(problems).toMatchObject([{ code: 'TARGETS_BAD_VALUE' }]);
  });

  it.each([
    ['targets: []', 'TARGETS_BAD_VALUE'],
    ['targets: echo', 'TARGETS_BAD_VALUE'],
    ['targts: []', 'TARGETS_UNKNOWN_KEY'],
    ['- id: a', 'TARGETS_BAD_VALUE'],
    ['# nothing', 'TARGETS_BAD_VALUE'],
    ['targets: [', 'YAML_SYNTAX'],
  ])('finds no targets in %j', (text, code) => {
    const { targets, problems } = read(text);
    expect(targets).toEqual([]);
    expect(problems[0]).toMatchObject({ code, severity: 'error' });
  });

  it('throws on an empty file', () => {
    expect(() => read('')).toThrow(expect.objectContaining({ code: 'FILE_EMPTY' }));
  });
});

const goodAgentv = `$schema: agentv-targets-v2.2
targets:
  - name: azure-base
    provider: azure
    endpoint: \${{ AZURE_OPENAI_ENDPOINT }}
    api_key: \${{ AZURE_OPENAI_API_KEY }}
    model: \${{ AZURE_DEPLOYMENT_NAME }}
    version: \${{ AZURE_OPENAI_API_VERSION }}
    judge_target: azure-base
    workers: 3
  - name: claude
    provider: anthropic
    settings: { api_key: "\${{ ANTHROPIC_API_KEY }}", model: "\${{ANTHROPIC_MODEL}}" }
  - { name: gem, provider: gemini, model: gemini-x, api_key: "\${{ GOOGLE_KEY }}" }
  - name: agent
    provider: cli
    command_template: run --prompt {PROMPT} --out {OUTPUT_FILE} --home \${HOME}
    timeout_seconds: 30
  - { name: fixed, provider: mock, response: hello }
  - { name: parrot, provider: mock }
  - { name: coder, provider: codex, executable: x }
  - { name: editor, provider: vscode, workspace_template: x }
  - { name: later, provider: unheard-of }
`;

describe('readTargets of an AgentV file', () => {
  it('converts every provider with an adapter', () => {
    expect(read(goodAgentv).targets).toEqual([
      {
        id: 'azure-base',
        provider: 'azure',
        base_url: '${AZURE_OPENAI_ENDPOINT}',
        api_key_env: 'AZURE_OPENAI_API_KEY',
        model: '${AZURE_DEPLOYMENT_NAME}',
        api_version: '${AZURE_OPENAI_API_VERSION}',
        judge: 'azure-base',
        limits: { concurrency: 3 },
      },
      { id: 'claude', provider: 'anthropic', model: '${ANTHROPIC_MODEL}', api_key_env: 'ANTHROPIC_API_KEY' },
      { id: 'gem', provider: 'google', model: 'gemini-x', api_key_env: 'GOOGLE_KEY' },
      {
        id: 'agent',
        provider: 'command',
        command: ['run --prompt {PROMPT} --out {OUTPUT_FILE} --home $${HOME}'],
        template: true,
        shell: true,
        output: 'agentv',
        timeout: 30,
      },
      { id: 'fixed', provider: 'builtin', model: 'rules', rules: [{ reply: 'hello' }] },
      { id: 'parrot', provider: 'builtin', model: 'echo' },
    ]);
  });

  it('reports which targets cannot be used and why, as a warning', () => {
    const { unusable, problems } = read(goodAgentv);
    expect(unusable.map(({ id }) => id)).toEqual(['coder', 'editor', 'later']);
    expect(problems.map(({ code, severity, line }) => [code, severity, line])).toEqual([
      ['TARGETS_UNUSABLE', 'warning', 21],
      ['TARGETS_UNUSABLE', 'warning', 22],
      ['TARGETS_UNUSABLE', 'warning', 23],
    ]);
    expect(problems[0]?.message).toBe(
      'Turnwise cannot use the target "coder". Turnwise has no adapter for the Codex program.',
    );
  });

  it('names targets with the same reason in one warning, at the first', () => {
    const { problems } = read(
      'targets:\n  - {name: a, provider: vscode}\n  - {name: b, provider: codex}\n  - {name: c, provider: vscode-insiders}\n',
      '.agentv/targets.yaml',
    );
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [2, 'Turnwise cannot use the targets "a", "c". Turnwise has no adapter for VS Code.'],
      [3, 'Turnwise cannot use the target "b". Turnwise has no adapter for the Codex program.'],
    ]);
  });

  it('is also recognized by its folder', () => {
    const { targets } = read('targets:\n  - {name: parrot, provider: mock}\n', '.agentv/targets.yaml');
    expect(targets).toEqual([{ id: 'parrot', provider: 'builtin', model: 'echo' }]);
  });

  it.each([
    ['{provider: mock}', 'target-1', undefined],
    ['{name: a}', undefined, 'It has no provider.'],
    ['{name: a, provider: toString}', undefined, 'Turnwise has no adapter for the provider "toString".'],
    ['text', undefined, 'It is not a mapping.'],
    ['{name: a, provider: anthropic}', undefined, 'Missing key "model".'],
  ])('converts %s to a target %s or the reason %s', (written, id, reason) => {
    const { targets, unusable } = read(`$schema: agentv-targets-v2.2\ntargets:\n  - ${written}\n`);
    expect([targets[0]?.id, unusable[0]?.reason]).toEqual([id, reason]);
  });

  it('rejects a literal key without repeating it', () => {
    const { problems } = read(
      '$schema: agentv-targets-v2.2\ntargets:\n  - {name: a, provider: anthropic, model: m, api_key: sk-hush}\n',
    );
    expect(problems).toMatchObject([{ code: 'TARGETS_LITERAL_KEY', severity: 'error', line: 3 }]);
    expect(JSON.stringify(problems)).not.toContain('hush');
  });
});

describe('checkEnvironment', () => {
  it('warns about each unset variable, at its target', () => {
    const problems = checkEnvironment(read(goodOwn), { TOKEN: 'x' });
    expect(problems.map(({ code, severity, line, message }) => [code, severity, line, message])).toEqual([
      ['TARGETS_ENV_MISSING', 'warning', 2, 'The environment variable MODEL of target "desk-bot" is not set.'],
      ['TARGETS_ENV_MISSING', 'warning', 2, 'The environment variable DESK_KEY of target "desk-bot" is not set.'],
    ]);
  });

  it('reports nothing if all variables are set', () => {
    expect(checkEnvironment(read(goodOwn), { MODEL: 'm', DESK_KEY: 'k', TOKEN: 'x' })).toEqual([]);
  });
});

/** A valid text with a piece removed or inserted. */
function mutated(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.nat(text.length),
      fc.nat(8),
      fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('{', ']', '"', '\n- ', ': ', '${', '&a', '*a')),
    )
    .map(([at, length, piece]) => text.slice(0, at) + piece + text.slice(at + length));
}

describe('any text', () => {
  it('in a targets file gives targets, problems or a Fault', () => {
    fc.assert(
      fc.property(fc.oneof(mutated(goodOwn), mutated(goodAgentv), fc.string()), (text) => {
        try {
          const { targets, problems } = read(text, 'any/targets.yaml');
          expect(targets.length + problems.length).toBeGreaterThan(0);
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
        }
      }),
      { numRuns: tries(100, 3_000) },
    );
  });
});

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turnwise-find-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('findTargetsFile', () => {
  it.each([
    [['a/b/targets.yaml', 'a/targets.yaml', 'targets.yaml'], 'a/b/targets.yaml'],
    [['a/targets.yml', 'targets.yaml'], 'a/targets.yml'],
    [['a/targets.yml', 'a/targets.yaml'], 'a/targets.yaml'],
    [['targets.yaml', '.turnwise/targets.yaml'], 'targets.yaml'],
    [['.turnwise/targets.yaml', '.agentv/targets.yaml'], '.turnwise/targets.yaml'],
    [['.agentv/targets.yaml'], '.agentv/targets.yaml'],
    [['a/b/targets.yaml/a-folder', '.agentv/targets.yaml'], '.agentv/targets.yaml'],
    [['other/targets.yaml', 'a/b/c/targets.yaml'], undefined],
  ])('for %j is %s', (files, wanted) => {
    for (const file of files) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), '');
    }
    const found = findTargetsFile(join(root, 'a', 'b', 'x.eval.yaml'), root);
    expect(found && relative(root, found)).toBe(wanted);
  });

  it('does not look above the root', () => {
    writeFileSync(join(root, 'targets.yaml'), '');
    expect(findTargetsFile(join(root, 'a', 'x.eval.yaml'), join(root, 'a'))).toBeUndefined();
  });
});
