import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../test/support/temp-project.ts';
import { isDeckFile, readAddedDecks, toAddedGraders } from './added-decks.ts';

const contexts = '\n[contexts.fullConversation]\nassistantQuestion = "What was said?"\n';

function makeDecks(files: Readonly<Record<string, string>> = {}): string {
  const text = 'How kind is it?\n\n![contexts](contexts.toml)\n';
  const whole = `+++\nsees = "conversation"\n+++\n${text}`;
  return makeProject({ 'tone.deck.md': text, 'whole.deck.md': whole, 'contexts.toml': contexts, ...files });
}

describe('readAddedDecks', () => {
  it('reads decks relative to the current folder, and names them from the project root', () => {
    const root = makeDecks();
    mkdirSync(join(root, 'evals'));
    const { decks } = readAddedDecks(['../tone.deck.md'], { root, cwd: join(root, 'evals') });
    expect(decks).toMatchObject([{ written: '/tone.deck.md', when: 'last', deck: { sees: 'history' } }]);
  });

  it('adds a deck once, even if it is named twice', () => {
    const root = makeDecks();
    expect(readAddedDecks(['tone.deck.md', './tone.deck.md'], { root, cwd: root }).decks).toHaveLength(1);
  });

  it.each([
    ['tone.deck.md', undefined, 'last'],
    ['tone.deck.md', 'all', 'all'],
    ['tone.deck.md', 'conversation', 'conversation'],
    ['whole.deck.md', undefined, 'conversation'],
    ['whole.deck.md', 'conversation', 'conversation'],
  ] as const)('lets %s with --when %s grade: %s', (file, when, wanted) => {
    const root = makeDecks();
    expect(readAddedDecks([file], { root, cwd: root, when }).decks[0]?.when).toBe(wanted);
  });

  it('refuses --when for a reply if the deck also sees later turns', () => {
    const root = makeDecks();
    expect(() => readAddedDecks(['whole.deck.md'], { root, cwd: root, when: 'all' })).toThrow(
      /shows the whole conversation, so --when all does not work with it/,
    );
  });

  it('refuses missing decks, and decks outside the project', () => {
    const root = makeDecks();
    const outside = makeProject({ 'far.deck.md': 'x' });
    symlinkSync(join(outside, 'far.deck.md'), join(root, 'link.deck.md'));
    const read = (file: string) => () => readAddedDecks([file], { root, cwd: root });
    expect(read('tune.deck.md')).toThrow('There is no deck "tune.deck.md".');
    expect(read(join(outside, 'far.deck.md'))).toThrow(/leaves the project/);
    expect(read('link.deck.md')).toThrow(/is a symbolic link that leaves the project/);
  });
});

describe('toAddedGraders', () => {
  it('names each grader after its file, with a unique id', () => {
    const root = makeDecks();
    const { decks } = readAddedDecks(['tone.deck.md'], { root, cwd: root });
    const twins = decks.map((deck) => ({ ...deck, written: '/other/tone.deck.md' }));
    expect(toAddedGraders([...decks, ...twins], ['tone', 'contains-1'])).toMatchObject([
      { id: 'tone~2', kind: 'judge', spec: { judge: '/tone.deck.md' }, when: 'last' },
      { id: 'tone~3', kind: 'judge', spec: { judge: '/other/tone.deck.md' } },
    ]);
  });
});

it.each([
  ['tone.deck.md', true],
  ['decks/TONE.MD', true],
  ['must-mention', false],
  ['turn-0/outcome', false],
])('recognizes %s as a deck file: %s', (word, isFile) => {
  expect(isDeckFile(word)).toBe(isFile);
});
