import { describe, expect, it } from 'vitest';
import {
  deckName,
  getSample,
  listIds,
  makeSampled,
  openDeskStore,
  readDesk,
  toToml,
} from '../../../test/support/sampled-desk.ts';
import type { Fault } from '../../base/fault.ts';

const files = {
  'graders/own.toml': `${toToml('own-1', 'expected = 1\ntags = ["short"]')}${toToml('own-2', 'split = "test"')}`,
  'more/more.samples.jsonl': `${JSON.stringify({
    id: 'more-1',
    messages: [{ role: 'user', content: 'Hi' }],
    expected: { score: 2 },
  })}\n`,
};

async function refuse(promise: Promise<unknown>): Promise<Fault> {
  return promise.then(
    () => {
      throw new Error('It was not refused.');
    },
    (error: Fault) => error,
  );
}

describe('readSampleSources', () => {
  it('reads the samples of the deck in the wanted split, including nested files', async () => {
    const cwd = makeSampled({
      ...files,
      'graders/contexts.toml': '[contexts.fullConversation]\nassistantQuestion = "Which?"\n',
      [deckName]: 'Grade.\n\n![c](contexts.toml)\n\n![n](nested.md)\n',
      'graders/nested.md': 'Be strict.\n\n![own](own.toml)\n',
    });
    const found = await readDesk(cwd);
    expect(found).toMatchObject({ name: deckName, sources: ['deck'], skipped: [], notes: [] });
    expect(found.samples).toMatchObject([{ cluster: 'sample:own-1', sample: { id: 'own-1', score: 1 } }]);
    expect(listIds(await readDesk(cwd, { split: 'test' }))).toEqual(['own-2']);
  });

  it('reads named files instead, and names them by their path from the deck', async () => {
    const cwd = makeSampled(files);
    const found = await readDesk(cwd, { sources: ['more/more.samples.jsonl', 'graders/own.toml'] });
    expect(listIds(found)).toEqual(['more-1', 'own-1']);
    expect(found.sources).toEqual(['../more/more.samples.jsonl', 'own.toml']);
  });

  it('keeps samples with one of the tags', async () => {
    const cwd = makeSampled({
      'graders/own.toml': `${toToml('a', 'tags = ["x"]')}${toToml('b', 'tags = ["y", "z"]')}${toToml('c')}`,
    });
    expect(listIds(await readDesk(cwd, { tags: ['x', 'z'] }))).toEqual(['a', 'b']);
  });

  it("reserves the other split, the deck's own samples in it, and scored samples with other tags", async () => {
    const cwd = makeSampled({
      'graders/own.toml': `${toToml('own-1')}${toToml('own-2', 'split = "test"\nexpected = 1')}`,
      'more.toml': `${toToml('a', 'tags = ["x"]')}${toToml('b')}${toToml('c', '')}${toToml('d', 'split = "test"')}`,
    });
    const listReserved = async (reading: Parameters<typeof readDesk>[1]) =>
      (await readDesk(cwd, reading)).reserved.map(({ id }) => id);
    expect(await listReserved({})).toEqual(['own-2']);
    expect(await listReserved({ split: 'test' })).toEqual(['own-1']);
    expect(await listReserved({ sources: ['more.toml'] })).toEqual(['own-2', 'd']);
    expect(await listReserved({ sources: ['more.toml'], tags: ['x'] })).toEqual(['own-2', 'b', 'd']);
    expect(await listReserved({ sources: ['more.toml'], split: 'test' })).toEqual(['own-1', 'a', 'b', 'c']);
  });

  it('keeps a sample without a score', async () => {
    const cwd = makeSampled({ 'graders/own.toml': `${toToml('open', '')}` });
    expect(getSample(await readDesk(cwd), 'open')).not.toHaveProperty('score');
  });

  it('skips scores off the scale with a warning, and refuses them with strict', async () => {
    const cwd = makeSampled({
      's.toml': `${toToml('good')}${toToml('high', 'expected = 7')}${toToml('bad', 'tags = 1')}`,
    });
    const found = await readDesk(cwd, { sources: ['s.toml'] });
    expect(listIds(found)).toEqual(['good']);
    expect(found.skipped).toMatchObject([
      { file: 's.toml', id: 'bad', line: 11 },
      { file: 's.toml', id: 'high', reason: 'the score 7 is outside the scale -3…3' },
    ]);
    expect(found.warnings).toHaveLength(2);
    const fault = await refuse(readDesk(cwd, { sources: ['s.toml'], strict: true }));
    expect(fault.problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['SAMPLE_SKIPPED', 'error'],
      ['SAMPLE_SKIPPED', 'error'],
    ]);
  });

  it("does not report problems of the deck's own samples if other sources are named", async () => {
    const cwd = makeSampled({ ...files, 'graders/own.toml': `${toToml('a')}${toToml('high', 'expected = 7')}` });
    expect((await readDesk(cwd)).warnings).toHaveLength(1);
    const found = await readDesk(cwd, { sources: ['more/more.samples.jsonl'] });
    expect([found.warnings, found.skipped]).toEqual([[], []]);
  });

  it('suggests sample files for a missing one', async () => {
    const cwd = makeSampled({ 's.samples.toml': toToml('a'), 't.samples.jsonl': '', 'x.md': '' });
    const hintOf = async (source: string) => (await refuse(readDesk(cwd, { sources: [source] }))).problems[0];
    expect(await hintOf('s.sample.toml')).toMatchObject({
      code: 'FILE_MISSING',
      hint: 'Did you mean "s.samples.toml"?',
    });
    expect(await hintOf('nofile.toml')).toMatchObject({
      ...{ code: 'FILE_MISSING', file: 'nofile.toml' },
      hint: 'Available: s.samples.toml, t.samples.jsonl.',
    });
    expect(await hintOf('more/nofile.toml')).toMatchObject({
      hint: 'Use a .samples.toml file, a .samples.jsonl file with one object per line, a .csv file, or dataset:NAME.',
    });
  });

  it('lists every reason if no sample can be used', async () => {
    const cwd = makeSampled({ 's.toml': `${toToml('high', 'expected = 7')}${toToml('bad', 'tags = 1')}` });
    const fault = await refuse(readDesk(cwd, { sources: ['s.toml'] }));
    expect(fault.problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['SAMPLES_NONE_VALID', 'error'],
      ['SAMPLE_SKIPPED', 'warning'],
      ['SAMPLE_SKIPPED', 'warning'],
    ]);
    const none = await refuse(readDesk(makeSampled()));
    expect(none).toMatchObject({ code: 'SAMPLES_NONE', message: expect.stringContaining('no samples') });
    expect(none.problems[0]?.hint).toContain('--samples dataset:NAME');
  });

  it.each([
    [{ split: 'test' as const }, 'There are no samples in the "test" split. 2 samples are in "tune".', '--split tune'],
    [
      { tags: ['odd', 'x'] },
      'None of the 2 tune samples has the tags odd, x.',
      'Available tags: long. Remove --tag to use all samples.',
    ],
  ])('explains why %j selects nothing', async (wanted, message, hint) => {
    const cwd = makeSampled({ 'graders/own.toml': `${toToml('a', 'tags = ["long"]')}${toToml('b')}` });
    const fault = await refuse(readDesk(cwd, wanted));
    expect(fault.problems).toMatchObject([
      { code: 'SAMPLES_NONE_SELECTED', message, hint: expect.stringContaining(hint) },
    ]);
  });

  it('refuses an id in two sources, and names both places', async () => {
    const cwd = makeSampled({ 'a.toml': toToml('one'), 'b.toml': `\n${toToml('one', 'expected = 1', 'Else')}` });
    const fault = await refuse(readDesk(cwd, { sources: ['a.toml', 'b.toml'] }));
    expect(fault.problems).toMatchObject([
      { code: 'SAMPLE_DUPLICATE_ID', file: 'b.toml', line: 2, message: expect.stringContaining('a.toml:1') },
    ]);
    expect(listIds(await readDesk(cwd, { sources: ['a.toml', './a.toml'] }))).toEqual(['one']);
  });

  it('refuses a conversation in both splits, even if the other one is in the deck itself', async () => {
    const cwd = makeSampled({
      'graders/own.toml': toToml('tuned', 'expected = 1', 'Same words'),
      'test.toml': `${toToml('fine', 'split = "test"')}${toToml('leaked', 'split = "test"', 'Same words')}`,
    });
    for (const split of ['tune', 'test'] as const) {
      const fault = await refuse(readDesk(cwd, { sources: ['graders/own.toml', 'test.toml'], split }));
      expect(fault.problems).toMatchObject([
        {
          code: 'SAMPLE_IN_BOTH_SPLITS',
          file: 'test.toml',
          line: 5,
          message: expect.stringContaining('"tuned" at graders/own.toml:1'),
        },
      ]);
    }
    expect((await refuse(readDesk(cwd, { sources: ['test.toml'], split: 'test' }))).code).toBe('SAMPLE_IN_BOTH_SPLITS');
  });

  it('finds it in both splits despite other spacing and spelling', async () => {
    const cwd = makeSampled({
      'graders/own.toml': toToml('tuned', 'expected = 1', 'Same words'),
      'test.toml': toToml('leaked', 'split = "test"', ' Same\u200B  words '),
    });
    const fault = await refuse(readDesk(cwd, { sources: ['test.toml'], split: 'test' }));
    expect(fault.code).toBe('SAMPLE_IN_BOTH_SPLITS');
  });

  it('joins copies of a conversation, with a warning', async () => {
    const cwd = makeSampled({
      'a.toml': `${toToml('b', 'expected = 1', 'Same words')}${toToml('else')}`,
      'b.toml': `${toToml('a', 'expected = 1', 'Same  words')}${toToml('c', '', 'Same words')}`,
    });
    const found = await readDesk(cwd, { sources: ['a.toml', 'b.toml'] });
    const clusters = found.samples.map(({ cluster }) => cluster);
    expect(clusters).toEqual(['sample:a', 'sample:else', 'sample:a', 'sample:a']);
    const message = '2 samples are copies of others. All 4 count as 2 conversations.';
    expect(found.warnings).toMatchObject([{ code: 'SAMPLE_COPIES', file: deckName, message }]);
    expect((await readDesk(cwd, { sources: ['a.toml'] })).warnings).toEqual([]);
  });

  it('names two places if people scored copies differently', async () => {
    const cwd = makeSampled({
      'a.toml': toToml('one', 'expected = 1', 'Same words'),
      'b.toml': `\n${toToml('two', 'expected = -2', 'Same words')}`,
    });
    const { warnings } = await readDesk(cwd, { sources: ['a.toml', 'b.toml'] });
    expect(warnings).toMatchObject([
      { message: '1 sample is a copy of another. All 2 count as 1 conversation.' },
      {
        ...{ code: 'SAMPLE_COPIES', file: 'b.toml', line: 2 },
        message: expect.stringContaining('differently: "one" (1) at a.toml:1 and "two" (-2) at b.toml:2.'),
      },
    ]);
  });

  it.each(['other.deck.md', 'x.json'])('refuses %s, which is not a sample file', async (file) => {
    const fault = await refuse(readDesk(makeSampled({ [file]: 'x' }), { sources: [file] }));
    expect(fault).toMatchObject({ code: 'FILE_UNKNOWN_KIND', message: `"${file}" is not a sample file.` });
  });

  it('names the columns that a CSV file of another kind lacks', async () => {
    const fault = await refuse(
      readDesk(makeSampled({ 'ratings.csv': 'unit,rater,score\na,ann,1\n' }), { sources: ['ratings.csv'] }),
    );
    expect(fault).toMatchObject({ code: 'SAMPLES_MISSING_KEY', problems: [{ file: 'ratings.csv', line: 1 }] });
  });

  it('adds the labels of samples from the database, the newest of each rater', async () => {
    const cwd = makeSampled({
      's.toml': `${toToml('stated', 'expected = 1')}${toToml('one', 'ratings = [{ rater = "ann", score = 1 }]')}${toToml('bare', '')}`,
    });
    const store = await openDeskStore(cwd);
    const label = { question: deckName, blind: true, reason: 'why' };
    const rate = (sample: string, rater: string, score: number) => ({ subject: { sample }, rater, score, ...label });
    await store.curation.labels.add([
      ...['stated', 'one', 'bare'].flatMap((id) => [rate(id, 'ben', -3), rate(id, 'ben', 2)]),
      { ...rate('bare', 'cy', 3), question: 'other.deck.md' },
    ]);
    const found = await readDesk(cwd, { sources: ['s.toml'], store });
    const ben = { rater: 'ben', score: 2, reason: 'why' };
    expect(getSample(found, 'stated')).toMatchObject({ score: 1, ratings: [ben] });
    expect(getSample(found, 'one').ratings).toEqual([{ rater: 'ann', score: 1 }, ben]);
    expect(getSample(found, 'one')).not.toHaveProperty('score');
    expect(getSample(found, 'bare').ratings).toEqual([ben]);
  });
});
