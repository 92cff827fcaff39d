import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listDocBlocks } from '../support/doc-blocks.ts';
import { copyExamples } from '../support/examples.ts';
import { repository } from '../support/run-bin.ts';

const page = 'docs/how-to/ci.md';

/** The test that the guide shows, in a project of its own; `turnwise` is the library of this checkout. */
function playDocumentedTest(change: (targets: string) => string = (text) => text) {
  const blocks = listDocBlocks(page, readFileSync(join(repository, page), 'utf8'));
  const block = blocks.find(({ options }) => options.get('file') === 'refunds.test.ts');
  const cwd = join(copyExamples(), 'examples/refund-bot');
  const library = pathToFileURL(join(repository, 'bin/library.mjs')).href;
  writeFileSync(join(cwd, 'refunds.test.ts'), block?.text.replace("'turnwise'", `'${library}'`) ?? '');
  writeFileSync(join(cwd, 'targets.yaml'), change(readFileSync(join(cwd, 'targets.yaml'), 'utf8')));
  symlinkSync(join(repository, 'node_modules'), join(cwd, 'node_modules'), 'dir');
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--root', cwd, '--reporter', 'verbose'],
    {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
      timeout: 60_000,
    },
  );
  return { status, printed: stdout + stderr };
}

describe('the test of docs/how-to/ci.md', () => {
  it('passes when every conversation does', () => {
    expect(playDocumentedTest()).toMatchObject({ status: 0, printed: expect.stringContaining('1 passed') });
  });

  it('prints the turn that fails, with its reason', () => {
    const { status, printed } = playDocumentedTest((text) => text.replace('offer store credit', 'offer nothing'));
    expect(status).toBe(1);
    expect(printed).toMatch(/"late-refund, turn 5: contains-1: The reply does not contain .*store credit/);
    expect(printed).toContain('"late-refund: fail"');
    expect(printed).not.toContain('live-refund');
  });
});
