import { systemClock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { findDatasetName } from '../../conversation/sample.ts';
import { toCertificatePath } from '../../files/certificate-file.ts';
import { toTargetKey } from '../../files/targets/read-targets.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { findUnreachableFault } from '../../job/breaker.ts';
import type { CalibrateEnd, CalibrateJob } from '../../jobs/calibrate/job.ts';
import { assembleCalibrations } from '../../judges/assemble-calibrations.ts';
import type { PlannedJudge } from '../../judges/calibrated-deck.ts';
import { listSwaps, noteUntrustedOld } from '../../judges/judge-swaps.ts';
import { isWithoutSamples } from '../../wiring/first-labels.ts';
import { openCalibrateJob } from '../../wiring/open-jobs.ts';
import { assertNotProtected } from '../../wiring/protected-files.ts';
import { toCalibrateExit } from '../calibrate/calibrate-exit.ts';
import type { CalibrateCommand } from '../calibrate/calibrate-flags.ts';
import {
  checkCalibrateCommand,
  renderCommand,
  renderLabelCommand,
  toLabelsDataset,
} from '../calibrate/calibrate-usage.ts';
import { calibrateWithProgress } from '../calibrate/calibrate-with-progress.ts';
import { certify, checkCertificates } from '../calibrate/certify.ts';
import { fileFirstLabels } from '../calibrate/file-first-labels.ts';
import { fileLabels } from '../calibrate/file-labels.ts';
import { listNamedDecks } from '../calibrate/named-decks.ts';
import {
  type Calibrated,
  type FiledRequests,
  printCalibrations,
  printCalibrationsJson,
} from '../calibrate/print-calibrations.ts';
import { renderCalibratePlan } from '../calibrate/render-calibrate-plan.ts';
import { renderJudgingCost } from '../calibrate/render-judging-cost.ts';
import { writeCalibrationPage } from '../calibrate/write-calibration-page.ts';
import type { ExitCode, Io } from '../io.ts';
import { printWarnings } from '../print-warnings.ts';
import { checkOutputs } from '../report/check-outputs.ts';
import { toStopReason } from '../stop-reason.ts';
import { withResume } from '../with-hint.ts';

/** Many samples are often wrong in the same way. */
const shownWarnings = 3;

/** Asks judges about conversations that people scored, and says whether they may be trusted. */
export async function calibrate(typed: CalibrateCommand, io: Io): Promise<ExitCode> {
  if (typed.selftest === true) return (await import('../calibrate/print-selftest.ts')).printSelftest(typed, io);
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
    if (job.resumed !== undefined) io.err(`${renderCalibratePlan(job)}\n`);
    else if (!isQuiet) io.err(`${renderCalibratePlan(job, await job.expectHits())}\n`);
    const end = await calibrateWithProgress(job, { io, isQuiet, goOn: renderCommand(command) });
    return await finish(job, end, { command, io });
  } finally {
    await job.close();
  }
}

/** Undefined when no conversation has a score yet, and the first ones were drawn for people instead. */
async function openOrDraw(command: CalibrateCommand, io: Io): Promise<CalibrateJob | undefined> {
  const options = { ...command, cwd: io.cwd, env: io.env };
  try {
    return await openCalibrateJob(command.decks, options, io.clock);
  } catch (error) {
    const { requestLabels, rubric, tags = [] } = command;
    // A tag may be mistyped. The bundled deck is not a file that people could score by.
    if (requestLabels === undefined || rubric === true || tags.length > 0 || !isWithoutSamples(error)) throw error;
    await fileFirstLabels(options, { command, dataset: toLabelsDataset(requestLabels), io });
    return undefined;
  }
}

/** Nothing that is read is written over, and everything can be written, before the first call is paid for. */
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
  const hasReport = !isStopped || listReached(job).length > 0;
  if (!hasReport && command.json !== true) return tellStopped(job, tools);
  const assembled = await assembleCalibrations(job, id);
  const swaps = command.swap === undefined || isStopped ? undefined : listSwaps(job, assembled, command.swap);
  const calibrated = { id, state, job, assembled, ...definedOnly({ swaps }) };
  if (isStopped) {
    if (command.json === true) printCalibrationsJson(calibrated, io);
    else if (hasReport) printReached(calibrated, tools);
    return tellStopped(job, tools);
  }
  const requested = await request(calibrated, tools);
  if (command.json === true) printCalibrationsJson(calibrated, io, requested);
  else printCalibrations(calibrated, { ...tools, requested });
  await write(calibrated, tools);
  tellCost(job, tools);
  const calibrations = assembled.map(({ calibration }) => calibration);
  const { code, says } = toCalibrateExit(calibrations, command.gate === true, swaps);
  if (says !== undefined) io.err(`${says}\n`);
  return code;
}

function tellCost({ cost }: CalibrateJob, { command, io }: Tools): void {
  if (command.quiet !== true) io.err(renderJudgingCost(cost));
}

/** Before the report, which says what was filed, and whose next step depends on it. */
async function request(calibrated: Calibrated, { command, io }: Tools): Promise<FiledRequests | undefined> {
  if (command.requestLabels === undefined) return undefined;
  const dataset = toLabelsDataset(command.requestLabels);
  const requests = await fileLabels({ ...calibrated, dataset, clock: io.clock ?? systemClock, io, command });
  const waiting = Math.max(0, ...[...requests.values()].map((filed) => filed.waiting));
  return { dataset, requests, waiting, toCommand: (deck) => renderLabelCommand(dataset, deck, command) };
}

/** Certificates first: a page can be made again. */
async function write(calibrated: Calibrated, { command, io }: Tools): Promise<void> {
  const clock = io.clock ?? systemClock;
  if (command.gate === true) certify({ ...calibrated, clock, io });
  if (command.html === undefined) return;
  const at = new Date(clock.now()).toISOString();
  await writeCalibrationPage(command.html, calibrated, { io, at, command: renderCommand(command) });
}

/** Judges that answered everything, where others could not be reached. None where the calibration stopped for another reason. */
function listReached({ judges, control }: CalibrateJob): readonly PlannedJudge[] {
  if (control.isStopping) return [];
  return judges.filter(({ source, target }) => {
    return control.findUnreachable(() => [toTargetKey(source, target.id)]) === undefined;
  });
}

/** The report on the judges that answered. Certificates, page and requested labels wait for the others. */
function printReached(calibrated: Calibrated, tools: Tools): void {
  const { job, assembled } = calibrated;
  const { gate, html, requestLabels } = tools.command;
  const reached = new Set(listReached(job).map(({ judge }) => judge));
  const answered = assembled.filter(({ judge }) => reached.has(judge));
  printCalibrations({ ...calibrated, assembled: answered }, tools);
  const later = [
    ...(gate === true ? ['certificates'] : []),
    ...(html === undefined ? [] : ['the page']),
    ...(requestLabels === undefined ? [] : ['label requests']),
  ];
  if (later.length > 0) tools.io.err(`Not written, because a judge did not answer: ${later.join(', ')}.\n`);
}

/** Half of a calibration is no certificate, and a report only on judges that answered everything. */
function tellStopped(job: CalibrateJob, tools: Tools): ExitCode {
  const { control } = job;
  const { command, io } = tools;
  tellCost(job, tools);
  const unreachable = findUnreachableFault(control);
  if (unreachable !== undefined) throw withResume(unreachable, 'answered', renderCommand(command));
  io.err(`${toStopReason(control)}. Answers so far are saved. Resume with:\n  ${renderCommand(command)}\n`);
  return control.isDraining ? 130 : 3;
}
