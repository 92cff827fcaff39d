import { chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault } from '../../base/fault.ts';
import { Attachments } from './attachments.ts';
import { openGuidelineTest } from './config.ts';
import { getKind } from './file-kind.ts';
import { listFiles } from './list-files.ts';
import { findProjectRoot, listFoldersUp, toShownFile } from './project.ts';

describe('findProjectRoot', () => {
  it.each(['.turnwise', '.agentv', '.git'])('is the nearest ancestor with %s', (mark) => {
    const root = makeProject({ [`a/${mark}/x`]: '', 'a/b/c/x.yaml': '' });
    expect(findProjectRoot(join(root, 'a/b/c/x.yaml'))).toBe(join(root, 'a'));
  });

  it.runIf(process.getuid?.() === 0)("ignores a marker in a folder that is not the caller's", () => {
    const root = makeProject({ 'a/.git/x': '', 'a/b/x.yaml': '' });
    chownSync(join(root, 'a'), 65534, 65534);
    expect(findProjectRoot(join(root, 'a/b/x.yaml'))).toBe(root);
  });
});

describe('toShownFile', () => {
  it.each([
    ['/a/b/c.yaml', '/a/b', 'c.yaml'],
    ['/a/b/c/d.yaml', '/a/b', 'c/d.yaml'],
    ['/a/bc/d.yaml', '/a/b', '/a/bc/d.yaml'],
    ['/a/b', '/a/b', '.'],
  ])('shows %s from %s as %s', (path, cwd, shown) => {
    expect(toShownFile(path, cwd)).toBe(shown);
  });
});

describe('listFoldersUp', () => {
  it('lists the folder and its parents up to the root', () => {
    expect(listFoldersUp('/a/b/c', '/a')).toEqual(['/a/b/c', '/a/b', '/a']);
    expect(listFoldersUp('/a', '/a')).toEqual(['/a']);
  });
});

describe('Attachments', () => {
  const open = (root: string) => new Attachments({ folder: root, root, cwd: root });

  it('follows links that stay inside the project', () => {
    const root = makeProject({ 'real.md': 'text' });
    symlinkSync('real.md', join(root, 'link.md'));
    expect(open(root).readText('link.md')).toBe('text');
  });

  it('follows no link to a folder outside, even if its target is inside', () => {
    const outside = makeProject({ 'secret.md': 'secret' });
    const root = makeProject();
    symlinkSync(outside, join(root, 'door'));
    expect(() => open(root).readText('door/secret.md')).toThrow(expect.objectContaining({ code: 'FILE_OUTSIDE_ROOT' }));
  });

  it('reads the file that was found, even if its link is swapped before it is opened', () => {
    const outside = makeProject({ 'secret.md': 'secret' });
    const root = makeProject({ 'real.md': 'text', 'folder/a.md': 'a' });
    symlinkSync('real.md', join(root, 'link.md'));
    const attachments = open(root);
    attachments.resolve('link.md');
    rmSync(join(root, 'link.md'));
    symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'));
    expect(attachments.readText('link.md')).toBe('text');
    expect(new TextDecoder().decode(attachments.readImage('link.md'))).toBe('text');
  });

  it('opens no link that replaced the file, or its folder, after it was found', () => {
    const outside = makeProject({ 'secret.md': 'secret' });
    const root = makeProject({ 'secret.md': 'own', 'folder/secret.md': 'own' });
    const attachments = open(root);
    for (const written of ['secret.md', 'folder/secret.md']) attachments.resolve(written);
    rmSync(join(root, 'secret.md'));
    symlinkSync(join(outside, 'secret.md'), join(root, 'secret.md'));
    rmSync(join(root, 'folder'), { recursive: true });
    symlinkSync(outside, join(root, 'folder'));
    for (const written of ['secret.md', 'folder/secret.md']) {
      expect(() => attachments.readText(written), written).toThrow(Fault);
      expect(() => attachments.readImage(written), written).toThrow(Fault);
    }
  });

  it('works if the project itself is reached through a link', () => {
    const root = makeProject({ 'a.md': 'text' });
    const link = join(makeProject(), 'link');
    symlinkSync(root, link);
    expect(new Attachments({ folder: link, root: link, cwd: link }).readText('a.md')).toBe('text');
  });

  it.each([
    ['../x.md', 'FILE_OUTSIDE_ROOT'],
    ['a\0b.md', 'FILE_MISSING'],
    [`${'long'.repeat(2000)}.md`, 'FILE_MISSING'],
    ['ring.md', 'FILE_MISSING'],
    ['/etc/passwd', 'FILE_MISSING'],
  ])('rejects %.20s', (written, code) => {
    const root = makeProject();
    symlinkSync('ring.md', join(root, 'ring.md'));
    expect(() => open(root).readText(written)).toThrow(expect.objectContaining({ code }));
  });

  it('suggests the file that was probably meant', () => {
    const root = makeProject({ 'policy.md': 'x' });
    expect(() => open(root).readText('polcy.md')).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ hint: 'Did you mean "policy.md"?' })] }),
    );
  });

  it('accepts an image URL without fetching it, and a file only if it exists', () => {
    const attachments = open(makeProject({ 'a.png': 'x' }));
    attachments.checkImage('https://example.com/a.png');
    attachments.checkImage('a.png');
    expect(() => attachments.checkImage('b.png')).toThrow(expect.objectContaining({ code: 'FILE_MISSING' }));
  });
});

describe('getKind', () => {
  it.each([
    ['x.eval.yaml', '', 'eval'],
    ['x.eval.jsonl', '', 'eval'],
    ['x.samples.toml', '', 'samples'],
    ['x.deck.md', '', 'deck'],
    ['x.deck.toml', '', 'samples'],
    ['x.items.json', '', 'items'],
    ['targets.yaml', '', 'targets'],
    ['.turnwise/config.yaml', '', 'config'],
    ['x.yaml', 'evalcases: []', 'eval'],
    ['x.yml', 'tests: []', 'eval'],
    ['x.json', '{"cases": []}', 'eval'],
    ['x.jsonl', '\n{"input_messages": []}', 'eval'],
    ['x.toml', '[[samples]]\n', 'samples'],
    ['x.toml', '[contexts.a]\n', 'samples'],
    ['x.yaml', 'targets: []', 'targets'],
    ['x.json', '[{"history": []}]', 'items'],
    ['x.jsonl', '{"messages": []}', 'items'],
    ['x.jsonl', '{"messages": [], "expected": 1}', 'samples'],
    ['x.jsonl', '{"userMessage": "Hi", "assistantResponse": "Hello"}', 'samples'],
    ['x.yaml', 'messages: []\nscore: 1', 'items'],
    ['x.jsonl', '{"question_id": 1, "category": "math", "turns": ["One?", "Two?"]}', 'conversations'],
    ['x.jsonl', '{"task": "CM", "id": 1, "history": [{"user": "Hi", "bot": "Hello"}]}', 'conversations'],
    ['x.json', '[{"task_id": 0, "reward": 1, "trial": 0, "traj": []}]', 'conversations'],
    ['x.json', '{"simulations": [], "tasks": []}', 'conversations'],
    ['x.jsonl', '{"conversations": [{"from": "human", "value": "Hi"}]}', 'conversations'],
    ['x.jsonl', '{"id": 1, "data": ["Hi", "Hello"]}', 'conversations'],
    ['x.jsonl', '{"message_id": "a", "parent_id": null, "text": "Hi", "role": "prompter"}', 'conversations'],
    ['x.jsonl', '{"messages": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]}', 'conversations'],
    ['x.jsonl', '{"messages": [{"role": "user", "content": 3}]}', 'items'],
    ['x.jsonl', '{"turns": [{"user": "Hi"}]}', 'eval'],
    ['notes.md', 'x', 'deck'],
  ])('recognizes %s with %j as %s', async (name, text, kind) => {
    const root = makeProject({ [name]: text });
    expect(await getKind(join(root, name), root)).toBe(kind);
  });

  it.each([
    ['x.txt', 'hello', 'FILE_UNKNOWN_KIND'],
    ['x.yaml', 'hello: 1', 'FILE_UNKNOWN_KIND'],
    ['x.yml', 'contexts: {}', 'FILE_UNKNOWN_KIND'],
    ['x.eval.toml', 'cases = []', 'FILE_UNKNOWN_KIND'],
    ['x.yaml', '', 'FILE_EMPTY'],
    ['x.jsonl', '', 'FILE_EMPTY'],
    ['x.json', '{', 'JSON_SYNTAX'],
  ])('reports for %s with %j: %3$s', async (name, text, code) => {
    const root = makeProject({ [name]: text });
    await expect(getKind(join(root, name), root)).rejects.toMatchObject({ code });
  });
});

describe('listFiles', () => {
  it('lists the files in a folder that are known by name or by their first lines', () => {
    const root = makeProject({
      'a.eval.yaml': '',
      'deep/er/targets.yaml': '',
      'agentv.yaml': '$schema: agentv-eval-v2\nevalcases: []\n',
      'samples.toml': '[[samples]]\n',
      'package.json': '{"tests": 1}',
      'ci.yaml': 'tests: []\n',
      'node_modules/x.eval.yaml': '',
      '.hidden/x.eval.yaml': '',
      '.turnwise/config.yaml': '',
    });
    const shown = listFiles(['.'], root).files.map((path) => toShownFile(path, root));
    expect(shown).toEqual([
      '.turnwise/config.yaml',
      'a.eval.yaml',
      'agentv.yaml',
      'deep/er/targets.yaml',
      'samples.toml',
    ]);
  });

  it('lists files once, and reports a folder without any', () => {
    const root = makeProject({ 'a.eval.yaml': '' });
    expect(listFiles(['a.eval.yaml', '.', './a.eval.yaml'], root).files).toHaveLength(1);
    mkdirSync(join(root, 'empty'));
    writeFileSync(join(root, 'empty/readme.txt'), '');
    expect(listFiles(['empty'], root).problems).toEqual([expect.objectContaining({ code: 'FILE_NONE_FOUND' })]);
  });
});

describe('openGuidelineTest', () => {
  it('matches globs from the root, and a bare pattern by file name', () => {
    const root = makeProject({ '.turnwise/config.yaml': 'guideline_patterns: ["docs/**/*.md", "STYLE.md"]\n' });
    const test = openGuidelineTest(root, root);
    expect(['docs/a.md', 'docs/b/c.md', 'x/STYLE.md', 'x/a.md'].map((path) => test(join(root, path)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('throws if the config is invalid', () => {
    const root = makeProject({ '.turnwise/config.yaml': 'guideline_pattern: []\n' });
    expect(() => openGuidelineTest(root, root)).toThrow(expect.objectContaining({ code: 'CONFIG_UNKNOWN_KEY' }));
  });
});
