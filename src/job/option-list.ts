import { z } from 'zod';
import { Fault, type Problem, toError } from '../base/fault.ts';
import { suggestFrom } from '../base/nearest.ts';

/** How an option is written on the command line. */
export interface OptionFlag {
  /** As help prints it: `-c, --concurrency <n>`. */
  readonly flag: string;
  readonly text: string;
  /** The heading in help. */
  readonly group: string;
  /** What a list option has when it is not given, as help names it. */
  readonly fallback?: string;
  /** A command that resumes the job repeats it. */
  readonly isKept?: true;
}

/** One option of a job: its values in the library, and its flag. */
export interface JobOption<Value> {
  readonly schema: z.ZodType<Value>;
  /** Absent: only the library has it. */
  readonly flag?: OptionFlag;
}

/** The options of a job. Types, flags, checks and resume commands all come from it. */
export type OptionList = Readonly<Record<string, JobOption<unknown>>>;

export type OptionValues<List> = {
  readonly [Name in keyof List]?: List[Name] extends JobOption<infer Value> ? Value : never;
};

export function option<Value>(schema: z.ZodType<Value>, flag?: OptionFlag): JobOption<Value> {
  return flag === undefined ? { schema } : { schema, flag };
}

export const wholeNumber = z.int('Expected a whole number above 0.').min(1, 'Expected a whole number above 0.');
export const wholeOrZero = z.int('Expected a whole number.').min(0, 'Expected a whole number.');
export const positive = z.number('Expected a number above 0.').gt(0, 'Expected a number above 0.');
export const rate = z
  .number('Expected a number from 0 to 1.')
  .min(0, 'Expected a number from 0 to 1.')
  .max(1, 'Expected a number from 0 to 1.');
export const text = z.string('Expected a text.');
export const toggle = z.boolean('Expected true or false.');
export const texts: z.ZodType<readonly string[]> = z.array(z.string(), 'Expected a list of texts.');

/** What every job takes in the library alone. */
export const processOptions = {
  /** Abort it to stop the job as one Ctrl-C does. You can resume it. */
  signal: option(z.instanceof(AbortSignal)),
  cwd: option(text),
  env: option(z.custom<Readonly<Record<string, string | undefined>>>((value) => typeof value === 'object')),
};

/**
 * Checks options as JavaScript lets them be passed. A misspelled name would be ignored, and the call would do something
 * else: without `targets`, it plays them all. Throws one Fault for everything that is wrong.
 */
export function checkOptions(caller: string, options: object, list: OptionList): void {
  const names = Object.keys(list);
  const problems = Object.entries(options).flatMap(([name, value]): readonly Problem[] => {
    const known = Object.hasOwn(list, name) ? list[name] : undefined;
    if (known === undefined) return [toUnknownOption(caller, name, names)];
    const issue = value === undefined ? undefined : known.schema.safeParse(value).error?.issues[0];
    if (issue === undefined) return [];
    return [
      toError({ code: 'LIBRARY_USAGE', message: `The option "${name}" of ${caller} is invalid.`, hint: issue.message }),
    ];
  });
  const [first, ...rest] = problems;
  if (first !== undefined) throw new Fault([first, ...rest]);
}

function toUnknownOption(caller: string, name: string, known: readonly string[]): Problem {
  const message = `${caller} has no option "${name}".`;
  return toError({ code: 'LIBRARY_USAGE', message, hint: suggestFrom(name, known, 'Available options') });
}
