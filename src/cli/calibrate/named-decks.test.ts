import { expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault } from '../../base/fault.ts';
import { listNamedDecks } from './named-decks.ts';

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
