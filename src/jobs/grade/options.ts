import type { ConversationStart } from '../../conversation/stored-conversation.ts';
import type { Spent } from '../../job/budget.ts';
import { cacheOptions, certificateOptions, databaseOptions, limitOptions } from '../../job/call-options.ts';
import { choice, type OptionValues, option, processOptions, text, texts } from '../../job/option-list.ts';

/** The options of `turnwise grade` and `gradeRun`. */
export const gradeOptions = {
  /** Ids or kinds of graders, or deck files from `cwd`. All other graders keep their verdicts. Default: every grader. */
  graders: option(texts, {
    flag: '-g, --grader <names>',
    text: 'use only these graders: ids, kinds, or deck files to add judges',
    group: 'Select:',
    isKept: true,
  }),
  /** What the decks among `graders` grade. Default: the last reply, or the conversation if the deck sees all of it. */
  when: option(choice('last', 'all', 'conversation'), {
    flag: '--when <what>',
    text: 'what a deck from --grader grades (default: last, or what the deck sees)',
    group: 'Select:',
    isKept: true,
  }),
  /** Default target for LLM judges. Default: the one of the run, then the one in the files. */
  judge: option(text, {
    flag: '--judge <id>',
    text: 'default target for LLM judges',
    group: 'Select:',
    isKept: true,
  }),

  ...limitOptions,
  ...certificateOptions,
  ...cacheOptions,
  ...databaseOptions,
  ...processOptions,
};

/** How to regrade the recorded replies of a run. Every option is optional: by default every grader is used. */
export interface GradeRunOptions extends OptionValues<typeof gradeOptions> {}

/**
 * Asks judges a second time about the same replies, to measure judge noise. Such a grading is recorded, and never
 * counts.
 */
interface SecondJudging {
  /** Selects the conversations that are judged again. */
  readonly isChosen: (start: ConversationStart) => boolean;
  /** What the run spent just before. It counts toward the limits. */
  readonly spent?: Spent;
}

export interface GradingOptions extends GradeRunOptions {
  readonly again?: SecondJudging | undefined;
}
