import { basename, relative, resolve, sep } from 'node:path';
import { assertNoErrors, Fault, type Problem } from '../base/fault.ts';
import type { When } from '../conversation/grader-spec.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import { readDeck } from '../files/deck/read-deck.ts';
import { toShownFile } from '../files/project/project.ts';
import { resolveInside, toSecretProblem } from '../files/project/resolve-inside.ts';
import type { CaseGrader } from '../grade/case-graders.ts';

/** A deck that grades every case of a run besides the graders in the files. */
export interface AddedDeck {
  readonly deck: Deck;
  /** As an eval file would name it: from the project root, with a leading slash. */
  readonly written: string;
  readonly when: When;
}

interface DeckPlace {
  readonly root: string;
  readonly cwd: string;
  /** For all of them; default: as each deck sees. */
  readonly when?: 'last' | 'all' | 'conversation' | undefined;
}

/** Whether a word of `--grader` names a deck file. */
export function isDeckFile(word: string): boolean {
  return /\.md$/i.test(word);
}

/** Reads decks that were named from where the user is. Throws a Fault when one cannot be read or leaves the project. */
export function readAddedDecks(
  files: readonly string[],
  { root, cwd, when }: DeckPlace,
): { readonly decks: readonly AddedDeck[]; readonly warnings: readonly Problem[] } {
  const decks = new Map<string, AddedDeck>();
  const warnings: Problem[] = [];
  for (const file of files) {
    const path = resolveDeck(file, root, cwd);
    const { deck, problems } = readDeck(path, { cwd });
    assertNoErrors(problems);
    if (deck === undefined) continue;
    warnings.push(...problems);
    const written = `/${relative(root, path).split(sep).join('/')}`;
    decks.set(written, { deck, written, when: toWhen(deck, when) });
  }
  return { decks: [...decks.values()], warnings };
}

/** The decks as graders of every case, each under the name of its file; `taken`: ids that graders of the cases have. */
export function toAddedGraders(decks: readonly AddedDeck[], taken: readonly string[]): readonly CaseGrader[] {
  const ids = new Set(taken);
  return decks.map(({ written, when }) => {
    const name = basename(written).replace(/(?:\.deck)?\.md$/i, '');
    let id = name;
    for (let count = 2; ids.has(id); count += 1) id = `${name}~${count}`;
    ids.add(id);
    return { id, kind: 'judge', spec: { id, judge: written, when }, when };
  });
}

function resolveDeck(file: string, root: string, cwd: string): string {
  const found = resolveInside(relative(root, resolve(cwd, file)), [root], root);
  if (found.status === 'found') return found.path;
  if (found.status === 'secret') throw new Fault(toSecretProblem(file));
  if (found.status === 'outside') {
    const hint = `Copy the deck into the project root, "${toShownFile(root, cwd)}".`;
    throw new Fault({ code: 'FILE_OUTSIDE_ROOT', message: `The deck "${file}" ${found.what}.`, hint });
  }
  const hint = found.nearest === undefined ? undefined : `Did you mean "${basename(found.nearest)}"?`;
  const message = `There is no deck "${file}".`;
  throw new Fault({ code: 'FILE_MISSING', message, ...(hint === undefined ? {} : { hint }) });
}

/** A deck that is shown the whole conversation cannot speak of one reply: it would see what came later. */
function toWhen({ sees, file }: Deck, when: DeckPlace['when']): When {
  const own = sees === 'conversation' ? 'conversation' : 'last';
  if (when === undefined || when === own || own === 'last') return when ?? own;
  const message = `The deck "${file}" shows the whole conversation, so --when ${when} does not work with it.`;
  throw new Fault({ code: 'CLI_USAGE', message, hint: 'Remove --when, or set `sees = "history"` in the deck.' });
}
