import { type Command, InvalidArgumentError, Option } from 'commander';
import { quoteArgument, quoteList } from '../format/transcript.ts';
import { type JobOption, type OptionList, type OptionValues, optionGroups } from '../job/option-list.ts';
import { usageFault } from './faults.ts';
import { listOption } from './option-values.ts';

/** Adds the flags of an option list to a command, in the groups of its help. */
export function addFlags(command: Command, list: OptionList): Command {
  for (const group of optionGroups) {
    const flags = Object.values(list).flatMap((one) => (one.flag?.group === group ? [toFlag(one)] : []));
    if (flags.length > 0) command.optionsGroup(group);
    for (const flag of flags) command.addOption(flag);
  }
  return command;
}

/**
 * The values of an option list, from what Commander parsed. Throws a Fault for a value that the list does not allow.
 */
export function readFlags<List extends OptionList>(
  list: List,
  typed: Readonly<Record<string, unknown>>,
): OptionValues<List> {
  const values: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(list)) {
    const value = one.flag === undefined ? undefined : typed[toFlag(one).attributeName()];
    // Commander sets `cache` to true without `--no-cache`.
    if (value === undefined || (value === true && isNegated(one))) continue;
    const { data, error } = one.type.schema.safeParse(value);
    if (error !== undefined) throw badValue(one, value, error.issues[0]);
    values[name] = data;
  }
  // The schema of each name has checked its value, as the type says.
  return values as OptionValues<List>;
}

/** The long form of an option's flag. */
export function nameFlag(one: JobOption<unknown>): string {
  return toFlag(one).long ?? '';
}

/** The flags that the resume command repeats, each with a leading space. */
export function renderKeptFlags<List extends OptionList>(list: List, values: OptionValues<List>): string {
  return renderFlags(list, values, ({ flag }) => flag?.isKept === true);
}

/** Flags as you type them, each with a leading space. */
function renderFlags<List extends OptionList>(
  list: List,
  values: OptionValues<List>,
  isWanted: (one: JobOption<unknown>) => boolean = () => true,
): string {
  return Object.entries(list)
    .filter(([, one]) => isWanted(one))
    .map(([name, one]) => renderFlag(one, values[name]))
    .join('');
}

function renderFlag(one: JobOption<unknown>, value: unknown): string {
  if (one.flag === undefined || value === undefined || value === isNegated(one)) return '';
  const long = nameFlag(one);
  if (typeof value === 'boolean') return ` ${long}`;
  if (Array.isArray(value)) return value.length === 0 ? '' : ` ${long} ${quoteList(value.map(String))}`;
  return ` ${long} ${quoteArgument(String(value))}`;
}

function toFlag({ type, flag }: JobOption<unknown>): Option {
  const { flag: flags = '', text = '', fallback } = flag ?? {};
  if (type.kind === 'list') return listOption(flags, text, fallback);
  const option = new Option(flags, text);
  if (type.choices !== undefined) return option.choices(type.choices);
  if (type.kind !== 'whole' && type.kind !== 'number') return option;
  return option.argParser((typed) => {
    const { data, error } = type.schema.safeParse(toNumber(typed, type.kind === 'whole'));
    if (error !== undefined) throw new InvalidArgumentError(error.issues[0]?.message ?? 'Expected a number.');
    return data;
  });
}

/** Undefined: not a number in decimal notation. */
function toNumber(typed: string, isWhole: boolean): number | undefined {
  const isNumber = isWhole ? /^\d{1,9}$/.test(typed) : typed.trim() !== '' && Number.isFinite(Number(typed));
  return isNumber ? Number(typed) : undefined;
}

function isNegated({ flag }: JobOption<unknown>): boolean {
  return flag?.flag.startsWith('--no-') === true;
}

function badValue(
  one: JobOption<unknown>,
  value: unknown,
  issue: { path: PropertyKey[]; message: string } | undefined,
) {
  const [index] = issue?.path ?? [];
  const wrong = Array.isArray(value) && typeof index === 'number' ? value[index] : value;
  return usageFault(`Unknown value "${wrong}" for ${nameFlag(one)}.`, issue?.message ?? 'Run the command with --help.');
}
