import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { readDeck } from '../deck/read-deck.ts';
import { validateFile } from '../validate/validate-files.ts';
import { Attachments } from './attachments.ts';
import { isSecretPath } from './resolve-inside.ts';

const refused = expect.objectContaining({ code: 'FILE_SECRET' });

describe('isSecretPath', () => {
  it.each([
    ...['.env', '.env.local', '.ENV', '.envrc', 'a/.env.production', 'prod.env', '.env.'],
    ...['.git/config', '.GIT/config', 'sub/.git/HEAD', '.git', '.turnwise/turnwise.db', '.Turnwise/config.yaml'],
    ...['server.pem', 'a/TLS.KEY', 'id_rsa', 'keys/id_ed25519', 'ID_RSA', 'store.p12', 'x.pfx', 'x.jks', 'login.ppk'],
    ...['.npmrc', '.netrc', '.pgpass', '.ssh/config', '.aws/credentials', 'credentials.json', 'server.pem::$DATA'],
    ...[
      '#.env#',
      '..env.swp',
      '.env~',
      'prod.env.local',
      'id_rsa.bak',
      'id_ed25519_github',
      'server.key.old',
      'x.pem.txt',
    ],
    ...[
      'secrets.yaml',
      'app-secrets.json',
      'aws_credentials',
      'credentials.yml',
      'my-service-account-1.json',
      'kubeconfig',
    ],
    ...[
      'terraform.tfstate',
      'terraform.tfstate.backup',
      'prod.tfvars',
      '.bash_history',
      '.my.cnf',
      'vault.kdbx',
      '.hg/hgrc',
    ],
  ])('is true of %s', (path) => {
    expect(isSecretPath(join('/p', path), '/p')).toBe(true);
  });

  it.each([
    'policy.md',
    'environment.md',
    'keys.md',
    'id_rsa.pub',
    'id_ed25519_github.pub',
    'secrets.md',
    'how-to-keep-secrets.pdf',
    'credentials.md',
    'history.txt',
    'environment.txt',
    'notes.old',
    '.github/x.md',
    '.agentv/x.md',
    'git/config',
    'a/key',
  ])('is false of %s', (path) => {
    expect(isSecretPath(join('/.git/p', path), '/.git/p')).toBe(false);
  });
});

describe('a file that may contain secrets', () => {
  const files = {
    '.turnwise/turnwise.db': 'rows',
    '.env': 'KEY=sk-1',
    '.git/config': 'url',
    id_rsa: 'key',
    'evals/tls.pem': 'key',
    'evals/policy.md': 'text',
  };
  const open = (root: string) => new Attachments({ folder: join(root, 'evals'), root, cwd: root });

  it.each([
    ...['.env', './.env', '../.env', '/.env', '..\\.env', './/.env', 'a/../../.env', '../.ENV', '.env.missing'],
    ...['../.git/config', '/.git/config', '../.turnwise/turnwise.db', 'tls.pem', '../id_rsa', '../evals/../.env'],
  ])('is not attached as %s', (written) => {
    const attachments = open(makeProject(files));
    expect(() => attachments.readText(written)).toThrow(refused);
    expect(() => attachments.checkImage(written)).toThrow(refused);
    expect(() => attachments.identify(written)).toThrow(refused);
  });

  it('is not attached through a link to it, or to its folder', () => {
    const root = makeProject(files);
    symlinkSync('../.env', join(root, 'evals/notes.md'));
    symlinkSync('../.git', join(root, 'evals/history'));
    mkdirSync(join(root, 'evals/deep'));
    symlinkSync('../notes.md', join(root, 'evals/deep/twice.md'));
    for (const written of ['notes.md', 'history/config', 'deep/twice.md']) {
      expect(() => open(root).readText(written), written).toThrow(refused);
    }
    expect(open(root).readText('policy.md')).toBe('text');
  });

  it('is an error in validate, at the place that names it', async () => {
    const root = makeProject({
      ...files,
      'evals/a.eval.yaml': `cases:
  - id: a
    input_messages:
      - role: user
        content: [{type: file, value: ../.env}, {type: image, value: ../id_rsa}, hi]
    expected_messages:
      - role: assistant
        content: [{type: file, value: /.git/config}]
    graders: [{json-schema: tls.pem}]
`,
    });
    const { problems } = await validateFile(join(root, 'evals/a.eval.yaml'), { cwd: root, env: {} });
    const found = problems.filter(({ code }) => code === 'FILE_SECRET');
    expect(found.map(({ severity, file, line }) => [severity, file, line])).toEqual([
      ['error', 'evals/a.eval.yaml', 5],
      ['error', 'evals/a.eval.yaml', 5],
      ['error', 'evals/a.eval.yaml', 8],
      ['error', 'evals/a.eval.yaml', 9],
    ]);
    expect(found[0]).toMatchObject({
      message: 'The path "../.env" names a file that may contain secrets.',
      hint: 'Turnwise never sends such files. Copy the part you need to a file with another name.',
    });
  });

  it('is not included by a deck', () => {
    const root = makeProject({ ...files, 'a.deck.md': '![x](.env)\n\n![y](.turnwise/turnwise.db.md)\n' });
    const { problems } = readDeck(join(root, 'a.deck.md'), { cwd: root });
    expect(problems.filter(({ code }) => code === 'FILE_SECRET')).toMatchObject([{ line: 1 }, { line: 3 }]);
  });
});
