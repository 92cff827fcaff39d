import { joinList } from '../../../base/list-text.ts';
import { quoteArgument, renderDb } from '../../../format/transcript.ts';

/** `turnwise label` as you typed it. */
export interface LabelCommand {
  /** A dataset, or `run:<id>`. */
  readonly source?: string | undefined;
  readonly deck?: string;
  /** Conversations of a run to draw at random. */
  readonly sample?: number;
  readonly seed?: number;
  readonly user?: string;
  readonly status?: readonly string[];
  readonly limit?: number;
  readonly list?: boolean;
  readonly export?: string;
  readonly db?: string;
  readonly json?: boolean;
}

/** How many conversations are shown without --limit. */
export const defaultLimit = 100;

type LabelArguments = { readonly [Name in keyof LabelCommand]?: LabelCommand[Name] | undefined } & {
  readonly source: string;
};

/** Renders `turnwise label` with these options. */
export function renderLabelCommand({ source, deck, user, status, limit, list, sample, db }: LabelArguments): string {
  const options = [
    ['--deck', deck],
    ['--user', user],
    ['--status', status && joinList(status)],
    ['--limit', limit],
    ['--sample', sample],
  ] as const;
  const typed = options.flatMap(([option, value]) =>
    value === undefined ? [] : [`${option} ${quoteArgument(String(value))}`],
  );
  return `${['turnwise label', quoteArgument(source), ...typed, ...(list === true ? ['--list'] : [])].join(' ')}${renderDb(db)}`;
}
