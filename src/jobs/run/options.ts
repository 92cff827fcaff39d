import { definedOnly } from '../../base/defined-only.ts';
import type { RunOptions } from '../../conversation/run/run-spec.ts';
import { cacheOptions, certificateOptions, databaseOptions, limitOptions } from '../../job/call-options.ts';
import {
  choices,
  type OptionValues,
  option,
  positive,
  processOptions,
  text,
  textOrTrue,
  texts,
  toggle,
  wholeNumber,
  wholeOrZero,
} from '../../job/option-list.ts';

/** The options of `turnwise run` and `runEval`. One that decides what is played is also recorded: `toRecordedOptions`. */
export const runOptions = {
  /** Eval files or folders, from `cwd`. Default: the evals of the project around `cwd`. */
  files: option(texts),
  /** Ids of targets. Default: those in the files. */
  targets: option(texts, {
    flag: '-t, --target <ids>',
    text: 'test these targets instead of those in the files',
    group: 'Select:',
  }),
  /** Format sent to models, one variant each. Default: the target's own setting, else messages. */
  send: option(choices('messages', 'question'), {
    flag: '--send <formats>',
    text: 'format sent to models: messages, question, or both as two variants',
    group: 'Select:',
    fallback: "the target's setting",
  }),
  cases: option(texts, { flag: '--case <ids>', text: 'run only these cases', group: 'Select:' }),
  tags: option(texts, {
    flag: '--tag <tags>',
    text: 'run only cases with at least one of these tags',
    group: 'Select:',
  }),
  limit: option(wholeNumber, { flag: '--limit <n>', text: 'run only the first n cases', group: 'Select:' }),
  repeat: option(wholeNumber, { flag: '--repeat <n>', text: 'run each case n times', group: 'Select:' }),
  seed: option(wholeOrZero, {
    flag: '--seed <n>',
    text: 'seed for models that accept one (each repeat adds its number)',
    group: 'Select:',
  }),
  /** Default target for LLM judges. Default: the one in the files. */
  judge: option(text, { flag: '--judge <id>', text: 'default target for LLM judges', group: 'Select:' }),

  ...limitOptions,
  /** Maximum replies per conversation. Default: 500. */
  maxTurns: option(wholeNumber, {
    flag: '--max-turns <n>',
    text: 'maximum replies per conversation (default: 500)',
    group: 'Limits:',
    isKept: true,
  }),
  /** Maximum tokens per conversation. */
  maxTokens: option(wholeNumber, {
    flag: '--max-tokens <n>',
    text: 'maximum tokens per conversation',
    group: 'Limits:',
    isKept: true,
  }),
  /** Maximum seconds per conversation. */
  maxSeconds: option(positive, {
    flag: '--max-seconds <n>',
    text: 'maximum time per conversation',
    group: 'Limits:',
    isKept: true,
  }),

  /** Id of a run to resume. true: the latest unfinished run. */
  resume: option(textOrTrue, {
    flag: '--resume [run]',
    text: 'resume a run where it stopped (default: the latest unfinished run)',
    group: 'Resume:',
  }),
  /** Retries conversations that ended in an error. */
  retryErrors: option(toggle, {
    flag: '--retry-errors',
    text: 'retry conversations that ended in an error (default: of the latest run)',
    group: 'Resume:',
  }),
  /** Resumes even if files or targets changed. */
  force: option(toggle, {
    flag: '--force',
    text: 'resume even if files or targets changed',
    group: 'Resume:',
  }),

  ...certificateOptions,
  ...cacheOptions,
  ...databaseOptions,
  ...processOptions,
};

/** What to run, and how. Every option is optional: without `files` or `resume`, the project's evals run. */
export interface RunEvalOptions extends OptionValues<typeof runOptions> {}

export function isResumed({ resume, retryErrors }: Pick<RunEvalOptions, 'resume' | 'retryErrors'>): boolean {
  return resume !== undefined || retryErrors === true;
}

/** The options in the record of a run: those that decide what is played. */
export function toRecordedOptions(options: RunEvalOptions): RunOptions {
  const { targets, send, cases, tags, limit, repeat = 1, seed, judge, cache } = options;
  return definedOnly({
    repeat,
    targets: targets && [...targets],
    send: send && [...send],
    cases: cases && [...cases],
    tags: tags && [...tags],
    limit,
    seed,
    judge,
    cache: cache === false ? cache : undefined,
  });
}
