import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../test/support/temp-project.ts';
import { Fault } from '../base/fault.ts';
import { chooseTargets, DeckTargets } from './deck-targets.ts';

const one = 'targets: [{id: small, provider: builtin, model: echo}]\n';
const two =
  'targets: [{id: small, provider: builtin, model: echo}, {id: big, provider: builtin, model: echo}, {id: far, provider: vscode}]\n';

function open(files: Readonly<Record<string, string>>, deck = 'tone.deck.md') {
  const root = makeProject(files);
  return new DeckTargets(root).open({ path: join(root, deck), root });
}

function choose(targets: string | undefined, deck: { readonly target?: string }, chosen: readonly string[] = []) {
  const source = open(targets === undefined ? {} : { 'targets.yaml': targets });
  return chooseTargets({ file: 'tone.deck.md', ...deck }, source, { flag: '--judge', values: chosen }).map(
    ({ id }) => id,
  );
}

function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Fault) return `${error.message} ${error.problems[0]?.hint}`;
    throw error;
  }
  return '';
}

describe('DeckTargets', () => {
  it('finds the nearest targets file of each deck', () => {
    const files = { 'targets.yaml': one, 'graders/targets.yaml': two.replace(/, \{id: far.*\}\]/, ']') };
    expect([...open(files).specs.keys()]).toEqual(['small']);
    expect([...open(files, 'graders/tone.deck.md').specs.keys()]).toEqual(['small', 'big']);
    expect([...open({}).specs.keys()]).toEqual([]);
  });

  it('refuses a broken targets file', () => {
    expect(() => open({ 'targets.yaml': 'targets: [{id: a, provider: builtin, model: nobody}]\n' })).toThrow(Fault);
  });
});

describe('chooseTargets', () => {
  const usable = two.replace(/, \{id: far.*\}\]/, ']');

  it('uses the chosen targets, else that of the deck, else the only one', () => {
    expect(choose(usable, { target: 'small' }, ['big', 'small', 'big'])).toEqual(['big', 'small']);
    expect(choose(usable, { target: 'big' })).toEqual(['big']);
    expect(choose(one, {})).toEqual(['small']);
  });

  it('lists the available targets if none is set', () => {
    expect(faultOf(() => choose(usable, {}))).toBe(
      'No judge target is set for the deck tone.deck.md. targets.yaml has small, big. ' +
        'Pass --judge <id>, or write target = "<id>" in the deck.',
    );
    expect(faultOf(() => choose(undefined, {}))).toContain('There is no targets.yaml');
  });

  it('suggests an existing target for an unknown one', () => {
    expect(faultOf(() => choose(usable, {}, ['smal']))).toBe(
      'There is no target "smal" in targets.yaml. Did you mean "small"?',
    );
    expect(faultOf(() => choose(undefined, { target: 'big' }))).toContain('There is no targets.yaml for tone.deck.md.');
  });
});
