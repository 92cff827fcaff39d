import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault } from '../../base/fault.ts';
import { readSamples } from './read-samples.ts';

async function read(text: string, name = 'tone.samples.csv') {
  const cwd = makeProject({ [name]: text });
  const { samples, problems, places } = await readSamples(join(cwd, name), { cwd });
  const told = problems.map(({ code, line, column, message }) => `${line}:${column} ${code} ${message}`);
  return { samples, told, places };
}

const hello = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello' },
];
const json = JSON.stringify(JSON.stringify(hello)).slice(1, -1).replaceAll('\\"', '""');

describe('samples in CSV', () => {
  it('are conversations of one row each, with a score, tags, a split and metadata', async () => {
    const { samples, told } = await read(
      'id,system,user,assistant,score,reason,tags,split,tokens\n' +
        'a,Be kind.,"Line 1\nLine ""2""",Hello,2,Short,"refund, angry",test,12\n' +
        'b,,Hi,Hello,,,,,\n',
    );
    expect(told).toEqual([]);
    expect(samples).toEqual([
      {
        id: 'a',
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Line 1\nLine "2"' },
          { role: 'assistant', content: 'Hello' },
        ],
        ...{ expected: { score: 2, reason: 'Short' }, score: 2, reason: 'Short' },
        ...{ tags: ['refund', 'angry'], split: 'test', meta: { tokens: 12 } },
      },
      { id: 'b', messages: hello, tags: [], split: 'tune', meta: {} },
    ]);
  });

  it('keep the text of messages, even if a number in it has a decimal comma', async () => {
    const { samples } = await read('user;assistant;score\n1,5;2,5;0,5\n');
    expect(samples[0]).toMatchObject({ messages: [{ content: '1,5' }, { content: '2,5' }], score: 0.5 });
  });

  it('are messages as JSON, with one row per rater', async () => {
    const { samples, told } = await read(
      `id,messages,rater,score,reason\na,"${json}",ann,2,Short\na,"${json}",ben,-1,\na,"${json}",cleo,,\n`,
    );
    expect(told).toEqual([]);
    expect(samples).toEqual([
      {
        ...{ id: 'a', messages: hello, tags: [], split: 'tune', meta: {} },
        ratings: [
          { rater: 'ann', score: 2, reason: 'Short' },
          { rater: 'ben', score: -1 },
        ],
      },
    ]);
  });

  it('have one column per rater if it is called so, or if there are several columns of numbers', async () => {
    const ratings = [
      { rater: 'score_ann', score: 2 },
      { rater: 'score_ben', score: 1 },
    ];
    const named = await read('question,answer,score_ann,score_ben,tokens\nHi,Hello,2,1,9\nHo,Hello,NA,1,9\n');
    expect(named.samples).toMatchObject([{ messages: hello, ratings }, { score: 1 }]);
    expect(named.told).toEqual([]);
    const guessed = await read('prompt,response,ann,ben,note\nHi,Hello,2,1,x\n');
    expect(guessed.samples[0]).toMatchObject({ ratings: [{ rater: 'ann' }, { rater: 'ben' }], meta: { note: 'x' } });
    expect(guessed.told).toEqual([
      '1:17 SAMPLES_RATER_COLUMNS There is no column "score". Turnwise reads these columns of numbers as one rater each: ann, ben.',
    ]);
  });

  it('are skipped with the place of the mistake', async () => {
    const { samples, told } = await read(
      'id,user,assistant,score\na,Hi,,1\nb,Hi,Hello,good\nc,Hi\nd,Hi,"Hello\nyou",1\ne,Hi,Hello\n',
    );
    expect(samples.map(({ id }) => id)).toEqual(['d']);
    expect(told).toEqual([
      '4:1 SAMPLE_SKIPPED Sample number 3 is skipped: the row has 2 cells, but the first line has 4 columns.',
      '7:1 SAMPLE_SKIPPED Sample number 5 is skipped: the row has 3 cells, but the first line has 4 columns.',
      '2:6 SAMPLE_SKIPPED Sample "a" is skipped: messages[1].content is empty.',
      '3:12 SAMPLE_SKIPPED Sample "b" is skipped: expected must be a score or a mapping, got "good".',
    ]);
  });

  it('have the place of a score, for the check of the scale', async () => {
    const { places } = await read(`id,messages,rater,score\na,"${json}",ann,2\na,"${json}",ben,9\n`);
    expect(places.get('a')?.(['ratings', 1, 'score'])).toMatchObject({ line: 3 });
    expect(places.get('a')?.(['messages', 0])).toMatchObject({ line: 2, column: 3 });
  });

  it('are an error if one id has two conversations', async () => {
    const { told } = await read('id,user,assistant,score\na,Hi,Hello,1\na,Ho,Hello,1\n');
    expect(told).toEqual(['3:1 SAMPLE_DUPLICATE_ID The id "a" is already used by the sample at line 2.']);
  });

  it('name a list that Python printed', async () => {
    const { told } = await read(`id,messages,score\na,"[{'role': 'user'}]",1\nb,"${json}",1\n`);
    expect(told).toEqual(['2:3 SAMPLE_SKIPPED Sample number 1 is skipped: its messages are not JSON.']);
  });

  it('need columns for the conversation, and say which they have', async () => {
    const error = await read('unit,rater,score\na,ann,1\n').catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(Fault);
    expect(error).toMatchObject({
      code: 'SAMPLES_MISSING_KEY',
      message: 'The first line has no column "messages", so there are no conversations.',
    });
  });
});
