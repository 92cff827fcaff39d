import { runSelftest } from '../../calibrate/selftest/run-selftest.ts';
import { renderSelftest } from '../../report/agreement/render-selftest.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { usageFault } from '../usage-fault.ts';
import type { CalibrateCommand } from './calibrate-flags.ts';

/** Computes what others have published, and prints it beside ours. Exit code 1: a value differs. */
export function printSelftest({ decks, json }: CalibrateCommand, io: Io): ExitCode {
  if (decks.length > 0) throw usageFault('--selftest does not take a deck.', 'Remove one of them.');
  const rows = runSelftest();
  io.out(json === true ? `${JSON.stringify(rows, null, 2)}\n` : renderSelftest(rows, toPalette(io.color.out)));
  return rows.every(({ ok }) => ok) ? 0 : 1;
}
