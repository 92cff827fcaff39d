import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { checkScores } from './check-scores.ts';
import { readSamples } from './read-samples.ts';

const scale = { min: -3, max: 3, step: 1 };

async function check(bodies: readonly string[], strict = false) {
  const talk = 'messages = [{ role = "user", content = "Hi" }]';
  const text = bodies.map((body, index) => `[[samples]]\nid = "s${index}"\n${talk}\n${body}\n`).join('');
  const cwd = makeProject({ 'a.toml': text });
  return checkScores(await readSamples('a.toml', { cwd }), scale, { strict });
}

describe('checkScores', () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['score = 3', undefined],
    ['score = -3', undefined],
    ['expected = 0', undefined],
    ['', undefined],
    ['expected = { "-3" = 1, "3" = 1 }', undefined],
    ['score = 4', 'the score 4 is outside the scale -3…3'],
    ['expected = { score = 0.5 }', 'the score 0.5 is between the steps of the scale -3…3'],
    ['expected = { "9" = 1, "3" = 1 }', 'the score 9 is outside the scale -3…3'],
    ['ratings = [{ rater = "a", score = 1 }, { rater = "b", score = -9 }]', 'the score -9 is outside the scale -3…3'],
    ['expected = { ratings = [{ rater = "a", score = 7 }] }', 'the score 7 is outside the scale -3…3'],
  ];
  it.each(rows)('of %s says %s', async (body, reason) => {
    const { samples, skipped, problems } = await check(['', body]);
    expect(samples.map(({ id }) => id)).toEqual(reason === undefined ? ['s0', 's1'] : ['s0']);
    expect(skipped).toEqual(reason === undefined ? [] : [{ file: 'a.toml', line: 8, id: 's1', reason }]);
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual(
      reason === undefined ? [] : [['SAMPLE_SKIPPED', 'warning']],
    );
  });

  it('leaves the reasons to the warnings if some samples were skipped for another reason', async () => {
    const { problems } = await check(['score = 9', 'tags = 1']);
    expect(problems.at(-1)).toMatchObject({
      message: 'None of the 2 samples can be used.',
      hint: expect.stringContaining(
        "A sample needs messages with role and content, and a score on the deck's scale -3…3. The warnings say what is wrong with each.",
      ),
    });
  });

  it('has the place of the score itself', async () => {
    const { problems } = await check(['', 'ratings = [{ rater = "b", score = -9 }, { rater = "c", score = 1 }]']);
    expect(problems[0]).toMatchObject({ line: 8, column: 35 });
  });

  it('is an error if no sample is left, and for each one if strict', async () => {
    const { problems } = await check(['score = 9', 'score = 8']);
    expect(problems.map(({ code, severity, line }) => [code, severity, line])).toEqual([
      ['SAMPLE_SKIPPED', 'warning', 4],
      ['SAMPLE_SKIPPED', 'warning', 8],
      ['SAMPLES_NONE_VALID', 'error', 1],
    ]);
    expect(problems[2]).toMatchObject({
      message: "None of the 2 samples can be used: their scores are not on the deck's scale -3…3.",
      hint: 'Score them again on this scale, or change `scale` in the deck.',
    });
    expect((await check(['score = 9'])).problems[1]?.message).toBe(
      "The only sample cannot be used: its score is not on the deck's scale -3…3.",
    );
    expect((await check(['', 'score = 8'], true)).problems).toMatchObject([
      { severity: 'error', code: 'SAMPLE_SKIPPED' },
    ]);
  });
});
