import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findTargetsFile } from './find-targets.ts';

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
  ])('of %j takes %s', (files, wanted) => {
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
