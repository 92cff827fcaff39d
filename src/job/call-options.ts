import { type OptionValues, option, positive, text, toggle, wholeNumber } from './option-list.ts';

/** How a job calls models. Every job has these options. */
export const limitOptions = {
  /** Maximum concurrent calls. Default: 10. */
  concurrency: option(wholeNumber, {
    flag: '-c, --concurrency <n>',
    text: 'maximum concurrent calls (default: 10)',
    group: 'Limits:',
  }),
  timeoutSeconds: option(positive, {
    flag: '--timeout <seconds>',
    text: "time limit per call (default: 120, or the target's own limit)",
    group: 'Limits:',
  }),
  budgetUsd: option(positive, {
    flag: '--budget-usd <n>',
    text: 'stop before the cost exceeds this amount',
    group: 'Limits:',
  }),
  maxCalls: option(wholeNumber, { flag: '--max-calls <n>', text: 'stop after n calls', group: 'Limits:' }),
};

/** How a job uses the response cache, and whether it records its calls. */
export const cacheOptions = {
  /** false: the response cache is neither read nor written. */
  cache: option(toggle, {
    flag: '--no-cache',
    text: 'ignore cached replies',
    group: 'Options:',
    isKept: true,
  }),
  /** Cassette file to record every call to, for a `replay` target. */
  record: option(text, {
    flag: '--record <file>',
    text: 'record every call to a cassette for a replay target',
    group: 'Options:',
    isKept: true,
  }),
};

/** What a run or a grading requires of its judges. */
export const certificateOptions = {
  /** true: a judge without a trusted, up-to-date certificate is a fault before any call. */
  requireCertified: option(toggle, {
    flag: '--require-certified',
    text: 'exit with code 2 unless every judge has a trusted, up-to-date certificate',
    group: 'Results:',
    isKept: true,
  }),
  /** true: `requireCertified` does not apply to `outcome` and `rubric` graders. */
  exemptRubric: option(toggle, {
    flag: '--exempt-rubric',
    text: 'with --require-certified: allow outcome and rubric graders without a certificate',
    group: 'Results:',
    isKept: true,
  }),
};

/** Where a job records what it does. */
export const databaseOptions = {
  /** Database file. Default: .turnwise/turnwise.db in the project. */
  db: option(text, {
    flag: '--db <file>',
    text: 'database file (default: .turnwise/turnwise.db in the project)',
    group: 'Options:',
    isKept: true,
  }),
};

export type CallOptions = OptionValues<typeof limitOptions & typeof cacheOptions>;
