import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault } from '../../base/fault.ts';
import { renderLabelCommand } from '../curation/label/label-command.ts';
import type { CalibrateCommand } from './calibrate-command.ts';
import { checkCalibrateCommand, listNamedDecks, renderCommand, toLabelsDataset } from './calibrate-usage.ts';

const command: CalibrateCommand = {
  decks: ['tone.deck.md'],
  samples: ['a b.toml', 'dataset:support'],
  judges: ['gpt', 'mini'],
  tags: ['angry'],
  repeat: 2,
  maxCalls: 3,
  budgetUsd: 1,
  quiet: true,
  json: true,
};

describe('the same command', () => {
  it('is rendered as it is typed, without bounds', () => {
    expect(renderCommand(command)).toBe(
      "turnwise calibrate tone.deck.md --samples 'a b.toml,dataset:support' --judge gpt,mini --tag angry --repeat 2 --json --quiet",
    );
  });

  it('loses nothing that changes what is asked', () => {
    const typed = {
      decks: ['a.md'],
      strict: true,
      cache: false,
      concurrency: 3,
      timeoutSeconds: 5,
      record: 'my calls.jsonl',
    };
    expect(renderCommand(typed)).toBe(
      "turnwise calibrate a.md --concurrency 3 --timeout 5 --record 'my calls.jsonl' --strict --no-cache",
    );
  });

  it('can have other options', () => {
    expect(renderCommand({ decks: ['a.md'], probe: true }, { split: 'test', gate: true })).toBe(
      'turnwise calibrate a.md --split test --probe --gate',
    );
    expect(renderCommand({ decks: ['a.md'], split: 'test' }, { split: 'tune', probe: true })).toBe(
      'turnwise calibrate a.md --probe',
    );
  });

  it('can ask fewer judges, and leave out what was asked for', () => {
    const typed = {
      decks: ['a.md', 'b.md'],
      judges: ['gpt', 'mini'],
      split: 'test',
      gate: true,
      requestLabels: 'x',
    } as const;
    const changes = { decks: ['b.md'], judges: ['mini'], probe: true, gate: false, requestLabels: false };
    expect(renderCommand(typed, changes)).toBe('turnwise calibrate b.md --judge mini --split test --probe');
  });

  it('files labels in the dataset that the samples come from, or in one with the name of the deck', () => {
    expect(renderCommand({ decks: ['a.md'], samples: ['dataset:x'] }, { requestLabels: true })).toMatch(
      /--request-labels dataset:x$/,
    );
    expect(renderCommand({ decks: ['a.md'] }, { requestLabels: true })).toMatch(/--request-labels dataset:a$/);
  });
});

describe('where labels are filed', () => {
  it.each([
    ['dataset:todo', 'todo'],
    ['todo', 'todo'],
  ])('%s', (typed, dataset) => {
    expect(() => checkCalibrateCommand({ decks: ['a.md'], requestLabels: typed })).not.toThrow();
    expect(toLabelsDataset(typed)).toBe(dataset);
  });

  it('is what people are asked about', () => {
    expect(renderLabelCommand({ source: 'to do', deck: 'a.md', db: 'x.db' })).toBe(
      "turnwise label 'to do' --deck a.md --db x.db",
    );
  });
});

describe('a command that cannot be meant', () => {
  it('says which name could be meant instead', () => {
    const typed = { decks: ['a.md'], requestLabels: 'x:y' };
    expect(() => checkCalibrateCommand(typed)).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ hint: 'Use --request-labels dataset:x-y' })] }),
    );
  });

  it.each<readonly [CalibrateCommand, RegExp]>([
    [{ decks: [] }, /No deck given/],
    [{ decks: ['a.md'], requestLabels: 'dataset:' }, /"dataset:" does not name a dataset/],
    [{ decks: ['a.md'], requestLabels: 'run:last' }, /"run:last" names a run/],
    [{ decks: ['a.md'], requestLabels: 'dataset:run:last' }, /"run:last" cannot be the name of a dataset here/],
    [{ decks: ['a.md'], requestLabels: 'x:y' }, /"x:y" cannot be the name of a dataset here/],
    [{ decks: ['a.md'], requestLabels: 'dataset: ' }, /"dataset: " does not name a dataset/],
    [{ decks: ['a.md'], requestLabels: '..' }, /".." cannot be the name of a dataset/],
    [{ decks: ['a.md'], requestLabels: 'dataset:x', allowLeak: true }, /--allow-leak/],
  ])('%j', (typed, message) => {
    expect(() => checkCalibrateCommand(typed)).toThrow(message);
    expect(() => checkCalibrateCommand(typed)).toThrow(Fault);
  });
});

it('takes files as they are typed, and of a folder its decks in order', () => {
  const cwd = makeProject({ 'graders/b.deck.md': '', 'graders/a.deck.md': '', 'graders/notes.md': '', 'x.md': '' });
  expect(listNamedDecks(['./x.md', 'graders', 'nowhere.md'], cwd)).toEqual([
    ...['./x.md', 'graders/a.deck.md', 'graders/b.deck.md', 'nowhere.md'],
  ]);
});

it.each([
  ['evals/x.eval.yaml', '"evals/x.eval.yaml" is an eval file.'],
  ['evals', 'There are no decks in the folder "evals".'],
  ['empty', 'There are no decks in the folder "empty".'],
])('tells that %s is no deck', (name, message) => {
  const cwd = makeProject({ 'evals/x.eval.yaml': 'cases: []', 'empty/notes.txt': '' });
  expect(() => listNamedDecks([name], cwd)).toThrow(Fault);
  expect(() => listNamedDecks([name], cwd)).toThrow(message);
});
