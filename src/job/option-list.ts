import { z } from 'zod';
import { Fault, type Problem, toError } from '../base/fault.ts';
import { suggestFrom } from '../base/nearest.ts';

/** What the value of an option is: how the library checks it, and how the command line reads it. */
interface ValueType<Value> {
  readonly schema: z.ZodType<Value>;
  /** `list`: repeatable and comma-separated. `switch`: a flag without a value. */
  readonly kind: 'text' | 'number' | 'whole' | 'list' | 'switch' | 'object';
  /** The only values allowed. */
  readonly choices?: readonly string[];
}

/** How an option is written on the command line. */
export interface OptionFlag {
  /** As help prints it: `-c, --concurrency <n>`. */
  readonly flag: string;
  readonly text: string;
  /** The heading in help. */
  readonly group: OptionGroup;
  /** The default of a list, as help prints it. */
  readonly fallback?: string;
  /** The command that resumes the job repeats it. */
  readonly isKept?: true;
}

/** The headings in help, in their order. */
export const optionGroups = ['Select:', 'Limits:', 'Resume:', 'Results:', 'Options:'] as const;
type OptionGroup = (typeof optionGroups)[number];

/** One option of a job: its values in the library, and its flag. */
export interface JobOption<Value> {
  readonly type: ValueType<Value>;
  /** Absent: the option exists only in the library. */
  readonly flag?: OptionFlag;
}

/** The options of a job. Types, flags, checks and resume commands all come from this list. */
export type OptionList = Readonly<Record<string, JobOption<unknown>>>;

export type OptionValues<List> = {
  readonly [Name in keyof List]?: (List[Name] extends JobOption<infer Value> ? Value : never) | undefined;
};

export function option<Value>(type: ValueType<Value>, flag?: OptionFlag): JobOption<Value> {
  return flag === undefined ? { type } : { type, flag };
}

/** The same option, repeated by the command that resumes the job. */
export function kept<Value>({ type, flag }: JobOption<Value>): JobOption<Value> {
  return flag === undefined ? { type } : { type, flag: { ...flag, isKept: true } };
}

const aboveZero = 'Expected a whole number above 0.';
const fromZeroToOne = 'Expected a number from 0 to 1.';

export const wholeNumber: ValueType<number> = { kind: 'whole', schema: z.int(aboveZero).min(1, aboveZero) };
export const wholeOrZero: ValueType<number> = {
  kind: 'whole',
  schema: z.int('Expected a whole number.').min(0, 'Expected a whole number.'),
};
export const positive: ValueType<number> = {
  kind: 'number',
  schema: z.number('Expected a number above 0.').gt(0, 'Expected a number above 0.'),
};
export const rate: ValueType<number> = {
  kind: 'number',
  schema: z.number(fromZeroToOne).min(0, fromZeroToOne).max(1, fromZeroToOne),
};
export const text: ValueType<string> = { kind: 'text', schema: z.string('Expected a text.') };
export const texts: ValueType<readonly string[]> = {
  kind: 'list',
  schema: z.array(z.string(), 'Expected a list of texts.'),
};
export const toggle: ValueType<boolean> = { kind: 'switch', schema: z.boolean('Expected true or false.') };

/** A text, or true for a default: `--resume [run]`. */
export const textOrTrue: ValueType<string | true> = {
  kind: 'text',
  schema: z.union([z.string(), z.literal(true)], 'Expected a text or true.'),
};

export function choice<const Name extends string>(...names: readonly [Name, ...Name[]]): ValueType<Name> {
  return { kind: 'text', schema: z.enum(names, `Available: ${names.join(', ')}.`), choices: names };
}

export function choices<const Name extends string>(...names: readonly [Name, ...Name[]]): ValueType<readonly Name[]> {
  const available = `Available: ${names.join(', ')}.`;
  return { kind: 'list', schema: z.array(z.enum(names, available), 'Expected a list of texts.'), choices: names };
}

/** The options that jobs have in the library, and not on the command line. */
export const processOptions = {
  /** Abort it to stop the job as one Ctrl-C does. You can resume it. */
  signal: option<AbortSignal>({ kind: 'object', schema: z.instanceof(AbortSignal) }),
  cwd: option(text),
  env: option<Readonly<Record<string, string | undefined>>>({
    kind: 'object',
    schema: z.custom<Readonly<Record<string, string | undefined>>>((value) => typeof value === 'object'),
  }),
};

/**
 * Checks the options of a library call. In JavaScript a misspelled name would be ignored: without `targets`, a run
 * would test all of them. Throws one Fault for everything that is wrong.
 */
export function checkOptions(caller: string, options: object, list: OptionList): void {
  const names = Object.keys(list);
  const problems = Object.entries(options).flatMap(([name, value]): readonly Problem[] => {
    const known = Object.hasOwn(list, name) ? list[name] : undefined;
    if (known === undefined) return [toUnknownOption(caller, name, names)];
    const issue = value === undefined ? undefined : known.type.schema.safeParse(value).error?.issues[0];
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
