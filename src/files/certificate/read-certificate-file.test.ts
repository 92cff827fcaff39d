import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCertificate } from '../../../test/support/made-certificate.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault, type Problem } from '../../base/fault.ts';
import { readCertificateFile } from './read-certificate-file.ts';

const entry = makeCertificate();
const file = { version: 1, deck: 'tone.deck.md', entries: [entry] };

function listProblems(text: string): readonly Problem[] {
  const cwd = makeProject({ 'tone.deck.md': '# Tone', 'tone.deck.cert.json': text });
  try {
    readCertificateFile(join(cwd, 'tone.deck.md'), { cwd });
    return [];
  } catch (error) {
    if (error instanceof Fault) return error.problems;
    throw error;
  }
}

it.each([
  ['{"version": 1,', 'JSON_SYNTAX', 'tone.deck.cert.json:1:15'],
  ['', 'FILE_EMPTY', 'tone.deck.cert.json:1:1'],
  ['{"version": 1, "deck": "tone.deck.md"}', 'CERTIFICATE_MISSING_KEY', 'tone.deck.cert.json:1:1'],
  [JSON.stringify({ ...file, version: 2 }), 'CERTIFICATE_BAD_VALUE', 'tone.deck.cert.json:1:12'],
  [JSON.stringify({ ...file, mine: 1 }, null, 1), 'CERTIFICATE_UNKNOWN_KEY', expect.stringMatching(/json:\d+:2$/)],
  [JSON.stringify({ ...file, entries: [{ ...entry, state: 'fine' }] }), 'CERTIFICATE_BAD_VALUE', expect.anything()],
  [JSON.stringify({ ...file, entries: [entry, entry] }), 'CERTIFICATE_BAD_VALUE', expect.anything()],
])('tells where %j is broken, and what to type', (text, code, place) => {
  const [first] = listProblems(text);
  expect(first).toMatchObject({ code, hint: 'Delete it and type: turnwise calibrate tone.deck.md --gate' });
  expect(`${first?.file}:${first?.line}:${first?.column}`).toEqual(place);
});

it('reads the certificates of a deck that was renamed with them', () => {
  expect(listProblems(JSON.stringify({ ...file, deck: 'voice.deck.md' }))).toEqual([]);
});
