import { resolve } from 'node:path';
import { type Clock, systemClock } from '../../../base/clock.ts';
import { definedOnly } from '../../../base/defined-only.ts';
import type { Problem } from '../../../base/fault.ts';
import { renderNumberOf } from '../../../base/number-of.ts';
import { makeRandomIds } from '../../../base/random-id.ts';
import { wrap } from '../../../base/terminal-text.ts';
import type { LabelPick } from '../../../conversation/label-request.ts';
import { getRun } from '../../../conversation/run/run-name.ts';
import { toShownFile } from '../../../files/project/project.ts';
import { quoteArgument, quoteList, renderDb, toVisibleText } from '../../../format/transcript.ts';
import { assertPlayedHere } from '../../../job/record-run.ts';
import { hasRunningOwner } from '../../../job/run-line.ts';
import type { RunMetrics } from '../../../report/run-metrics.ts';
import { renderJudgedRates } from '../../../report/summary/judged-rates.ts';
import { listShown, parseUnit } from '../../../samples/label-candidates.ts';
import { drawRunLabels, type JudgedQuestion, listJudgedQuestions, type RunDraw } from '../../../samples/label-draw.ts';
import { listOpenPicks } from '../../../samples/run-labels.ts';
import { toExpiryTest } from '../../../store/leases/lease-expiry.ts';
import type { RunRecord, Store } from '../../../store/port.ts';
import { findStoreRoot, getStore } from '../../../wiring/open-store.ts';
import { usageFault } from '../../faults.ts';
import { type ExitCode, findOutWidth, type Io } from '../../io.ts';
import { printWarnings } from '../../print-warnings.ts';
import { listRunCertificates, summarizeRun } from '../../run/summarize-run.ts';
import { findActor } from '../find-actor.ts';
import { askScores, checkCanAsk } from './ask-scores.ts';
import { defaultLimit, type LabelCommand, renderLabelCommand } from './label-command.ts';
import { type LabelQuestion, readQuestion } from './label-question.ts';
import type { Labelable } from './label-session.ts';
import { showLabels } from './print-labels.ts';
import { renderEnd } from './render-label.ts';

type RunLabelCommand = LabelCommand & { readonly source: string };

interface RunWork {
  readonly command: RunLabelCommand;
  readonly record: RunRecord;
  readonly store: Store;
  readonly clock: Clock;
  readonly io: Io;
}

/** Asks for scores of conversations that are drawn at random from a run, and prints the resulting pass rates. */
export async function labelRun(command: RunLabelCommand, io: Io): Promise<ExitCode> {
  checkOptions(command);
  const clock = io.clock ?? systemClock;
  const onMadePrivate = (warning: Problem) => printWarnings([warning], io);
  const store = await getStore({ path: command.db, cwd: io.cwd, clock, onMadePrivate });
  try {
    const record = await getRun(store.runs, command.source);
    const work = { command, record, store, clock, io };
    await (command.list === true || command.export !== undefined ? show(work) : ask(work));
    return 0;
  } finally {
    await store.close();
  }
}

function checkOptions({ status, seed, sample, source }: RunLabelCommand): void {
  if (status !== undefined) {
    throw usageFault(`--status filters items of a dataset, and "${source}" is a run.`, 'Remove --status.');
  }
  if (seed !== undefined && sample === undefined) {
    throw usageFault('--seed only works with --sample.', `Run: turnwise label ${source} --sample 40 --seed ${seed}`);
  }
}

async function show({ command, record, store, io }: RunWork): Promise<void> {
  const named = command.deck === undefined ? undefined : await readQuestion(command.deck, toPlace(command, io));
  const filter = definedOnly({ run: record.id, question: named?.name, rater: command.user });
  await showLabels({ store: store.curation, filter }, command, io);
}

function toPlace(command: RunLabelCommand, io: Io): { readonly cwd: string; readonly root: string } {
  return { cwd: io.cwd, root: findStoreRoot({ path: command.db, cwd: io.cwd }) };
}

async function ask(work: RunWork): Promise<void> {
  const { command, record, store, clock, io } = work;
  const rater = findActor(command.user, io);
  const judged = await chooseQuestion(work);
  const question = await readRunQuestion(judged, work);
  const draw = await drawMore(judged, rater, work);
  const open = await listOpenPicks(store.curation, { run: record.id, question: question.name, rater });
  const units = new Set(draw?.picks.map(({ unit }) => unit));
  const chosen = open.filter(({ unit }) => units.size === 0 || units.has(unit));
  const picks = chosen.slice(0, command.limit ?? defaultLimit);
  const context = { store: store.curation, clock, newTurnId: makeRandomIds() };
  const ids = picks.map((_, place) => String(place));
  const find = (id: string) => findPick(picks[Number(id)], work);
  const scored =
    picks.length === 0
      ? { saved: 0, skipped: 0, remaining: 0 }
      : await askScores({ ids, total: chosen.length, find, question, rater, context, io });
  // A new draw is scored alone. The printed command also resumes earlier draws.
  const given = { ...scored, remaining: scored.remaining + open.length - chosen.length };
  const { metrics } = await summarizeRun(record, store);
  const own = {
    ...metrics,
    judges: metrics.judges?.filter(({ labeled }) => labeled?.question === question.name) ?? [],
  };
  if (command.json === true) io.out(`${JSON.stringify({ ...given, ...toDrawJson(draw), judges: own.judges })}\n`);
  else {
    const { user, limit } = command;
    const commands = { list: toCommand({ list: true }, work), resume: toCommand({ user, limit }, work) };
    const next = picks.length === 0 ? renderNothing(rater, own, work) : renderEnd(given, commands);
    io.out(`${next}\n${renderRates(own, io)}`);
  }
}

/** The deck to score by: the one you named, or the only one that judged the run. */
async function chooseQuestion({ command, record, store, clock, io }: RunWork): Promise<JudgedQuestion> {
  const { id } = record;
  if (hasRunningOwner(record, toExpiryTest(clock))) {
    throw usageFault(
      `Run ${id} is still running.`,
      'Wait until it is done. A draw from part of a run does not represent all of it.',
    );
  }
  assertPlayedHere(record, 'no judge graded its replies');
  const judges = await listRunCertificates(record, store.runs, record.grading?.number ?? 0);
  const judged = await listJudgedQuestions(store.runs, id, { judges });
  const [only, ...others] = judged;
  if (only === undefined) {
    throw usageFault(
      `No judge with a deck graded run ${id}.`,
      `Run: turnwise grade ${id} --grader <deck>${renderDb(command.db)}`,
    );
  }
  const { root } = toPlace(command, io);
  const named = command.deck === undefined ? undefined : toShownFile(resolve(io.cwd, command.deck), root);
  if (named === undefined && others.length === 0) return only;
  const found = judged.find(({ question }) => question === named);
  if (found !== undefined) return found;
  const choices = judged.map(({ question }) => toShownFile(resolve(root, question), io.cwd)).sort();
  const message =
    named === undefined
      ? `Run ${id} was judged with ${judged.length} decks.`
      : `Run ${id} was not judged with "${command.deck}".`;
  throw usageFault(message, `Add ${choices.map((deck) => `--deck ${quoteArgument(deck)}`).join(', or ')}`);
}

/** The question of a deck. Its scale now must be the one that the run was judged on. */
async function readRunQuestion({ question, scale }: JudgedQuestion, work: RunWork): Promise<LabelQuestion> {
  const place = toPlace(work.command, work.io);
  const read = await readQuestion(resolve(place.root, question), place);
  const { min, max } = read.scale;
  if (scale === undefined || (scale.min === min && scale.max === max)) return read;
  throw usageFault(
    `The scale of ${question} is now ${min} to ${max}, but run ${work.record.id} was judged on ${scale.min} to ${scale.max}.`,
    `Re-grade the run with the current deck: turnwise grade ${work.record.id} --grader ${quoteList([question])}${renderDb(work.command.db)}`,
  );
}

async function drawMore(judged: JudgedQuestion, by: string, work: RunWork): Promise<RunDraw | undefined> {
  const { command, record, store, io } = work;
  const { sample: count, seed } = command;
  if (count === undefined) return undefined;
  checkCanAsk(io);
  const draw = await drawRunLabels(store.curation, judged, { run: record.id, by, count, ...definedOnly({ seed }) });
  io.err(`${renderDraw(draw, count)}\n`);
  if (draw.added > 0) {
    const added = renderNumberOf(draw.added, 'conversation');
    const [were, them] = draw.added === 1 ? ['was', 'it'] : ['were', 'them'];
    io.err(`${added} ${were} added after an earlier draw. The human pass rate excludes ${them}.\n`);
  }
  return draw;
}

/** Describes the draw. It is stored, so that you can stop now and continue later. */
function renderDraw({ picks, population, seed, strata }: RunDraw, asked: number): string {
  if (picks.length === 0) return 'All conversations that the deck judged were already drawn.';
  const each = strata.map(({ name, drawn }) => `${drawn} of ${toVisibleText(name)}`);
  const parts = strata.length < 2 ? '' : `: ${each.join(', ')}`;
  const few = picks.length < asked ? 'No more are left to draw. ' : '';
  return `${few}Drew ${picks.length} of ${renderNumberOf(population, 'conversation')} at random (seed ${seed})${parts}.`;
}

function toDrawJson(draw: RunDraw | undefined) {
  if (draw === undefined) return {};
  const { seed, picks, population } = draw;
  return { draw: { seed, drawn: picks.length, population } };
}

/** A drawn reply, without the judge's verdict and the name of the target. */
async function findPick(pick: LabelPick | undefined, { record, store }: RunWork): Promise<Labelable | undefined> {
  if (pick === undefined || !('run' in pick.subject)) return undefined;
  const { number, turnIndex } = parseUnit(pick.unit);
  const conversation = await store.runs.findConversation(record.id, number);
  const turns = conversation === undefined ? [] : listShown(conversation, turnIndex);
  if (turns.length === 0) return undefined;
  const task = turnIndex === null ? 'Score the whole conversation.' : 'Score the last reply.';
  return { subject: pick.subject, title: `run:${record.id} / ${pick.subject.case}`, turns, task };
}

function renderNothing(rater: string, { judges = [] }: Pick<RunMetrics, 'judges'>, work: RunWork): string {
  const isDrawn = judges.some(({ labeled }) => (labeled?.drawn ?? 0) > 0);
  const what = isDrawn
    ? `${rater} has scored all drawn conversations.`
    : 'No conversations of this run were drawn yet.';
  return toVisibleText(`${what} Draw ${isDrawn ? 'more' : 'some'}: ${toCommand({ sample: 40 }, work)}`);
}

/** The same command with other options. */
function toCommand(
  options: Omit<Parameters<typeof renderLabelCommand>[0], 'source'>,
  { command: { deck, db }, record }: RunWork,
): string {
  return renderLabelCommand({ source: `run:${record.id}`, deck, db, ...options });
}

/** The pass rates from the labels so far, compared with the judge. */
function renderRates(metrics: RunMetrics, io: Io): string {
  const width = findOutWidth(io);
  return renderJudgedRates(metrics)
    .map((line) => `${wrap(line, width - 2).join('\n  ')}\n`)
    .join('');
}
