import { definedOnly } from '../../base/defined-only.ts';
import type { CalibrateRequest } from '../../compose/calibrate-request.ts';
import type { CommandChanges } from '../../report/calibration/calibration-report.ts';
import { quoteArgument } from '../../report/quote-argument.ts';
import type { Io } from '../io.ts';
import { usageFault } from '../usage-fault.ts';
import type { CalibrateCommand } from './calibrate-command.ts';

/** What a calibration is asked for, from the command line. */
export function toCalibrateRequest(command: CalibrateCommand, io: Io): CalibrateRequest {
  const { decks, repeat, split, probe, strict, allowLeak, concurrency, budgetUsd, maxCalls, record, store } = command;
  return definedOnly({
    decks,
    samples: command.samples,
    models: command.model,
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
    store,
    cwd: io.cwd,
    env: io.env,
  });
}

/** An option that takes several words takes those after it, too: what ends in .md is a deck, and never a sample. */
export function withSortedFiles(command: CalibrateCommand): CalibrateCommand {
  const { samples } = command;
  if (samples === undefined) return command;
  const isDeck = (file: string) => /\.md$/i.test(file);
  const rest = samples.filter((file) => !isDeck(file));
  const { samples: _, ...others } = command;
  const decks = [...command.decks, ...samples.filter(isDeck)];
  return { ...others, decks, ...(rest.length === 0 ? {} : { samples: rest }) };
}

/** Tells what cannot be meant before anything is read. */
export function checkCalibrateCommand({ decks, requestLabels, allowLeak }: CalibrateCommand): void {
  if (decks.length === 0) {
    throw usageFault('No deck was named.', 'Type: turnwise calibrate <deck>.deck.md, or turnwise calibrate --selftest');
  }
  if (requestLabels === undefined) return;
  if (findDataset(requestLabels) === undefined) {
    throw usageFault(`"${requestLabels}" is no dataset.`, 'Type --request-labels dataset:<name>.');
  }
  if (allowLeak === true) {
    const hint = 'Leave one of them out.';
    throw usageFault('With --allow-leak nobody can know which labels are missing, so none are requested.', hint);
  }
}

/** The name behind `dataset:`. */
export function findDataset(source: string): string | undefined {
  return /^dataset:(.+)$/.exec(source)?.[1];
}

/** The same command, with changes, as it is typed; without bounds, which would stop it again, and without what only prints. */
export function renderCommand(command: CalibrateCommand, changes: CommandChanges = {}): string {
  const { decks, samples = [], model = [], tag = [], repeat, html, store } = command;
  const split = changes.split ?? command.split;
  const dataset = samples.find((source) => findDataset(source) !== undefined) ?? 'dataset:NAME';
  const request = changes.requestLabels === true ? dataset : command.requestLabels;
  const flags = [
    ['--probe', changes.probe ?? command.probe],
    ['--allow-leak', command.allowLeak],
    ['--gate', changes.gate ?? command.gate],
  ] as const;
  return [
    'turnwise calibrate',
    ...decks.map(quoteArgument),
    ...renderOption('--samples', samples),
    ...renderOption('--model', model),
    ...renderOption('--tag', tag),
    ...renderOption('--split', split === 'test' ? [split] : []),
    ...renderOption('--repeat', toList(repeat)),
    ...flags.filter(([, isSet]) => isSet === true).map(([flag]) => flag),
    ...renderOption('--request-labels', toList(request)),
    ...renderOption('--html', toList(html)),
    ...renderOption('--store', toList(store)),
  ].join(' ');
}

function toList(value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [String(value)];
}

function renderOption(option: string, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [`${option} ${values.map(quoteArgument).join(',')}`];
}
