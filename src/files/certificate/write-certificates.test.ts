import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/support/made-certificate.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault } from '../../base/fault.ts';
import { readCertificateFile } from './read-certificate-file.ts';
import { writeCertificates } from './write-certificates.ts';

const gpt = makeCertificate();
const other = makeCertificate({ target: { ...gpt.target, id: 'another' }, state: 'not-trusted', reasons: ['No.'] });

function makeDeck(): string {
  return join(makeProject({ 'tone.deck.md': '# Tone' }), 'tone.deck.md');
}

function readRaw(deck: string): string {
  return readFileSync(deck.replace('.md', '.cert.json'), 'utf8');
}

describe('writeCertificates', () => {
  it('writes what is read again, and says that nothing was replaced', () => {
    const deck = makeDeck();
    expect(readCertificateFile(deck)).toBeUndefined();
    expect(writeCertificates(deck, [gpt])).toEqual({ path: deck.replace('.md', '.cert.json'), replaced: [] });
    expect(readCertificateFile(deck)).toEqual({ version: 4, deck: 'tone.deck.md', entries: [gpt] });
  });

  it('replaces the entry of the same target and keeps the others, sorted by target', () => {
    const deck = makeDeck();
    writeCertificates(deck, [gpt]);
    writeCertificates(deck, [other]);
    const newer = makeCertificate({ judgeNumber: 2 });
    expect(writeCertificates(deck, [newer]).replaced).toEqual([gpt]);
    expect(readCertificateFile(deck)?.entries).toEqual([other, newer]);
  });

  it('writes the same bytes whatever the order of keys and entries', () => {
    const [one, two] = [makeDeck(), makeDeck()];
    writeCertificates(one, [gpt, other]);
    const reversed = Object.fromEntries(Object.entries(gpt).reverse());
    // The same keys and values, in another order.
    writeCertificates(two, [other, reversed as typeof gpt]);
    expect(readRaw(two)).toBe(readRaw(one));
    expect(readRaw(one)).toMatch(/^\{\n {2}"version": 4,\n {2}"deck": "tone.deck.md",\n[\s\S]*\}\n$/);
  });

  it('leaves a broken file as it is, and nothing else behind', () => {
    const deck = makeDeck();
    writeFileSync(deck.replace('.md', '.cert.json'), '<<<<<<< HEAD\n{}');
    expect(() => writeCertificates(deck, [gpt])).toThrow(Fault);
    expect(readRaw(deck)).toBe('<<<<<<< HEAD\n{}');
    expect(readdirSync(join(deck, '..')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('keeps the permissions of the file and a link to it', () => {
    const deck = makeDeck();
    const path = deck.replace('.md', '.cert.json');
    writeCertificates(deck, [gpt]);
    renameSync(path, `${path}.real`);
    chmodSync(`${path}.real`, 0o640);
    symlinkSync(`${path}.real`, path);
    writeCertificates(deck, [other]);
    expect([lstatSync(path).isSymbolicLink(), statSync(path).mode & 0o777]).toEqual([true, 0o640]);
    expect(readCertificateFile(deck)?.entries).toEqual([other, gpt]);
  });

  it.skipIf(process.getuid?.() === 0)('is a fault where the folder may not be written', () => {
    const deck = makeDeck();
    const folder = join(deck, '..');
    chmodSync(folder, 0o500);
    try {
      const code = (() => {
        try {
          writeCertificates(deck, [gpt]);
          return undefined;
        } catch (error) {
          return error instanceof Fault ? error.code : undefined;
        }
      })();
      expect(code).toBe('FILE_NOT_WRITTEN');
    } finally {
      chmodSync(folder, 0o700);
    }
  });
});
