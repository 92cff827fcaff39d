import { strataNames } from '../../conversation/label-request.ts';
import { choice, kept, type OptionValues, option, text, toggle, wholeNumber } from '../../job/option-list.ts';
import { calibrateOptions } from '../../jobs/calibrate/options.ts';
import { displayFlags, reportFlags } from '../shared-flags.ts';

const { db, ...options } = calibrateOptions;

/** Everything that `turnwise calibrate` takes. */
export const calibrateFlags = {
  ...options,
  gate: option(toggle, {
    flag: '--gate',
    text: 'write a certificate next to each deck, and exit with code 1 unless every judge is trusted',
    group: 'Results:',
    isKept: true,
  }),
  verbose: kept(displayFlags.verbose),
  json: option(toggle, {
    flag: '--json',
    text: 'print {id, split, calls, costUsd, calibrations, swap, skipped}',
    group: 'Results:',
    isKept: true,
  }),
  quiet: kept(displayFlags.quiet),
  requestLabels: option(text, {
    flag: '--request-labels <dataset>',
    text: 'draw conversations at random into a dataset for people to score',
    group: 'Results:',
    isKept: true,
  }),
  /** How many conversations to draw. Default: what the gate needs. */
  draw: option(wholeNumber, {
    flag: '--draw <n>',
    text: 'with --request-labels: draw n conversations (default: 40 at first, then as many as the gate needs)',
    group: 'Results:',
    isKept: true,
  }),
  strata: option(choice(...strataNames), {
    flag: '--strata <by>',
    text: 'with --request-labels: draw the same number from each group',
    group: 'Results:',
    isKept: true,
  }),
  seed: option(wholeNumber, {
    flag: '--seed <n>',
    text: 'with --request-labels: seed of the draw (default: a new seed each time)',
    group: 'Results:',
    isKept: true,
  }),
  html: kept(reportFlags.html),
  selftest: option(toggle, {
    flag: '--selftest',
    text: 'check the statistics against published examples (needs no deck)',
    group: 'Options:',
  }),
  db,
};

export interface CalibrateCommand extends OptionValues<typeof calibrateFlags> {
  readonly decks: readonly string[];
}
