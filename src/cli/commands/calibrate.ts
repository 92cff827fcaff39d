import { systemClock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { findDatasetName } from '../../conversation/sample.ts';
import { toCertificatePath } from '../../files/certificate-file.ts';
import { toTargetKey } from '../../files/targets/read-targets.ts';
import { toVisibleText } from '../../format/transcript.ts';
import type { CalibrateEnd, CalibrateJob } from '../../jobs/calibrate/job.ts';
import { assembleCalibrations } from '../../judges/assemble-calibrations.ts';
import type { DeckJudge } from '../../judges/calibrated-deck.ts';
import { listSwaps, noteUntrustedOld } from '../../judges/judge-swaps.ts';
import { isWithoutSamples } from '../../wiring/first-labels.ts';
import { openCalibrateJob } from '../../wiring/open-jobs.ts';
import { assertNotProtected } from '../../wiring/protected-files.ts';
import type { CalibrateCommand } from '../calibrate/calibrate-command.ts';
import { toCalibrateExit } from '../calibrate/calibrate-exit.ts';
import { checkCalibrateCommand, listNamedDecks, renderCommand, toLabelsDataset } from '../calibrate/calibrate-usage.ts';
import { certify, checkCertificates } from '../calibrate/certify.ts';
import { fileFirstLabels, fileLabels } from '../calibrate/file-labels.ts';
import {
  type CalibrationResult,
  type LabelRequestReport,
  printCalibrations,
  printCalibrationsJson,
} from '../calibrate/print-calibrations.ts';
import { renderCalibratePlan, renderJudgingCost } from '../calibrate/render-judging.ts';
import { writeCalibrationPage } from '../calibrate/write-calibration-page.ts';
import { renderLabelCommand } from '../curation/label/label-command.ts';
import { usageFault } from '../faults.ts';
import type { ExitCode, Io } from '../io.ts';
import { findUnreachable, type Resume, renderSaved, toStopReason } from '../job/resume.ts';
import { printPlan, runWithProgress } from '../job/run-with-progress.ts';
import { toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { checkOutputs } from '../report/check-outputs.ts';

/** The most warnings of one kind. Samples often share the same mistake. */
const shownWarnings = 3;

/** Compares judges with human scores, and reports whether they can be trusted. */
export async function calibrate(typed: CalibrateCommand, io: Io): Promise<ExitCode> {
  if (typed.selftest === true) return printSelftest(typed, io);
  checkCalibrateCommand(typed);
  const command = { ...typed, decks: listNamedDecks(typed.decks, io.cwd) };
  checkOutputs(command, { path: command.db, cwd: io.cwd, file: command.decks[0] });
  const job = await openOrDraw(command, io);
  if (job === undefined) return 0;
  try {
    checkWritten(job, command, io);
    printWarnings(job.warnings, io, command.verbose === true ? {} : { mostPerCode: shownWarnings });
    for (const note of noteUntrustedOld(job, command.swap ?? [])) io.err(`warning  ${toVisibleText(note)}\n`);
    for (const note of job.notes) io.err(`${toVisibleText(note)}\n`);
    const isQuiet = command.quiet === true;
    const isResumed = job.resumed !== undefined;
    await printPlan(job, (hits) => renderCalibratePlan(job, hits), { isResumed, isQuiet, io });
    const [total, done] = [job.plan.judgeCalls, job.resumed?.done ?? 0];
    const end = await runWithProgress(job, { total, done, io, isQuiet, resume: toResume(command) });
    return await finish(job, end, { command, io });
  } finally {
    await job.close();
  }
}

/** Undefined: no conversation has a score yet, and the first ones were drawn for people to score. */
async function openOrDraw(command: CalibrateCommand, io: Io): Promise<CalibrateJob | undefined> {
  const options = { ...command, cwd: io.cwd, env: io.env };
  try {
    return await openCalibrateJob(command.decks, options, io.clock);
  } catch (error) {
    const { requestLabels, rubric, tags = [] } = command;
    // A tag may be mistyped. People cannot score by the bundled deck, because it is not a file.
    if (requestLabels === undefined || rubric === true || tags.length > 0 || !isWithoutSamples(error)) throw error;
    await fileFirstLabels(options, { command, dataset: toLabelsDataset(requestLabels), io });
    return undefined;
  }
}

/** Checks before the first paid call that every output can be written, and that none of them is an input. */
function checkWritten(job: CalibrateJob, command: CalibrateCommand, io: Io): void {
  if (command.gate === true && job.spec.allowLeak !== true) checkCertificates(job, io);
  const read = job.decks.flatMap(({ deck, path }) => [path, toCertificatePath(path), ...deck.files]);
  const samples = (command.samples ?? []).filter((source) => findDatasetName(source) === undefined);
  for (const path of [command.html, command.record]) {
    if (path !== undefined) assertNotProtected(path, { cwd: io.cwd, read: [...read, ...samples] });
  }
}

interface Tools {
  readonly command: CalibrateCommand;
  readonly io: Io;
}

async function finish(job: CalibrateJob, { id, state }: CalibrateEnd, tools: Tools): Promise<ExitCode> {
  const { command, io } = tools;
  const isStopped = state === 'stopped';
  const hasReport = !isStopped || listReachedJudges(job).length > 0;
  if (!hasReport && command.json !== true) return printStopped(job, tools);
  const calibrations = await assembleCalibrations(job, id);
  const swaps = command.swap === undefined || isStopped ? undefined : listSwaps(job, calibrations, command.swap);
  const result = { id, state, job, calibrations, ...definedOnly({ swaps }) };
  if (isStopped) {
    if (command.json === true) printCalibrationsJson(result, io);
    else if (hasReport) printReachedJudges(result, tools);
    return printStopped(job, tools);
  }
  const requested = await request(result, tools);
  if (command.json === true) printCalibrationsJson(result, io, requested);
  else printCalibrations(result, { ...tools, requested });
  await write(result, tools);
  printCost(job, tools);
  const all = calibrations.map(({ calibration }) => calibration);
  const { code, message } = toCalibrateExit(all, command.gate === true, swaps);
  if (message !== undefined) io.err(`${message}\n`);
  return code;
}

function printCost({ cost }: CalibrateJob, { command, io }: Tools): void {
  if (command.quiet !== true) io.err(renderJudgingCost(cost));
}

/** Requested before the report, which prints the result and the next step. */
async function request(result: CalibrationResult, { command, io }: Tools): Promise<LabelRequestReport | undefined> {
  if (command.requestLabels === undefined) return undefined;
  const dataset = toLabelsDataset(command.requestLabels);
  const requests = await fileLabels({ ...result, dataset, clock: io.clock ?? systemClock, io, command });
  const waiting = Math.max(0, ...[...requests.values()].map((filed) => filed.waiting));
  return {
    dataset,
    requests,
    waiting,
    toCommand: (deck) => renderLabelCommand({ source: dataset, deck, db: command.db }),
  };
}

/** Writes certificates first, because you can write the page again. */
async function write(result: CalibrationResult, { command, io }: Tools): Promise<void> {
  const clock = io.clock ?? systemClock;
  if (command.gate === true) certify({ ...result, clock, io });
  if (command.html === undefined) return;
  const at = new Date(clock.now()).toISOString();
  await writeCalibrationPage(command.html, result, { io, at, command: renderCommand(command) });
}

/**
 * Judges that answered everything, if others could not be reached. Empty if the calibration stopped for another reason.
 */
function listReachedJudges({ judges, control }: CalibrateJob): readonly DeckJudge[] {
  if (control.isStopping) return [];
  return judges.filter(({ source, target }) => {
    return control.findUnreachable(() => [toTargetKey(source, target.id)]) === undefined;
  });
}

/** Reports on the judges that answered. Certificates, page and label requests wait for the others. */
function printReachedJudges(result: CalibrationResult, tools: Tools): void {
  const { job, calibrations } = result;
  const { gate, html, requestLabels } = tools.command;
  const reached = new Set(listReachedJudges(job).map(({ judge }) => judge));
  const answered = calibrations.filter(({ judge }) => reached.has(judge));
  printCalibrations({ ...result, calibrations: answered }, tools);
  const later = [
    ...(gate === true ? ['certificates'] : []),
    ...(html === undefined ? [] : ['the page']),
    ...(requestLabels === undefined ? [] : ['label requests']),
  ];
  if (later.length > 0) tools.io.err(`Not written, because a judge did not answer: ${later.join(', ')}.\n`);
}

function toResume(command: CalibrateCommand): Resume {
  return { work: 'answered', command: renderCommand(command) };
}

/** A stopped calibration gets no certificate, and a report only on judges that answered everything. */
function printStopped(job: CalibrateJob, tools: Tools): ExitCode {
  const { control } = job;
  const { command, io } = tools;
  printCost(job, tools);
  const unreachable = findUnreachable(control, toResume(command));
  if (unreachable !== undefined) throw unreachable;
  io.err(`${toStopReason(control)}. ${renderSaved(toResume(command))}\n`);
  return control.isDraining ? 130 : 3;
}

/** Checks our statistics against published examples. Exit code 1: a value differs. */
async function printSelftest({ decks, json }: CalibrateCommand, io: Io): Promise<ExitCode> {
  if (decks.length > 0) throw usageFault('--selftest does not take a deck.', 'Remove one of them.');
  const { runSelftest } = await import('../../calibrate/selftest/run-selftest.ts');
  const { renderSelftest } = await import('../../report/agreement/render-selftest.ts');
  const rows = runSelftest();
  io.out(json === true ? `${JSON.stringify(rows, null, 2)}\n` : renderSelftest(rows, toPalette(io.color.out)));
  return rows.every(({ ok }) => ok) ? 0 : 1;
}
