import { assertNoErrors, Fault } from '../base/fault.ts';
import type { TypedValues } from '../base/nearest.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import {
  findTargetsFile,
  readTargets,
  type TargetSource,
  type TargetsFile,
  unknownTargetFault,
} from '../files/targets/read-targets.ts';

/** The targets files that apply to decks. Each is read once. */
export class DeckTargets {
  readonly #cwd: string;
  readonly #files = new Map<string, TargetsFile>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** What a deck may ask. Throws a Fault when its targets file is broken. */
  open({ path, root }: { readonly path: string; readonly root: string }): TargetSource {
    const file = findTargetsFile(path, root);
    const targetsFile = file === undefined ? undefined : this.#read(file);
    return { path, root, targetsFile, specs: new Map(targetsFile?.targets.map((spec) => [spec.id, spec])) };
  }

  #read(path: string): TargetsFile {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const targetsFile = readTargets(path, this.#cwd);
    assertNoErrors(targetsFile.problems);
    this.#files.set(path, targetsFile);
    return targetsFile;
  }
}

/** Who is asked by a deck: those that were chosen, else the deck's own, else the only target there is. */
export function chooseTargets(
  deck: Pick<Deck, 'file' | 'target'>,
  { targetsFile, specs }: TargetSource,
  chosen: TypedValues = { flag: '--judge', values: [] },
): readonly TargetSpec[] {
  const named = chosen.values.length > 0 || deck.target === undefined ? chosen.values : [deck.target];
  const ids = named.length > 0 ? new Set(named) : specs.keys();
  if (named.length === 0 && specs.size !== 1) throw unnamedTarget(deck.file, targetsFile);
  return Array.from(ids, (id) => {
    const spec = specs.get(id);
    if (spec === undefined) throw unknownTargetFault(id, { file: deck.file, targetsFile, typed: chosen });
    return spec;
  });
}

function unnamedTarget(file: string, targetsFile: TargetsFile | undefined): Fault {
  const ids = (targetsFile?.targets ?? []).map(({ id }) => id);
  const message = `No judge target is set for the deck ${file}.`;
  // The first of them may well be the one that is tested: none is suggested.
  const there =
    targetsFile === undefined
      ? 'There is no targets.yaml. `turnwise init` writes an example.'
      : `${targetsFile.file} has ${ids.length === 0 ? 'no usable targets' : ids.slice(0, 20).join(', ')}.`;
  const hint = `${there} Pass --judge <id>, or write target = "<id>" in the deck.`;
  return new Fault({ code: 'RUN_NO_TARGET', message, hint });
}
