import { resolve } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import type { Problem } from '../../base/fault.ts';
import { noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import type { RunOptions, RunSpec } from '../../conversation/run/run-spec.ts';
import { getRun, getUnfinishedRun } from '../../job/find-run.ts';
import { toRunId } from '../../job/job-id.ts';
import { toHolder } from '../../job/lease.ts';
import { readJudgeCertificates, type CertifiedJudge, toKeptCertificates } from '../../judges/judge-certificates.ts';
import { assertCertified, type JudgeNote, toCertificateNotes } from '../../report/certificate-notes.ts';
import { noDatasets } from '../../samples/dataset-cases.ts';
import { checkChosenTargets, type EvalSource, openEvalSources } from '../../samples/eval-sources.ts';
import { listChanges, readPresentState, changedRun, toChangedSpec } from '../../samples/run-inputs.ts';
import { keepTargetSends, listKeptSends, type TargetSends } from '../../samples/target-sends.ts';
import { openGoneTest } from '../../store/holder.ts';
import type { RunRecord, RunWriter, Store } from '../../store/port.ts';
import { findPrice } from '../../target/prices.ts';
import { findStoreRoot } from '../../wiring/open-store.ts';
import type { RunEvalOptions } from './options.ts';
import { type Prepared, prepareRun } from './plan.ts';
import type { RunPlan } from '../../play/run-plan.ts';
import { loadProgress, noProgress, type Progress } from './tasks.ts';

/** A run that was begun or found again, with everything read and nothing held yet. */
export interface OpenedRun {
  readonly id: string;
  readonly sources: readonly EvalSource[];
  readonly spec: RunSpec;
  /** Absent when nothing changed since the run was planned. */
  readonly plan?: RunPlan;
  readonly called: Prepared['called'];
  readonly warnings: readonly Problem[];
  /** On the certificates of judges, a line each. */
  readonly notes: readonly JudgeNote[];
  readonly before: RunCounts;
  /** Conversations in error that are played again; not among `before`. */
  readonly retried: number;
  readonly isResumed: boolean;
  /** What the targets of a resumed run are sent, by id, where a new run would send something else. */
  readonly keptSends: TargetSends;
  /** Takes hold of the run in the store. */
  hold(store: Store): Promise<{ readonly writer: RunWriter; readonly progress: Progress }>;
}

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly store: Store;
}

/** A run that begins. It writes nothing, so that there may be no store yet. */
export async function openNewRun(
  request: RunEvalOptions,
  around: Omit<Surroundings, 'store'> & { readonly store?: Store | undefined },
): Promise<OpenedRun> {
  const { store: known, clock, cwd } = around;
  const files = request.files ?? [findStoreRoot({ cwd, path: undefined, file: undefined })];
  const sources = await openEvalSources(files, { cwd, store: known?.curation ?? noDatasets, send: request.send });
  checkChosenTargets(sources, [...(request.targets ?? []), ...(request.judge === undefined ? [] : [request.judge])]);
  const root = findStoreRoot({ path: request.db, cwd, file: request.files?.[0] });
  const fresh = await prepare(sources, toRunOptions(request), { root, ...around });
  assertCertified(fresh.standings, request);
  const { spec, plan, warnings, notes, called } = fresh;
  const [newest] = (await known?.runs.list({ limit: 1 })) ?? [];
  const id = toRunId(clock, newest?.id);
  const hold = async (store: Store) => {
    const writer = await store.runs.create({ id, spec, holder: toHolder(clock) });
    return { writer, progress: noProgress };
  };
  const progress = { before: noCounts, retried: 0, isResumed: false, keptSends: new Map() };
  return { id, sources, spec, plan, called, warnings, notes, ...progress, hold };
}

/** A run of the store. Refuses when what it plays has changed, unless that is wanted. */
export async function openOldRun(request: RunEvalOptions, around: Surroundings): Promise<OpenedRun> {
  const { store, clock, cwd } = around;
  const record = await findOldRun(request, store);
  const root = findStoreRoot({ path: request.db, cwd, file: request.files?.[0] });
  const opened = await openEvalSources(
    record.spec.files.map(({ path }) => resolve(root, path)),
    { cwd, store: store.curation, send: record.spec.options.send },
  );
  const sources = opened.map((source) => ({ ...source, sends: keepTargetSends(record.spec, source, root) }));
  const changes = listChanges(record.spec, await readPresentState(sources, record.spec, root));
  if (changes.length > 0 && request.force !== true) throw changedRun(request, record.id, changes);
  const isChanged = changes.length > 0;
  const present =
    isChanged || request.requireCertified === true
      ? await prepare(sources, record.spec.options, { root, ...around })
      : undefined;
  if (present !== undefined) assertCertified(present.standings, request);
  const fresh = isChanged ? present : undefined;
  const spec = fresh === undefined ? record.spec : toChangedSpec(record.spec, fresh.spec, changes);
  const hold = async () => {
    const writer = await store.runs.claim(record.id, toHolder(clock), openGoneTest(clock));
    if (fresh !== undefined) await writer.replaceSpec(spec);
    const retryErrors = request.retryErrors === true;
    const hasMoved = (spec.changes ?? []).length > 0;
    return { writer, progress: await loadProgress(store.runs, record.id, { retryErrors, hasMoved }) };
  };
  return {
    id: record.id,
    sources,
    spec,
    ...(fresh === undefined ? {} : { plan: fresh.plan }),
    called: fresh?.called ?? listCalled(sources, record.spec),
    warnings: fresh?.warnings ?? [],
    notes: fresh?.notes ?? [],
    before: request.retryErrors === true ? { ...record.counts, error: 0 } : record.counts,
    retried: request.retryErrors === true ? record.counts.error : 0,
    isResumed: true,
    keptSends: listKeptSends(opened, sources, record.spec),
    hold,
  };
}

interface PreparedWithJudges extends Prepared {
  readonly standings: readonly CertifiedJudge[];
  readonly notes: readonly JudgeNote[];
}

interface PreparePlace extends Pick<Surroundings, 'cwd' | 'env'> {
  readonly root: string;
  readonly store?: Store | undefined;
}

async function prepare(
  sources: readonly EvalSource[],
  options: RunOptions,
  { root, cwd, env, store }: PreparePlace,
): Promise<PreparedWithJudges> {
  const prepared = await prepareRun(sources, { root, cwd, env, options, priceOf: findPrice });
  const standings = await readJudgeCertificates(prepared.asked, { root, cwd, env, ...definedOnly({ store }) });
  const { notes, warnings } = toCertificateNotes(standings);
  return {
    ...prepared,
    spec: { ...prepared.spec, ...toKeptCertificates(standings) },
    warnings: [...prepared.warnings, ...warnings],
    standings,
    notes,
  };
}

async function findOldRun({ resume, retryErrors }: RunEvalOptions, { runs }: Store): Promise<RunRecord> {
  if (typeof resume === 'string') return getRun(runs, resume);
  return retryErrors === true ? getRun(runs, 'last') : getUnfinishedRun(runs);
}

function toRunOptions(request: RunEvalOptions): RunOptions {
  const { targets, send, cases, tags, limit, repeat = 1, seed, judge, cache } = request;
  return definedOnly({
    repeat,
    targets: targets && [...targets],
    send: send && [...send],
    cases: cases && [...cases],
    tags: tags && [...tags],
    limit,
    seed,
    judge,
    cache: cache === false ? cache : undefined,
  });
}

function listCalled(sources: readonly EvalSource[], { targets }: RunSpec): Prepared['called'] {
  const ids = targets.map(({ spec }) => spec.id);
  return new Map(sources.map((source) => [source, new Set(ids.filter((id) => source.specs.has(id)))]));
}

