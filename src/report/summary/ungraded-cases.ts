import { wrap } from '../../base/terminal-text.ts';
import { UngradedCause } from '../../conversation/verdict.ts';
import { quoteList } from '../../format/transcript.ts';
import type { Note } from '../fit-lines.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { CauseMetrics, RunMetrics, UngradedVerdicts } from '../run-metrics.ts';
import type { FailedCase } from '../run-summary.ts';

interface FixCommands {
  /** Prints what the judge was sent and replied. */
  readonly show: string;
  readonly grade: string;
}

interface Fix {
  readonly advice: string;
  /** What leads to the command. Absent: the advice does. */
  readonly lead?: string;
  readonly command?: keyof FixCommands;
}

/** What makes a case of this cause graded next time. */
const fixes: Readonly<Record<UngradedCause, Fix>> = {
  'no-grader': { advice: 'Add an answer key, an outcome or graders' },
  'no-reward': { advice: 'Add the reward to the file, then import it again' },
  'no-judge': { advice: 'Set a judge with --judge <target> or in the eval file' },
  unparseable: { advice: 'Ask for JSON in the deck', lead: "To read the judge's reply:", command: 'show' },
  'out-of-scale': { advice: 'State the scale in the deck' },
  refused: { advice: 'Reword the deck or use another judge' },
  'too-long': { advice: 'Set window in the deck, or use a judge with a larger context window' },
  'provider-error': { advice: 'Re-grade the run', command: 'grade' },
  timeout: { advice: 'Raise the timeout, then re-grade the run', command: 'grade' },
  'not-applicable': { advice: "Check the grader's `when` and its inputs: a reply, references or JSON" },
};

const notedIds = 2;
const longestNotedId = 40;

/** Each cause with the ids of its ungraded cases and what fixes them. */
interface UngradedCases {
  readonly cause: string;
  /** Conversations: a case counts as often as it was played. */
  readonly count: number;
  readonly ids: readonly string[];
  readonly hasMore: boolean;
  /** Without its period. */
  readonly advice: string;
  readonly lead?: string;
  readonly command?: string;
}

export function listUngradedCases(
  { run, causes }: Pick<RunMetrics, 'run' | 'causes'>,
  storeOption = '',
): readonly UngradedCases[] {
  return causes.flatMap(({ cause, count, cases = [], hasMoreCases = false }) => {
    const known = UngradedCause.safeParse(cause);
    if (cases.length === 0 || !known.success) return [];
    const commands: FixCommands = {
      show: `turnwise show run:${run} --case ${quoteList(cases.slice(0, 1))} --judge-calls${storeOption}`,
      grade: `turnwise grade run:${run}${storeOption}`,
    };
    const { command, ...fix } = fixes[known.data];
    const typed = command === undefined ? {} : { command: commands[command] };
    return [{ cause, count, ids: cases, hasMore: hasMoreCases, ...fix, ...typed }];
  });
}

/** One sentence with the ids, and one with the fix. */
export function renderUngradedCases(
  ungraded: UngradedCases,
  write: { readonly id: (id: string) => string; readonly fix: (text: string) => string } = { id: toLine, fix: String },
): string {
  const { command } = ungraded;
  return [...renderWhole(ungraded, write), ...(command === undefined ? [] : [write.fix(command)])].join(' ');
}

/** The sentences for a terminal, with the command on a line of its own so that you can copy it. */
export function wrapUngradedCases(ungraded: UngradedCases, width: number): readonly string[] {
  const { command } = ungraded;
  const text = renderWhole(ungraded, { id: toLine, fix: String }).join(' ');
  const [first = '', ...further] = wrap(text, width - 2);
  return [first, ...[...further, ...(command === undefined ? [] : [command])].map((line) => `  ${line}`)];
}

function renderWhole(
  { cause, ids, hasMore, advice, lead, command }: UngradedCases,
  write: { readonly id: (id: string) => string; readonly fix: (text: string) => string },
): readonly string[] {
  const fix = lead === undefined ? `${advice}${command === undefined ? '.' : ':'}` : `${advice}. ${lead}`;
  return [`Ungraded (${cause}): ${ids.map(write.id).join(', ')}${hasMore ? ' and more' : ''}.`, write.fix(fix)];
}

/** What fits one screen: cause, count and advice, then the first ids. */
export function noteUngradedCases({ cause, count, ids, hasMore, advice, lead, command }: UngradedCases): Note {
  const shown = ids.slice(0, notedIds).map((id) => cutLine(toLine(id), longestNotedId));
  const rest = ids.length - shown.length;
  // How many cases more are ungraded than the list has is not known.
  const more = hasMore ? ' and more' : rest > 0 ? ` and ${rest} more` : '';
  const title = ids.length === 1 ? 'Case' : 'Cases';
  const says = `${count.toLocaleString('en')} ungraded (${cause}). ${advice}. ${title}: ${shown.join(', ')}${more}.`;
  return command === undefined ? says : { says, ...(lead === undefined ? {} : { lead }), command };
}

/** The causes without those of a single broken case that is listed with the same words. */
export function listTellingCauses(
  causes: readonly CauseMetrics[],
  listed: readonly FailedCase[],
): readonly CauseMetrics[] {
  return causes.filter(({ status, cause, count }) => {
    if (status === 'ungraded') return true;
    const broken = listed.filter((line) => line.status === 'error' && line.error?.cause === cause);
    const [only] = broken;
    return broken.length !== 1 || (only?.plays?.error ?? 1) < count;
  });
}

/** Errors by cause, for a list of whole messages right above: without those of which it has every case. */
export function listUnlistedErrors(
  causes: readonly CauseMetrics[],
  listed: readonly FailedCase[],
): readonly CauseMetrics[] {
  return causes.filter(({ status, cause, count, hasOthers }) => {
    if (status !== 'error' || hasOthers) return status === 'error';
    const broken = listed.filter((line) => line.status === 'error' && line.error?.cause === cause);
    return broken.reduce((sum, { plays }) => sum + (plays?.error ?? 1), 0) < count;
  });
}

const shownGraders = 5;

/** Ungraded verdicts of cases that failed anyway, and the command that shows one of them. */
interface UnscoredNote {
  /** `judge-1 3 of 9 unparseable` */
  readonly graders: string;
  /** `turnwise show run:… --case … --judge-calls` */
  readonly command: string;
}

export function findUnscoredNote({ run, ungradedVerdicts }: RunMetrics, storeOption = ''): UnscoredNote | undefined {
  if (ungradedVerdicts === undefined) return undefined;
  const { graders, example } = ungradedVerdicts;
  const shown = graders.slice(0, shownGraders).map(renderGrader);
  const more = graders.length > shownGraders ? [`${graders.length - shownGraders} more`] : [];
  const asked = example.isJudged ? ' --judge-calls' : '';
  return {
    graders: [...shown, ...more].join(', '),
    command: `turnwise show run:${run} --case ${quoteList([example.id])}${asked}${storeOption}`,
  };
}

function renderGrader({ grader, of, causes }: UngradedVerdicts['graders'][number]): string {
  const parts = Object.entries(causes).toSorted(([, one], [, other]) => other - one);
  const count = parts.reduce((sum, [, times]) => sum + times, 0);
  const [first] = parts;
  const why =
    parts.length === 1 && first !== undefined
      ? first[0]
      : `(${parts.map(([cause, times]) => `${times} ${cause}`).join(', ')})`;
  return `${toLine(grader)} ${count} of ${of} ${why}`;
}
