import { definedOnly } from '../../base/defined-only.ts';
import type { CalibrateDecksOptions } from '../../jobs/calibrate/options.ts';
import { toLine } from '../../report/one-line.ts';
import { requestFirstLabels } from '../../wiring/first-labels.ts';
import { findActor } from '../curation/find-actor.ts';
import type { Io } from '../io.ts';
import type { CalibrateCommand } from './calibrate-flags.ts';
import { renderCommand, renderLabelCommand } from './calibrate-usage.ts';
import { renderFiled } from './file-labels.ts';

/** Draws the first conversations for people to score, of decks that have no samples yet. */
export async function fileFirstLabels(
  options: CalibrateDecksOptions,
  { command, dataset, io }: { readonly command: CalibrateCommand; readonly dataset: string; readonly io: Io },
): Promise<void> {
  const { draw, strata, seed, split = 'tune', samples = [] } = command;
  const actor = findActor(undefined, io);
  const wanted = { dataset, actor, ...definedOnly({ draw, strata, seed, clock: io.clock }) };
  const all = await requestFirstLabels(command.decks, options, wanted);
  io.err(`No ${split} conversation has a score yet, so no judge was called.\n`);
  for (const { deck, ...filed } of all) io.err(`${toLine(deck)}: ${renderFiled(filed, dataset)}\n`);
  const scored = all.filter(({ waiting }) => waiting > 0);
  if (scored.length === 0) return;
  const sources = [...new Set([...samples, `dataset:${dataset}`])];
  const next = renderCommand({ ...command, samples: sources }, { requestLabels: false });
  const lines = [...scored.map(({ deck }) => renderLabelCommand(dataset, deck, command)), next];
  const tell = command.json === true ? io.err : io.out;
  tell(`Next: score the drawn conversations, and calibrate:\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
