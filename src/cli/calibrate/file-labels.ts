import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { renderNumberOf } from '../../base/number-of.ts';
import { toWholePercent } from '../../base/percent.ts';
import type { Calibration, NeededLabels } from '../../calibrate/calibration.ts';
import type { CalibrateJob } from '../../jobs/calibrate/job.ts';
import type { CalibrateDecksOptions } from '../../jobs/calibrate/options.ts';
import type { JudgeCalibration } from '../../judges/assemble-calibrations.ts';
import { findUnscoredSentence, scoreFirst } from '../../report/calibration/evidence-sentences.ts';
import { toLine } from '../../report/one-line.ts';
import { type FiledLabels, requestLabels } from '../../review/labels/request-labels.ts';
import { requestFirstLabels } from '../../wiring/first-labels.ts';
import { findActor } from '../curation/find-actor.ts';
import { renderLabelCommand } from '../curation/label/label-command.ts';
import type { Io } from '../io.ts';
import type { CalibrateCommand } from './calibrate-command.ts';
import { renderCommand } from './calibrate-usage.ts';

interface LabelsFiling {
  readonly job: CalibrateJob;
  readonly calibrations: readonly JudgeCalibration[];
  readonly dataset: string;
  readonly clock: Clock;
  readonly io: Io;
  readonly command: Pick<CalibrateCommand, 'draw' | 'strata' | 'seed'>;
}

/** What was filed for each judge. Judges of one deck share it. */
export type LabelRequests = ReadonlyMap<JudgeCalibration['judge'], FiledLabels>;

/**
 * Draws random conversations to decide the gate of each judge, and files them as review work. A judge that would fail
 * its gate anyway needs no labels.
 */
export async function fileLabels(filing: LabelsFiling): Promise<LabelRequests> {
  const { job, calibrations, dataset, clock, io, command } = filing;
  const { decks, store } = job;
  const requests = new Map<JudgeCalibration['judge'], FiledLabels>();
  const actor = findActor(undefined, io);
  const open = calibrations
    .map(({ judge, calibration, rows }) => ({
      ...{ judge, rows, needed: listWanted(calibration) },
      unscored: findUnscoredSentence(calibration),
    }))
    .filter(({ needed, unscored }) => needed.length > 0 || unscored !== undefined || command.draw !== undefined);
  if (open.length === 0) io.err('More labels would not make any judge trusted, so none were requested.\n');
  // One draw serves all judges of a deck: people score a conversation once.
  for (const [deckName, judges] of Map.groupBy(open, ({ judge }) => judge.deck)) {
    const deck = decks.find(({ name }) => name === deckName);
    if (deck === undefined) continue;
    const { name, deckHash: hash } = deck;
    const filed = await requestLabels({
      needed: judges.flatMap(({ needed }) => needed),
      deck: { name, hash, pass: deck.deck.pass },
      rows: judges[0]?.rows ?? [],
      reserved: deck.reserved,
      split: job.spec.split,
      dataset,
      store,
      actor,
      clock,
      ...definedOnly({ draw: command.draw, strata: command.strata, seed: command.seed }),
    });
    for (const { judge } of judges) requests.set(judge, filed);
    const message = renderFiled(filed, dataset, judges.find(({ unscored }) => unscored !== undefined)?.unscored);
    io.err(`${toLine(name)} with ${judges.map(({ judge }) => toLine(judge.target.id)).join(', ')}: ${message}\n`);
  }
  return requests;
}

/** The labels that could bring a judge through its gate. */
function listWanted({ gate }: Calibration): readonly NeededLabels[] {
  return gate.state === 'insufficient-labels' ? gate.needed.filter(({ outlook }) => outlook !== 'missed') : [];
}

/** `Reviewers failed 7% of the labeled conversations, so at least 330 …` `unscored`: what must be scored first. */
function renderFiled(filed: FiledLabels, dataset: string, unscored?: string): string {
  const { wanted, failShare, waiting, drawn, population, seed, missing } = filed;
  const least =
    failShare === null
      ? 'At least'
      : `Reviewers failed ${toWholePercent(failShare)}% of the labeled conversations, so at least`;
  const random = `${least} ${renderNumberOf(wanted, 'random conversation')} must be scored.`;
  // Without a gate that needs labels, only --draw sets the number.
  const toScore = unscored === undefined ? (wanted === 0 ? '' : `${random} `) : `${unscored} ${scoreFirst}. `;
  const fresh =
    drawn === 0
      ? 'No new conversations were drawn.'
      : `Drew ${drawn.toLocaleString('en')} of ${renderNumberOf(population, 'conversation')} at random (seed ${seed}).`;
  const waits = ` Waiting in dataset:${toLine(dataset)}: ${renderNumberOf(waiting, 'conversation')}.`;
  const more =
    missing === 0
      ? ''
      : ` Add ${renderNumberOf(missing, 'more conversation')}: run an eval with this deck, or grade an earlier run with it.`;
  return `${toScore}${fresh}${waits}${more}`;
}

/** Draws the first conversations for people to score, for decks without samples. */
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
  const lines = [...scored.map(({ deck }) => renderLabelCommand({ source: dataset, deck, db: command.db })), next];
  const print = command.json === true ? io.err : io.out;
  print(`Next: score the drawn conversations, and calibrate:\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
