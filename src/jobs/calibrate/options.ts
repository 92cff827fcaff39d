import type { Split } from '../../conversation/sample.ts';
import type { OptionNames } from '../../job/option-names.ts';

/** How judges are set against people. Nothing is needed: the samples of the decks, the targets that the decks name. */
export interface CalibrateDecksOptions {
  /** Sample files from `cwd`, or dataset:NAME. Default: the samples that the deck includes. */
  readonly samples?: readonly string[];
  /** true: also the bundled deck that `outcome` and `rubric` follow. It has no samples of its own. */
  readonly rubric?: boolean;
  /** Ids of the targets that judge, each by every deck. Default: the `target` of each deck, or the only target there is. */
  readonly judges?: readonly string[];
  /** The judge in use and those that could replace it, in place of `judges`: each new one is compared with the first. */
  readonly swap?: readonly string[];
  /** How often each judge is asked about each sample. Default: 1. */
  readonly repeat?: number;
  /** Only samples with one of these tags. */
  readonly tags?: readonly string[];
  /** Default: tune. */
  readonly split?: Split;
  /** true: each sample is also asked with the history removed, shuffled, and with an instruction to the judge in it. */
  readonly probe?: boolean;
  /** true: a sample that would be skipped is a fault. */
  readonly strict?: boolean;
  /** true: `expected` is shown whole, the human score with it. Nothing can be certified by it. */
  readonly allowLeak?: boolean;

  /** Most calls at once, over all decks and judges. Default: 10. */
  readonly concurrency?: number;
  readonly timeoutSeconds?: number;
  readonly budgetUsd?: number;
  readonly maxCalls?: number;
  /** false: replies are neither taken from the cache nor kept there. */
  readonly cache?: boolean;
  /** File that every call is written to, for a `replay` target. */
  readonly record?: string;

  /** Database file. Default: .turnwise/turnwise.db of the project. */
  readonly db?: string;
  /** Aborted: it stops as with one Ctrl-C, and can be gone on with. */
  readonly signal?: AbortSignal;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** By which a call is checked. */
export const calibrateDecksOptionNames = {
  samples: true,
  rubric: true,
  judges: true,
  swap: true,
  repeat: true,
  tags: true,
  split: true,
  probe: true,
  strict: true,
  allowLeak: true,
  concurrency: true,
  timeoutSeconds: true,
  budgetUsd: true,
  maxCalls: true,
  cache: true,
  record: true,
  db: true,
  signal: true,
  cwd: true,
  env: true,
} as const satisfies OptionNames<CalibrateDecksOptions>;

export interface CalibrateRequest extends CalibrateDecksOptions {
  /** Deck files, from `cwd`. */
  readonly decks: readonly string[];
}

type SwapOptions = Pick<CalibrateDecksOptions, 'swap' | 'judges' | 'allowLeak'>;

/** Why the judges of a swap cannot be compared as they are named, and what to do. Undefined: they can be, or none are. */
export function findSwapFault({ swap, judges = [], allowLeak }: SwapOptions) {
  if (swap === undefined) return undefined;
  const twice = swap.find((id, index) => swap.indexOf(id) !== index);
  if (twice !== undefined) {
    return { message: `The swap names "${twice}" twice.`, hint: 'Write the old judge first, then each new one once.' };
  }
  if (swap.length < 2) {
    const named = swap.length === 0 ? 'names no judge' : `names only "${swap[0]}"`;
    return { message: `The swap ${named}.`, hint: 'Write the old judge, then the new one: old,new.' };
  }
  if (judges.length > 0) {
    return {
      message: '--swap already sets the judges.',
      hint: 'Remove --judge (in code: judges).',
    };
  }
  if (allowLeak !== true) return undefined;
  return {
    message: 'You cannot compare judges that see the human scores.',
    hint: 'Remove --allow-leak (in code: allowLeak).',
  };
}
