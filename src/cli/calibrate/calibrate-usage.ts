import { resolve } from 'node:path';
import { assertNoErrors, Fault } from '../../base/fault.ts';
import { ItemName } from '../../conversation/item/item.ts';
import { findDatasetName, suggestDataset } from '../../conversation/sample.ts';
import { findKindByName } from '../../files/project/file-kind.ts';
import { listFiles } from '../../files/project/list-files.ts';
import { toShownFile } from '../../files/project/project.ts';
import { findStats } from '../../files/text/read-text.ts';
import { quoteArgument } from '../../format/transcript.ts';
import { rubricName } from '../../grade/judge/outcome-deck.ts';
import { findSwapFault } from '../../jobs/calibrate/options.ts';
import type { CommandChanges } from '../../report/calibration/calibration-report.ts';
import { usageFault } from '../faults.ts';
import { renderKeptFlags } from '../job-flags.ts';
import { type CalibrateCommand, calibrateFlags } from './calibrate-command.ts';

/** Throws a Fault for options that contradict each other, before anything is read. */
export function checkCalibrateCommand(command: CalibrateCommand): void {
  const { decks, rubric, requestLabels, allowLeak } = command;
  if (decks.length === 0 && rubric !== true) {
    throw usageFault('No deck given.', 'Run: turnwise calibrate <deck>.deck.md, or: turnwise calibrate --selftest');
  }
  const wrong = findSwapFault(command);
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

/**
 * `turnwise label` reads a name with a colon as a run or another source, so reviewers could not score such a dataset.
 */
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

/** The dataset of `--request-labels`. The prefix `dataset:` is optional. */
export function toLabelsDataset(typed: string): string {
  return typed.replace(/^dataset:/, '');
}

/**
 * The command as you typed it, or with changes. It leaves out the limits on calls and money, because they would stop it
 * again.
 */
export function renderCommand(command: CalibrateCommand, changes: CommandChanges = {}): string {
  const { decks = command.decks, judges } = changes;
  const requestLabels = findRequest(command, changes);
  const isRubric = command.rubric === true && (changes.decks === undefined || decks.includes(rubricName));
  const files = decks.filter((deck) => deck !== rubricName).map((deck) => ` ${quoteArgument(deck)}`);
  const draw = requestLabels === undefined ? { draw: undefined, strata: undefined, seed: undefined } : {};
  const flags = renderKeptFlags(calibrateFlags, {
    ...command,
    ...draw,
    ...(judges === undefined ? {} : { judges, swap: undefined }),
    rubric: isRubric,
    split: (changes.split ?? command.split) === 'test' ? 'test' : undefined,
    probe: changes.probe ?? command.probe,
    gate: changes.gate ?? command.gate,
    requestLabels,
  });
  return `turnwise calibrate${files.join('')}${flags}`;
}

/** The dataset of the samples, else one with the deck's name. */
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

/** The decks that the command line names. A folder stands for the decks in it. */
export function listNamedDecks(names: readonly string[], cwd: string): readonly string[] {
  return names.flatMap((name) => {
    if (findStats(resolve(cwd, name))?.isDirectory() === true) return listDecksIn(name, cwd);
    if (findKindByName(name) === 'eval')
      throw usageFault(`"${name}" is an eval file.`, "Pass the judge's deck instead.");
    return [name];
  });
}

function listDecksIn(folder: string, cwd: string): readonly string[] {
  const { files, problems } = listFiles([folder], cwd);
  const decks = files.filter((file) => findKindByName(file) === 'deck').map((file) => toShownFile(file, cwd));
  if (decks.length > 0) return decks;
  assertNoErrors(problems.filter(({ code }) => code !== 'FILE_NONE_FOUND'));
  const message = `There are no decks in the folder "${folder}".`;
  throw new Fault({ code: 'FILE_NONE_FOUND', message, hint: 'Use a file such as tone.deck.md.' });
}
