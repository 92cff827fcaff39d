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

describe('renderCommand', () => {
  it('renders the command as typed, without limits on calls and money', () => {
    expect(renderCommand(command)).toBe(
      "turnwise calibrate tone.deck.md --samples 'a b.toml,dataset:support' --judge gpt,mini --tag angry --repeat 2 --json --quiet",
    );
  });

  it('keeps every option that changes the requests', () => {
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

  it('applies changed options', () => {
    expect(renderCommand({ decks: ['a.md'], probe: true }, { split: 'test', gate: true })).toBe(
      'turnwise calibrate a.md --split test --probe --gate',
    );
    expect(renderCommand({ decks: ['a.md'], split: 'test' }, { split: 'tune', probe: true })).toBe(
      'turnwise calibrate a.md --probe',
    );
  });

  it('applies fewer judges, and drops --request-labels', () => {
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

  it('requests labels into the dataset of the samples, or into one with the name of the deck', () => {
    expect(renderCommand({ decks: ['a.md'], samples: ['dataset:x'] }, { requestLabels: true })).toMatch(
      /--request-labels dataset:x$/,
    );
    expect(renderCommand({ decks: ['a.md'] }, { requestLabels: true })).toMatch(/--request-labels dataset:a$/);
  });
});

describe('the dataset of --request-labels', () => {
  it.each([
    ['dataset:todo', 'todo'],
    ['todo', 'todo'],
  ])('%s', (typed, dataset) => {
    expect(() => checkCalibrateCommand({ decks: ['a.md'], requestLabels: typed })).not.toThrow();
    expect(toLabelsDataset(typed)).toBe(dataset);
  });

  it('is the source in the label command', () => {
    expect(renderLabelCommand({ source: 'to do', deck: 'a.md', db: 'x.db' })).toBe(
      "turnwise label 'to do' --deck a.md --db x.db",
    );
  });
});

describe('a contradictory command', () => {
  it('suggests a valid dataset name', () => {
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

it('keeps files as typed, and lists the decks of a folder in order', () => {
  const cwd = makeProject({ 'graders/b.deck.md': '', 'graders/a.deck.md': '', 'graders/notes.md': '', 'x.md': '' });
  expect(listNamedDecks(['./x.md', 'graders', 'nowhere.md'], cwd)).toEqual([
    ...['./x.md', 'graders/a.deck.md', 'graders/b.deck.md', 'nowhere.md'],
  ]);
});

it.each([
  ['evals/x.eval.yaml', '"evals/x.eval.yaml" is an eval file.'],
  ['evals', 'There are no decks in the folder "evals".'],
  ['empty', 'There are no decks in the folder "empty".'],
])('refuses %s, which is not a deck', (name, message) => {
  const cwd = makeProject({ 'evals/x.eval.yaml': 'cases: []', 'empty/notes.txt': '' });
  expect(() => listNamedDecks([name], cwd)).toThrow(Fault);
  expect(() => listNamedDecks([name], cwd)).toThrow(message);
});
