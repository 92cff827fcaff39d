import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { writeAtomically, writePrivately } from './write-atomically.ts';

async function* toStream(...pieces: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* pieces;
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

describe('writeAtomically', () => {
  it('writes texts and bytes one after another', async () => {
    const cwd = makeProject();
    await writeAtomically('deep/a.txt', cwd, toStream('one ', 'two ', Buffer.from('three')));
    expect(readFileSync(join(cwd, 'deep/a.txt'), 'utf8')).toBe('one two three');
  });

  it('keeps the old file if the pieces fail, and leaves no other file behind', async () => {
    const cwd = makeProject({ 'a.txt': 'old' });
    const failing = (async function* () {
      yield 'new';
      throw new Error('no more');
    })();
    await expect(writeAtomically('a.txt', cwd, failing)).rejects.toThrow('no more');
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('old');
    expect(readdirSync(cwd).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('keeps a link, and replaces the file that it leads to', async () => {
    const cwd = makeProject({ 'data/real.txt': 'old' });
    symlinkSync('data/real.txt', join(cwd, 'a.txt'));
    await writeAtomically('a.txt', cwd, toStream('new'));
    expect(lstatSync(join(cwd, 'a.txt')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(cwd, 'data/real.txt'), 'utf8')).toBe('new');
  });

  it('writes directly to a device, which stays a device', async () => {
    const cwd = makeProject();
    const reading = openSync(join(cwd, 'copy.txt'), 'w');
    const link = join(cwd, 'stream');
    symlinkSync('/dev/null', link);
    await writeAtomically('stream', cwd, toStream('one', 'two'));
    await writePrivately('stream', cwd, { pieces: toStream('one'), signal: new AbortController().signal });
    expect([lstatSync(link).isSymbolicLink(), statSync(link).isCharacterDevice()]).toEqual([true, true]);
    await writeAtomically(`/dev/fd/${reading}`, cwd, toStream('three'));
    closeSync(reading);
    expect(readFileSync(join(cwd, 'copy.txt'), 'utf8')).toBe('three');
  });

  it('rejects a pipe, which would wait for a reader', async () => {
    const cwd = makeProject();
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    await expect(writeAtomically('pipe', cwd, toStream('one'))).rejects.toThrow(
      '"pipe" cannot be written: it is not a file.',
    );
    expect(statSync(join(cwd, 'pipe')).isFIFO()).toBe(true);
  });

  it('is safe from links of other users', async () => {
    const cwd = makeProject({ 'victim.txt': 'mine' });
    symlinkSync(join(cwd, 'victim.txt'), join(cwd, `a.txt.${process.pid}.part`));
    await writeAtomically('a.txt', cwd, toStream('new'));
    expect(readFileSync(join(cwd, 'victim.txt'), 'utf8')).toBe('mine');
  });

  it('keeps the permissions of the old file', async () => {
    const cwd = makeProject({ 'a.txt': 'old' });
    chmodSync(join(cwd, 'a.txt'), 0o640);
    await writeAtomically('a.txt', cwd, toStream('new'));
    expect(modeOf(join(cwd, 'a.txt'))).toBe(0o640);
  });

  it('gives a new file default permissions', async () => {
    const cwd = makeProject();
    writeFileSync(join(cwd, 'other.txt'), '');
    await writeAtomically('a.txt', cwd, toStream('new'));
    expect(modeOf(join(cwd, 'a.txt'))).toBe(modeOf(join(cwd, 'other.txt')));
  });

  it('keeps a private file from other users, even during writing and even if they could read the old one', async () => {
    const cwd = makeProject({ 'a.txt': 'old' });
    const seen: number[] = [];
    const looking = (async function* () {
      yield 'new';
      for (const name of readdirSync(cwd)) if (name.endsWith('.part')) seen.push(modeOf(join(cwd, name)));
    })();
    await writePrivately('a.txt', cwd, { pieces: looking, signal: new AbortController().signal });
    expect([...seen, modeOf(join(cwd, 'a.txt'))]).toEqual([0o600, 0o600]);
  });

  it('reports why a file cannot be written', async () => {
    const cwd = makeProject({ 'a.txt': 'old' });
    await expect(writeAtomically('a.txt/b.txt', cwd, toStream('new'))).rejects.toMatchObject({
      code: 'FILE_NOT_WRITTEN',
    });
    expect(existsSync(join(cwd, 'a.txt'))).toBe(true);
  });
});
