import { cacheOptions, databaseOptions, limitOptions } from '../../job/call-options.ts';
import {
  choice,
  kept,
  type OptionValues,
  option,
  processOptions,
  texts,
  toggle,
  wholeNumber,
} from '../../job/option-list.ts';

/** The options of `turnwise calibrate` and `calibrateDecks`. */
export const calibrateOptions = {
  /** true: also the built-in deck of `outcome` and `rubric` graders. It has no samples of its own. */
  rubric: option(toggle, {
    flag: '--rubric',
    text: 'calibrate the built-in deck of outcome and rubric graders (needs --samples with outcomes)',
    group: 'Select:',
    isKept: true,
  }),
  /** Sample files from `cwd`, or dataset:NAME. Default: the samples that the deck includes. */
  samples: option(texts, {
    flag: '--samples <sources>',
    text: 'sample files, or dataset:NAME for the labels of a dataset',
    group: 'Select:',
    fallback: "the deck's own samples",
    isKept: true,
  }),
  /** Ids of judge targets. Each follows every deck. Default: the `target` of each deck, or the only target. */
  judges: option(texts, {
    flag: '--judge <ids>',
    text: 'judge targets to calibrate',
    group: 'Select:',
    fallback: "the deck's target",
    isKept: true,
  }),
  /** The old judge, then new ones, instead of `judges`: each new one is compared with the old one. */
  swap: option(texts, {
    flag: '--swap <ids>',
    text: 'compare new judges with the old one on the same samples: old,new',
    group: 'Select:',
    isKept: true,
  }),
  /** Only samples with one of these tags. */
  tags: option(texts, {
    flag: '--tag <tags>',
    text: 'use only samples with at least one of these tags',
    group: 'Select:',
    isKept: true,
  }),
  /** Default: tune. */
  split: option(choice('tune', 'test'), {
    flag: '--split <name>',
    text: 'tune to improve a deck, test for the final measurement (default: tune)',
    group: 'Select:',
    isKept: true,
  }),
  /** How often each judge is asked about each sample. Metrics use the first answer. Default: 1. */
  repeat: option(wholeNumber, {
    flag: '--repeat <n>',
    text: 'ask each judge n times per sample. Metrics use the first answer (default: 1)',
    group: 'Select:',
    isKept: true,
  }),
  ...limitOptions,
  concurrency: kept(limitOptions.concurrency),
  timeoutSeconds: kept(limitOptions.timeoutSeconds),
  record: cacheOptions.record,
  /** true: each sample is also asked with the history removed, shuffled, and with an injected instruction. */
  probe: option(toggle, {
    flag: '--probe',
    text: 'also test each judge with the history removed, shuffled, and with an injected instruction',
    group: 'Select:',
    isKept: true,
  }),
  /** true: a sample that would be skipped is a fault. */
  strict: option(toggle, {
    flag: '--strict',
    text: 'fail instead of skipping invalid samples',
    group: 'Select:',
    isKept: true,
  }),
  /** true: the judge may see the human score in `expected`. Such a calibration certifies nothing. */
  allowLeak: option(toggle, {
    flag: '--allow-leak',
    text: 'show judges the human scores if the deck asks for them (no certificate is written)',
    group: 'Select:',
    isKept: true,
  }),
  cache: cacheOptions.cache,
  ...databaseOptions,
  ...processOptions,
};

/** How judges are compared with people. Every option is optional. */
export interface CalibrateDecksOptions extends OptionValues<typeof calibrateOptions> {}

type SwapOptions = Pick<CalibrateDecksOptions, 'swap' | 'judges' | 'allowLeak'>;

/**
 * Why the judges of a swap cannot be compared, and what to do. Undefined: there is no swap, or nothing is wrong with
 * it.
 */
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
