import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeProject } from '../../test/support/temp-project.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { readCertifiedTarget } from './certified-target.ts';

const folder = '/nowhere';

const written: TargetSpec = {
  ...{ id: 'judge', provider: 'openai', base_url: '${PROXY}/v1' },
  model: '${MODEL}',
  settings: { temperature: 0 },
};

it('the model has its variables filled in', () => {
  const here = readCertifiedTarget(written, { MODEL: 'm-1', PROXY: 'http://127.0.0.1:1' }, folder);
  expect(here).toMatchObject({ id: 'judge', provider: 'openai', model: 'm-1' });
  const other = readCertifiedTarget(written, { MODEL: 'm-2', PROXY: 'http://127.0.0.1:1' }, folder);
  expect(other).toEqual({ ...here, model: 'm-2' });
});

it('the settings hash changes with the address, but not with its password', () => {
  const addresses = [
    'http://a.test',
    'http://b.test',
    'http://me:one@a.test',
    'http://me:two@a.test',
    'http://me:one@b.test',
  ];
  const [plain, other, one, two, elsewhere] = addresses.map((PROXY) => hashWith(written, { PROXY, MODEL: 'm' }));
  expect(other).not.toBe(plain);
  expect([one, two]).toEqual([plain, plain]);
  expect(elsewhere).toBe(other);
  const named: TargetSpec = { ...written, provider: 'azure', resource: '${RESOURCE}' };
  expect(hashWith(named, { RESOURCE: 'a' })).not.toBe(hashWith(named, { RESOURCE: 'b' }));
  const unnamed: TargetSpec = { id: 'a', provider: 'azure', model: 'm' };
  const [first, second] = ['a', 'b'].map((AZURE_RESOURCE_NAME) => hashWith(unnamed, { AZURE_RESOURCE_NAME }));
  expect(first).not.toBe(second);
});

it.each<[string, TargetSpec]>([
  ['base_url', { ...written, model: 'm', base_url: '${JUDGE_AUTH_URL}/v1' }],
  ['the host of base_url', { ...written, model: 'm', base_url: 'http://${JUDGE_AUTH_URL}/v1' }],
  ['url', { id: 'h', provider: 'http', url: '${JUDGE_AUTH_URL}/ask?k=${JUDGE_KEY}' }],
])(
  'the settings hash changes with the address, even if the name of the variable in %s sounds like a secret',
  (_key, spec) => {
    const start = JSON.stringify(spec).includes('http://$') ? '' : 'http://';
    const [one, other, again] = ['a.test', 'b.test', 'a.test'].map((host, index) =>
      hashWith(spec, { JUDGE_AUTH_URL: `${start}${host}`, JUDGE_KEY: `key-${index}` }),
    );
    expect(other).not.toBe(one);
    expect(again).toBe(one);
  },
);

it('the settings hash changes with a header, unless the header is a secret', () => {
  const hashes = ['lax', 'strict'].map((MODE) =>
    hashWith({ id: 'h', provider: 'http', url: 'http://a.test', headers: { 'x-mode': '${MODE}' } }, { MODE }),
  );
  expect(hashes[0]).not.toBe(hashes[1]);
});

it('the settings hash changes with settings, but not with limits', () => {
  const { settingsHash } = readCertifiedTarget(written, {}, folder);
  expect(readCertifiedTarget({ ...written, settings: { temperature: 1 } }, {}, folder).settingsHash).not.toBe(
    settingsHash,
  );
  expect(readCertifiedTarget({ ...written, limits: { rpm: 1 } }, {}, folder).settingsHash).toBe(settingsHash);
});

it('the model is absent if the target has none', () => {
  const command: TargetSpec = { id: 'c', provider: 'command', command: ['x'] };
  expect(readCertifiedTarget(command, {}, folder)).not.toHaveProperty('model');
});

it('the settings hash changes when the program is edited', () => {
  const root = makeProject({ 'judge.py': 'print(1)' });
  const python: TargetSpec = { id: 'c', provider: 'command', command: ['python3', '${NAME}.py'] };
  const read = () => readCertifiedTarget(python, { NAME: 'judge' }, root);
  const before = read();
  expect(read()).toEqual(before);
  writeFileSync(join(root, 'judge.py'), 'print(2)');
  expect(read().settingsHash).not.toBe(before.settingsHash);
});

const program: TargetSpec = { id: 'c', provider: 'command', command: ['judge'] };
const service: TargetSpec = { id: 'h', provider: 'http', url: 'http://127.0.0.1:1' };

function hashWith(spec: TargetSpec, env: Record<string, string>): string {
  return readCertifiedTarget(spec, env, folder).settingsHash;
}

it.each<[string, TargetSpec]>([
  ['env', { ...program, env: { MODE: '${MODE}' } }],
  ['command', { ...program, command: ['judge', '--mode=${MODE}'] }],
  ['version', { ...program, version: '${MODE}' }],
  ['url', { ...service, url: 'http://127.0.0.1:1/${MODE}' }],
  ['body', { ...service, body: { mode: ['${MODE}'] } }],
  ['settings', { ...written, settings: { effort: '${MODE}' } }],
  ['rules', { id: 'b', provider: 'builtin', model: 'rules', rules: [{ reply: '${MODE}' }] }],
])('the settings hash changes with the value of a variable in its %s', (_key, spec) => {
  expect(hashWith(spec, { MODE: 'a' })).toBe(hashWith(spec, { MODE: 'a', OTHER: 'b' }));
  expect(hashWith(spec, { MODE: 'a' })).not.toBe(hashWith(spec, { MODE: 'b' }));
});

it('the settings hash changes when its environment is edited', () => {
  const hashes = [undefined, { MODE: '1' }, { MODE: '2' }, { MODE: '2', MAX_TOKENS: '9' }].map((env) =>
    hashWith(env === undefined ? program : { ...program, env }, {}),
  );
  expect(new Set(hashes).size).toBe(4);
});

it.each([
  ...['API_KEY', 'OPENAI_API_KEY', 'apikey', 'API_KEY_2', 'KEY_FILE', 'MY_TOKEN', 'CLIENT_SECRET', 'DB_PASSWORD'],
  ...['GOOGLE_CREDENTIALS', 'BASIC_AUTH', 'GITHUB_PAT', 'SMTP_PASS'],
])('the settings hash leaves out the secrets in %s', (name) => {
  const named = `\${${name}}`;
  const specs: readonly TargetSpec[] = [
    { ...program, env: { PLAIN: named, BOTH: `x ${named}` } },
    { ...program, env: { [name]: 'written' } },
    { ...program, command: ['judge', named] },
    { ...service, url: `http://127.0.0.1:1/?k=${named}`, headers: { authorization: named } },
  ];
  for (const spec of specs) expect(hashWith(spec, { [name]: 'one' })).toBe(hashWith(spec, { [name]: 'two' }));
  expect(hashWith({ ...program, env: { [name]: 'a' } }, {})).toBe(hashWith({ ...program, env: { [name]: 'b' } }, {}));
});

it('the settings hash leaves out the variable of the key', () => {
  const spec: TargetSpec = { ...written, api_key_env: 'MINE', settings: { user: '${MINE}' } };
  expect(hashWith(spec, { MINE: 'one' })).toBe(hashWith(spec, { MINE: 'two' }));
});
