import { dirname } from 'node:path';
import type { GraderSpec } from '../conversation/grader-spec.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import type { EvalSource } from './run-context.ts';

/** A deck and whom it will be asked of. */
export interface AskedDeck {
  readonly deck: Deck;
  /** Before the environment is filled in. */
  readonly spec: TargetSpec;
  /** Of the project whose targets file has the target. */
  readonly root: string;
  /** Of the targets file. */
  readonly folder: string;
  /** The scores from which its graders pass, each once; null: one says `not`, and passes below one. */
  readonly marks: readonly (number | null)[];
}

/** A deck, and the grader that asks it. */
export interface AskingGrader {
  readonly deck: Deck;
  readonly grader: Pick<GraderSpec, 'threshold' | 'not'>;
  /** Id of the target that is asked. */
  readonly target: string;
}

interface Asked {
  readonly source: EvalSource;
  readonly marks: Set<number | null>;
}

/** Which decks are asked of which targets: each pair once, in the order they are met. */
export class AskedDecks {
  /** By identity: decks and targets are read once a file, and this is called for every case. */
  readonly #asked = new Map<Deck, Map<TargetSpec, Asked>>();

  add(source: EvalSource, { deck, grader, target }: AskingGrader): void {
    const spec = source.specs.get(target);
    if (spec === undefined) return;
    const ofDeck = this.#asked.get(deck) ?? new Map<TargetSpec, Asked>();
    if (ofDeck.size === 0) this.#asked.set(deck, ofDeck);
    const asked = ofDeck.get(spec) ?? { source, marks: new Set() };
    ofDeck.set(spec, asked);
    asked.marks.add(toMark(grader, deck));
  }

  list(): readonly AskedDeck[] {
    const pairs = new Map<string, AskedDeck>();
    for (const [deck, ofDeck] of this.#asked) {
      for (const [spec, { source, marks }] of ofDeck) {
        const { evalFile, targetsFile } = source;
        const key = JSON.stringify([deck.file, targetsFile?.path, spec.id]);
        const known = pairs.get(key);
        const folder = dirname(targetsFile?.path ?? evalFile.path);
        const pair = known ?? { deck, spec, root: evalFile.root, folder };
        pairs.set(key, { ...pair, marks: [...new Set([...(known?.marks ?? []), ...marks])] });
      }
    }
    return [...pairs.values()];
  }
}

function toMark({ threshold, not }: AskingGrader['grader'], { pass }: Deck): number | null {
  return not === true ? null : (threshold ?? pass);
}
