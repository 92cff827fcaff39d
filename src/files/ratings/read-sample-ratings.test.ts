import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { isSampleFile, readSampleRatings } from './read-sample-ratings.ts';

const messages = 'messages = [{ role = "user", content = "Hi" }]';
const two = 'ratings = [{ rater = "ann", score = 1 }, { rater = "ben", score = 3 }]';

function toSamples(...truths: readonly string[]): string {
  return truths.map((truth, place) => `[[samples]]\nid = "s${place}"\n${messages}\n${truth}\n`).join('\n');
}

function read(text: string, name = 'tone.samples.toml', scale?: { min: number; max: number; step: number }) {
  return readSampleRatings(name, { cwd: makeProject({ [name]: text }), ...definedOnly({ scale }) });
}

describe('readSampleRatings', () => {
  it('treats samples as units, and ignores those with a single score', async () => {
    expect(await read(toSamples(two, 'expected = 2', ''))).toMatchObject({
      file: 'tone.samples.toml',
      ratings: [
        { unit: 's0', rater: 'ann', score: 1 },
        { unit: 's0', rater: 'ben', score: 3 },
      ],
      areRatersUnknown: false,
      note: '2 of 3 samples are ignored because they have no ratings by several people.',
    });
  });

  it('reads JSON lines', async () => {
    const line = JSON.stringify({
      id: 'a',
      messages: [{ role: 'user', content: 'Hi' }],
      ratings: [{ rater: 'ann', score: 1 }],
    });
    expect((await read(line, 'x.jsonl')).ratings).toEqual([{ unit: 'a', rater: 'ann', score: 1 }]);
  });

  it('reports that counts per score do not identify the raters', async () => {
    const { ratings, areRatersUnknown } = await read(toSamples('expected = { "-1" = 2, "2" = 1 }'));
    expect(ratings.map(({ score }) => score)).toEqual([-1, -1, 2]);
    expect(areRatersUnknown).toBe(true);
  });

  it('reports problems of single samples', async () => {
    const { warnings } = await read(`${toSamples(two)}\n[[samples]]\nid = "bad"\n`);
    expect(warnings.map(({ code }) => code)).toEqual(['SAMPLE_SKIPPED']);
  });

  it.each([
    ['samples without ratings', toSamples('expected = 2', 'expected = 1'), 'RATINGS_NONE'],
    ['a score off the scale', toSamples(two), 'RATINGS_BAD_SCORE'],
    ['an empty file', '', 'FILE_EMPTY'],
  ])('rejects %s', async (_, text, code) => {
    await expect(read(text, 'tone.samples.toml', { min: 0, max: 2, step: 1 })).rejects.toMatchObject({ code });
  });
});

describe('isSampleFile', () => {
  it.each([
    ['a.samples.toml', '', true],
    ['a.jsonl', '\n{"messages": []}\n', true],
    ['a.jsonl', '{"unit": "a", "messages": []}', false],
    ['a.jsonl', '{"unit": "a"', false],
    ['a.csv', '{"messages": []}', false],
  ])('of %s with %j is %s', (name, text, expected) => {
    expect(isSampleFile(name, makeProject({ [name]: text }))).toBe(expected);
  });
});
