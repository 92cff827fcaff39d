import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import {
  expandEnvironment,
  hasVariable,
  listKeyValues,
  listMissingVariables,
  listSecretValues,
  parseEnv,
  readEnvironment,
} from './environment.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnwise-env-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('parseEnv', () => {
  it.each([
    ['A=b', { A: 'b' }],
    ['A = b ', { A: 'b' }],
    ['export A=b', { A: 'b' }],
    ['A=', { A: '' }],
    ['A=b=c', { A: 'b=c' }],
    ['# A=b', {}],
    ['A=b # note', { A: 'b' }],
    ['A=b#c', { A: 'b#c' }],
    ['A=#c', { A: '' }],
    ['A="b # c" # note', { A: 'b # c' }],
    ["A='b \\n ${C}'", { A: 'b \\n ${C}' }],
    ['A="b\\n\\"c\\" \\d"', { A: 'b\n"c" \\d' }],
    ['A="open', { A: '"open' }],
    ['A="open\nB=2', { A: '"open', B: '2' }],
    ['A="-----BEGIN\nx\n-----END" # key\nB=2', { A: '-----BEGIN\nx\n-----END', B: '2' }],
    ["A='one\r\ntwo'\r\nB=2", { A: 'one\ntwo', B: '2' }],
    ['A=${B}', { A: '${B}' }],
    ['A=1\r\nB=2\r\nA=3', { A: '3', B: '2' }],
    ['not a setting\n1A=b\n=c', {}],
  ])('reads %j', (text, settings) => {
    expect(Object.fromEntries(parseEnv(text))).toEqual(settings);
  });

  it('returns any value written in single quotes', () => {
    const value = fc.string().filter((text) => !/['\r\n]/.test(text));
    fc.assert(
      fc.property(value, (text) => {
        expect(parseEnv(`A='${text}'`).get('A')).toBe(text);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseEnv(text)).toBeInstanceOf(Map);
      }),
    );
  });
});

describe('readEnvironment', () => {
  it('prefers the given environment over .env', () => {
    writeFileSync(join(folder, '.env'), 'A=file\nB=file\n');
    expect(readEnvironment(folder, { A: 'given', C: 'given' })).toEqual({ A: 'given', B: 'file', C: 'given' });
  });

  it('is the given environment if there is no .env, or a folder of that name', () => {
    const other = join(folder, 'other');
    mkdirSync(join(other, '.env'), { recursive: true });
    expect(readEnvironment(other, { A: 'given' })).toEqual({ A: 'given' });
    expect(readEnvironment(join(folder, 'none'), { A: 'given' })).toEqual({ A: 'given' });
  });

  it('throws if .env is not text', () => {
    const odd = join(folder, 'odd');
    mkdirSync(odd);
    writeFileSync(join(odd, '.env'), Buffer.from([0x41, 0x3d, 0xff]));
    expect(() => readEnvironment(odd, {})).toThrow(expect.objectContaining({ code: 'FILE_NOT_UTF8' }));
  });
});

describe('listKeyValues', () => {
  it.each([
    ...[
      'API_KEY',
      'OPENAI_API_KEY_2',
      'GITHUB_TOKEN',
      'DB_PASSWORD',
      'DB_PASS',
      'PASS',
      'SSH_PASSPHRASE',
      'GITHUB_PAT',
    ],
    ...['SENTRY_DSN', 'AZURE_STORAGE_CONNECTION_STRING', 'AWS_ACCESS_KEY_ID', 'SECRET_KEY_BASE', 'API_KEY_PROD'],
  ])('treats %s as a secret', (name) => {
    expect(listKeyValues(name, 'some-value')).toEqual(['some-value']);
  });

  it.each([
    ...['PATH', 'PWD', 'OLDPWD', 'COMPASS', 'MAX_TOKENS', 'TOKENIZER', 'SSH_AUTH_SOCK', 'AUTH_URL', 'KEYBOARD'],
    ...['COOKIE_DOMAIN', 'GIT_AUTHOR_NAME', 'DATABASE_URL'],
  ])('treats %s as a plain setting', (name) => {
    expect(listKeyValues(name, 'https://example.com/a:b@c')).toEqual([]);
  });

  it('finds the password of a URL, both as written and decoded', () => {
    const address = 'postgres://bob:p%40ss-word@db:5432/x';
    expect(listKeyValues('DATABASE_URL', address)).toEqual([address, 'p%40ss-word', 'p@ss-word']);
    expect(listSecretValues(join(folder, 'none'), { A: 'redis://:hunter22@x', B: 'plain' })).toEqual([
      'redis://:hunter22@x',
      'hunter22',
    ]);
    expect(listKeyValues('URL', 'https://bob:p@ss@host/x')).toContain('p@ss');
  });
});

const env = { A: 'one', B: '${A}', EMPTY: '' };

describe('expandEnvironment', () => {
  it.each([
    ['${A}', 'one'],
    ['x-${A}-${A}-y', 'x-one-one-y'],
    ['${B}', '${A}'],
    ['$${A}', '${A}'],
    ['$$${A}', '$${A}'],
    ['${EMPTY}', ''],
    ['$A ${} ${1A} ${a-b} ${A', '$A ${} ${1A} ${a-b} ${A'],
    ['plain', 'plain'],
  ])('expands %j of the model to %j', (model, wanted) => {
    const { spec, missing } = expandEnvironment({ id: 't', provider: 'openai', model }, env);
    expect(spec.model).toBe(wanted);
    expect(missing).toEqual([]);
  });

  it('expands every text, keeps keys, and lists missing variables once', () => {
    const spec: TargetSpec = {
      id: 't',
      provider: 'http',
      url: '${A}',
      headers: { '${A}': 'Bearer ${NONE}' },
      body: { list: ['${A}', 1, null, { deep: '${NONE}' }] },
    };
    expect(expandEnvironment(spec, env)).toEqual({
      spec: {
        id: 't',
        provider: 'http',
        url: 'one',
        headers: { '${A}': 'Bearer ${NONE}' },
        body: { list: ['one', 1, null, { deep: '${NONE}' }] },
      },
      missing: ['NONE'],
    });
  });

  it('does not read inherited properties as variables', () => {
    expect(expandEnvironment({ id: 't', provider: 'openai', model: '${constructor}' }, {}).missing).toEqual([
      'constructor',
    ]);
  });
});

describe('listMissingVariables', () => {
  it.each([
    [{ api_key_env: 'A' }, []],
    [{ api_key_env: 'NONE' }, ['NONE']],
    [{ api_key_env: 'EMPTY' }, ['EMPTY']],
    [{ base_url: '${EMPTY}' }, []],
    [{ base_url: '${NONE}', api_key_env: 'NONE' }, ['NONE']],
  ])('of %j is %j', (keys, missing) => {
    expect(listMissingVariables({ id: 't', provider: 'openai', model: 'm', ...keys }, env)).toEqual(missing);
  });
});

describe('hasVariable', () => {
  it.each([
    ['Bearer ${A}', true],
    ['$${A}', false],
    ['${}', false],
    ['plain', false],
  ])('of %j is %j', (text, wanted) => {
    expect(hasVariable(text)).toBe(wanted);
  });
});
