import type { Clock } from '../../base/clock.ts';
import { renderNumberOf } from '../../base/number-of.ts';
import type { Calibration, NeededLabels } from '../../calibrate/calibration.ts';
import { mostTold } from '../../calibrate/needed-labels.ts';
import type { AssembledCalibration } from '../../compose/assemble-calibrations.ts';
import type { CalibrateSession } from '../../compose/calibrate-session.ts';
import { type FiledLabels, requestLabels } from '../../compose/request-labels.ts';
import { toLine } from '../../report/one-line.ts';
import { quoteArgument } from '../../report/quote-argument.ts';
import { findActor } from '../curation/find-actor.ts';
import type { Io } from '../io.ts';

export interface LabelsFiling {
  readonly session: CalibrateSession;
  readonly assembled: readonly AssembledCalibration[];
  readonly dataset: string;
  readonly clock: Clock;
  readonly io: Io;
}

/**
 * Files what would decide the gate of each judge as review work, and says what that was. A judge that would miss its
 * limits needs no labels. Returns how many conversations wait now.
 */
export async function fileLabels({ session, assembled, dataset, clock, io }: LabelsFiling): Promise<number> {
  const { decks, store } = session;
  let waiting = 0;
  const actor = findActor(undefined, io);
  const open = assembled
    .map(({ judge, calibration, rows }) => ({ judge, rows, needed: listWanted(calibration) }))
    .filter(({ needed }) => needed.length > 0);
  if (open.length === 0) io.err('No judge would be trusted for more labels, so none was requested.\n');
  for (const { judge, rows, needed } of open) {
    const deck = decks.find(({ name }) => name === judge.deck);
    if (deck === undefined) continue;
    const { name, deckHash: hash } = deck;
    const filed = await requestLabels({
      needed,
      deck: { name, hash, pass: deck.deck.pass },
      rows,
      split: session.spec.split,
      dataset,
      sources: deck.sources,
      store,
      actor,
      clock,
    });
    waiting = Math.max(waiting, filed.filed);
    const told = renderFiled(filed, dataset);
    io.err(`${toLine(name)} with ${toLine(judge.target.id)}: ${told}\n${renderElsewhere(filed)}`);
  }
  return waiting;
}

/** Of a judge that labels could bring through its gate. */
function listWanted({ gate }: Calibration): readonly NeededLabels[] {
  return gate.state === 'insufficient-labels' ? gate.needed.filter(({ outlook }) => outlook !== 'missed') : [];
}

/** `5 unscored conversations are in dataset:x: --request-labels dataset:x` */
function renderElsewhere({ elsewhere }: FiledLabels): string {
  return elsewhere
    .map(({ dataset, waiting }) => {
      const are = waiting === 1 ? 'is' : 'are';
      const typed = `--request-labels ${quoteArgument(`dataset:${dataset}`)}`;
      return `${renderNumberOf(waiting, 'unscored conversation')} ${are} in dataset:${toLine(dataset)}: ${typed}\n`;
    })
    .join('');
}

/** `12 labels are missing. 8 conversations wait in dataset:x, 3 of them from before; …` */
function renderFiled({ wanted, filed, waiting, byClass, missing }: FiledLabels, dataset: string): string {
  const { pass, fail, ungraded } = byClass;
  const before = waiting === 0 ? '' : `, ${waiting.toLocaleString('en')} of them from before`;
  const kinds = [
    ...(pass === 0 ? [] : [`${pass} that the judge passes`]),
    ...(fail === 0 ? [] : [`${fail} that it fails`]),
    ...(ungraded === 0 ? [] : [`${ungraded} it could not grade`]),
  ];
  const fresh = kinds.length === 0 ? '' : ` New: ${kinds.join(', ')}.`;
  const more =
    missing === 0
      ? ''
      : ` ${renderMany(missing, 'more conversation')} ${missing === 1 ? 'has' : 'have'} to be brought: turnwise import, or a run.`;
  const waits = `${renderNumberOf(filed, 'conversation')} ${filed === 1 ? 'waits' : 'wait'} in dataset:${toLine(dataset)}${before}.`;
  return `${renderMany(wanted, 'label')} ${wanted === 1 ? 'is' : 'are'} missing. ${waits}${fresh}${more}`;
}

function renderMany(count: number, noun: string): string {
  return count > mostTold ? `More than ${renderNumberOf(mostTold, noun)}` : renderNumberOf(count, noun);
}
