import { definedOnly } from '../../base/defined-only.ts';
import { type CalibrateRequest, findSwapFault } from '../../compose/calibrate-request.ts';
import { rubricName } from '../../compose/rubric-deck.ts';
import { ItemName } from '../../conversation/item/item.ts';
import { findDatasetName, suggestDataset } from '../../conversation/sample.ts';
import { quoteArgument, quoteList, renderDb } from '../../format/quote-argument.ts';
import type { CommandChanges } from '../../report/calibration/calibration-report.ts';
import type { Io } from '../io.ts';
import { usageFault } from '../usage-fault.ts';
import type { CalibrateCommand } from './calibrate-command.ts';

/** What a calibration is asked for, from the command line. */
export function toCalibrateRequest(command: CalibrateCommand, io: Io): CalibrateRequest {
  const { decks, repeat, split, probe, strict, allowLeak, concurrency, budgetUsd, maxCalls, record, db } = command;
  return definedOnly({
    decks,
    samples: command.samples,
    rubric: command.rubric,
    judges: command.judge,
    swap: command.swap,
    repeat,
    tags: command.tag,
    split,
    probe,
    strict,
    allowLeak,
    concurrency,
    timeoutSeconds: command.timeout,
    budgetUsd,
    maxCalls,
    cache: command.cache === false ? false : undefined,
    record,
    db,
    cwd: io.cwd,
    env: io.env,
  });
}

/** Tells what cannot be meant before anything is read. */
export function checkCalibrateCommand(command: CalibrateCommand): void {
  const { decks, rubric, requestLabels, allowLeak } = command;
  if (decks.length === 0 && rubric !== true) {
    throw usageFault('No deck given.', 'Run: turnwise calibrate <deck>.deck.md, or: turnwise calibrate --selftest');
  }
  const { swap, judge } = command;
  const wrong = findSwapFault(definedOnly({ swap, judges: judge, allowLeak }));
  if (wrong !== undefined) throw usageFault(wrong.message, wrong.hint);
  if (requestLabels === undefined) {
    const alone = (['draw', 'strata', 'seed'] as const).find((option) => command[option] !== undefined);
    if (alone === undefined) return;
    throw usageFault(`--${alone} only works with --request-labels.`, 'Add --request-labels dataset:<name>.');
  }
  if (rubric === true) {
    const message = '--request-labels needs a deck file. --rubric uses a built-in deck.';
    throw usageFault(message, 'Remove one of them. Labels that answer "overall" count for --rubric.');
  }
  checkLabelsDataset(requestLabels);
  if (allowLeak === true) {
    const hint = 'Remove one of them.';
    throw usageFault('--request-labels does not work with --allow-leak.', hint);
  }
}

/** `turnwise label` reads what has a colon as a run or another source, so nobody could score such a dataset. */
function checkLabelsDataset(typed: string): void {
  const name = toLabelsDataset(typed);
  if (name.trim() === '')
    throw usageFault(`"${typed}" does not name a dataset.`, 'Use --request-labels dataset:<name>.');
  if (typed.startsWith('run:')) {
    const message = `"${typed}" names a run. --request-labels files conversations in a dataset.`;
    throw usageFault(
      message,
      `Use --request-labels dataset:<name>. To score a run: turnwise label ${quoteArgument(typed)} --sample 40`,
    );
  }
  if (name.includes(':')) {
    const message = `"${name}" cannot be the name of a dataset here, because it contains a colon.`;
    const other = name.replaceAll(':', '-');
    throw usageFault(message, `Use --request-labels ${quoteArgument(`dataset:${other}`)}`);
  }
  const flaw = ItemName.safeParse(name).error?.issues[0]?.message;
  if (flaw === undefined) return;
  throw usageFault(`"${name}" cannot be the name of a dataset. ${flaw}`, 'Use --request-labels dataset:<name>.');
}

/** Where labels are filed: `dataset:` may be left out. */
export function toLabelsDataset(typed: string): string {
  return typed.replace(/^dataset:/, '');
}

/** The same command, as it is typed, or with changes; without bounds, which would stop it again. */
export function renderCommand(command: CalibrateCommand, changes: CommandChanges = {}): string {
  const { samples = [], tag = [], repeat, html, record, db } = command;
  const { decks = command.decks, judges = command.judge ?? [], split = command.split } = changes;
  const swap = changes.judges === undefined ? (command.swap ?? []) : [];
  const flags = [
    ['--probe', changes.probe ?? command.probe],
    ['--strict', command.strict],
    ['--allow-leak', command.allowLeak],
    ['--no-cache', command.cache === false],
    ['--gate', changes.gate ?? command.gate],
    ['--verbose', command.verbose],
    ['--json', command.json],
    ['--quiet', command.quiet],
  ] as const;
  const isRubric = command.rubric === true && (changes.decks === undefined || decks.includes(rubricName));
  const words = [
    'turnwise calibrate',
    ...decks.filter((deck) => deck !== rubricName).map(quoteArgument),
    ...(isRubric ? ['--rubric'] : []),
    ...renderValues('--samples', samples),
    ...renderValues('--judge', judges),
    ...renderValues('--swap', swap),
    ...renderValues('--tag', tag),
    ...renderOption('--split', split === 'test' ? [split] : []),
    ...renderOption('--repeat', toList(repeat)),
    ...renderOption('--concurrency', toList(command.concurrency)),
    ...renderOption('--timeout', toList(command.timeout)),
    ...renderOption('--record', toList(record)),
    ...flags.filter(([, isSet]) => isSet === true).map(([flag]) => flag),
    ...renderOption('--request-labels', toList(findRequest(command, changes))),
    ...(findRequest(command, changes) === undefined ? [] : renderDraw(command)),
    ...renderOption('--html', toList(html)),
  ];
  return `${words.join(' ')}${renderDb(db)}`;
}

/** What asks people for the labels that were filed. */
export function renderLabelCommand(dataset: string, deck: string, { db }: Pick<CalibrateCommand, 'db'>): string {
  return `turnwise label ${quoteArgument(dataset)} --deck ${quoteArgument(deck)}${renderDb(db)}`;
}

/** Where labels would be filed: where the samples come from, else in a dataset of the deck's name. */
function findRequest(
  { decks, samples = [], requestLabels }: CalibrateCommand,
  changes: CommandChanges,
): string | undefined {
  if (changes.requestLabels === undefined) return requestLabels;
  if (!changes.requestLabels) return undefined;
  return (
    samples.find((source) => findDatasetName(source) !== undefined) ??
    suggestDataset(changes.decks?.[0] ?? decks[0] ?? '')
  );
}

function renderDraw({ draw, strata, seed }: CalibrateCommand): readonly string[] {
  return [
    ...renderOption('--draw', toList(draw)),
    ...renderOption('--strata', toList(strata)),
    ...renderOption('--seed', toList(seed)),
  ];
}

function toList(value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [String(value)];
}

function renderOption(option: string, values: readonly string[]): readonly string[] {
  return values.map((value) => `${option} ${quoteArgument(value)}`);
}

function renderValues(option: string, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [`${option} ${quoteList(values)}`];
}
