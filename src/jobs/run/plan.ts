import { join, resolve } from 'node:path';
import { Fault, hasError, type Problem } from '../../base/fault.ts';
import type { EvalCase } from '../../conversation/case.ts';
import { listVariants, noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import type { RunOptions as RecordedOptions, RunSpec } from '../../conversation/run/run-spec.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { CaseReading } from '../../files/eval/case-reader.ts';
import { listTargetIds } from '../../files/eval/read-eval.ts';
import { findProjectRoot, toRelative } from '../../files/project/project.ts';
import { listEvalProblems } from '../../files/validate/validate-eval.ts';
import { isJudge, listCaseGraders } from '../../grade/case-graders.ts';
import { CheckHashes } from '../../grade/check-hashes.ts';
import { toJobId } from '../../job/job-id.ts';
import { assertPlayedHere } from '../../job/record-run.ts';
import type { JobTools } from '../../job/run-job.ts';
import { getRunToResume } from '../../job/run-line.ts';
import { listCertificateWarnings } from '../../judges/certificate-problems.ts';
import type { GraderKitTools } from '../../judges/grader-kits.ts';
import { type CertifiedJudge, readJudgeCertificates, toRecordedCertificates } from '../../judges/judge-certificates.ts';
import { JudgeResolver, type JudgeUse } from '../../judges/judge-resolver.ts';
import { estimateJudging, OtherJudges, type PlayEstimate } from '../../judges/judging-plan.ts';
import { Planner, type RunPlan } from '../../play/run-plan.ts';
import { Selection } from '../../samples/case-selection.ts';
import {
  checkAnswerable,
  checkDatasetCases,
  findWholeProblem,
  listUnknownCases,
  noJudge,
  noTarget,
  nothingSelected,
  nothingSent,
  unknownTarget,
} from '../../samples/check-runnable.ts';
import { noDatasets } from '../../samples/dataset-cases.ts';
import {
  checkChosenTargets,
  type EvalSource,
  keepTargetSends,
  listKeptSends,
  openEvalSources,
  type SourcePlace,
  type TargetSends,
} from '../../samples/eval-sources.ts';
import {
  AttachmentList,
  changedRun,
  type DatasetSpec,
  listChanges,
  listRecordedTargets,
  readPresentState,
  toChangedSpec,
  toFile,
  toRunTargets,
} from '../../samples/run-inputs.ts';
import { type RunEvalOptions, toRecordedOptions } from './options.ts';

/** What a run needs in addition to `JobTools`. */
export type RunTools = JobTools<EvalSource> & GraderKitTools & Pick<SourcePlace, 'findRecordedSend'>;

/** The plan of a run, new or resumed. */
export interface RunInputs {
  readonly id: string;
  readonly sources: readonly EvalSource[];
  readonly spec: RunSpec;
  /** Absent for a resumed run with unchanged files: it was planned before. */
  readonly plan?: RunPlan;
  /** Ids of the targets that will be called, by file. */
  readonly called: ReadonlyMap<EvalSource, ReadonlySet<string>>;
  readonly warnings: readonly Problem[];
  /** Empty for a resumed run with unchanged files. */
  readonly judges: readonly CertifiedJudge[];
  /** The statuses of the conversations that are done. */
  readonly before: RunCounts;
  /** Conversations with an error that are retried. `before` leaves them out. */
  readonly retried: number;
  readonly isResumed: boolean;
  /** What the targets of a resumed run are sent, by id, if a new run would send something else. */
  readonly keptSends: TargetSends;
}

/** Plans a run from its files. It writes nothing, and the database may not exist yet. */
export async function planNewRun(options: RunEvalOptions, tools: RunTools): Promise<RunInputs> {
  const { cwd, clock, database, findRecordedSend } = tools;
  const store = database.known?.curation ?? noDatasets;
  const files = options.files ?? [findProjectRoot(join(cwd, 'any'))];
  const sources = await openEvalSources(files, { cwd, store, send: options.send, findRecordedSend });
  checkChosenTargets(sources, [...(options.targets ?? []), ...(options.judge === undefined ? [] : [options.judge])]);
  const planned = await planSources(sources, toRecordedOptions(options), tools);
  const [newest] = (await database.known?.runs.list({ limit: 1 })) ?? [];
  const before = { before: noCounts, retried: 0, isResumed: false, keptSends: new Map() };
  return { ...planned, ...before, id: toJobId(clock, newest?.id), sources };
}

/** Plans the rest of a recorded run. Throws if its inputs changed, unless `force` is set. */
export async function planResumedRun(options: RunEvalOptions, tools: RunTools): Promise<RunInputs> {
  const { cwd, root, database, findRecordedSend } = tools;
  const store = await database.open();
  const record = await getRunToResume(store.runs, options);
  assertPlayedHere(record, 'there is nothing to resume');
  const { spec: before } = record;
  const fresh = await openEvalSources(
    before.files.map(({ path }) => resolve(root, path)),
    { cwd, store: store.curation, send: before.options.send, findRecordedSend },
  );
  const sources = fresh.map((source) => ({ ...source, sends: keepTargetSends(before, source, root) }));
  const changes = listChanges(before, await readPresentState(sources, before, root));
  if (changes.length > 0 && options.force !== true) throw changedRun(options, record.id, changes);
  const isPlanned = changes.length > 0 || options.requireCertified === true;
  const planned = isPlanned ? await planSources(sources, before.options, tools) : undefined;
  const isRetried = options.retryErrors === true;
  return {
    ...(changes.length > 0 && planned !== undefined
      ? { ...planned, spec: toChangedSpec(before, planned.spec, changes) }
      : { spec: before, called: listRecordedTargets(sources, before), warnings: [], judges: planned?.judges ?? [] }),
    id: record.id,
    sources,
    before: isRetried ? { ...record.counts, error: 0 } : record.counts,
    retried: isRetried ? record.counts.error : 0,
    isResumed: true,
    keptSends: listKeptSends(fresh, sources, before),
  };
}

type SourcesPlan = Required<Pick<RunInputs, 'spec' | 'plan' | 'called' | 'warnings' | 'judges'>>;

/** Reads every file completely, and reports all problems in one Fault. */
async function planSources(
  sources: readonly EvalSource[],
  options: RecordedOptions,
  tools: RunTools,
): Promise<SourcesPlan> {
  const reader = new PlanReader(options, tools);
  for (const source of sources) await reader.read(source);
  const { uses, ...planned } = reader.finish(sources);
  const judges = await readJudgeCertificates(uses, { ...tools, store: tools.database.known });
  return {
    ...planned,
    spec: { ...planned.spec, ...toRecordedCertificates(judges) },
    warnings: [...planned.warnings, ...listCertificateWarnings(judges)],
    judges,
  };
}

/** The plan of a run before its certificates are read. */
interface PlanDraft {
  readonly spec: RunSpec;
  readonly plan: RunPlan;
  readonly warnings: readonly Problem[];
  readonly called: ReadonlyMap<EvalSource, ReadonlySet<string>>;
  readonly uses: readonly JudgeUse[];
}

type PlacedCase = { readonly source: EvalSource; readonly evalCase: EvalCase; readonly reading: CaseReading };

/** Reads the files of a run case by case, and collects conversations, cost and problems. */
class PlanReader {
  readonly #options: RecordedOptions;
  readonly #tools: RunTools;
  readonly #planner: Planner;
  readonly #selection: Selection;
  readonly #attachments = new AttachmentList();
  readonly #graders = new CheckHashes<EvalSource>();
  readonly #problems: Problem[] = [];
  readonly #called = new Map<EvalSource, Set<string>>();
  /** Ids of all cases, if cases were selected by id. */
  readonly #ids = new Set<string>();
  readonly #judges: JudgeResolver;
  readonly #otherJudges: OtherJudges;
  /** Ids of the targets that take part in conversations. All others only judge. */
  readonly #speaking = new Set<string>();
  readonly #datasets: DatasetSpec[] = [];
  #withoutTarget = false;
  #withoutJudge = false;
  #withoutWhole = false;

  constructor(options: RecordedOptions, tools: RunTools) {
    this.#options = options;
    this.#tools = tools;
    this.#planner = new Planner({ repeat: options.repeat, priceOf: tools.priceOf });
    this.#selection = new Selection(options);
    this.#otherJudges = new OtherJudges(options.judge);
    this.#judges = new JudgeResolver({ cwd: tools.cwd, judge: options.judge });
  }

  async read(source: EvalSource): Promise<void> {
    const { cwd, env } = this.#tools;
    this.#called.set(source, new Set());
    const visitCase = (reading: CaseReading) => {
      const { evalCase, problems } = reading;
      if (evalCase !== undefined && this.#options.cases !== undefined) this.#ids.add(evalCase.id);
      if (evalCase === undefined || hasError(problems) || !this.#selection.take(evalCase)) return;
      this.#addCase(source, evalCase, reading);
    };
    const { evalFile, targetsFile } = source;
    const { targets } = this.#options;
    this.#problems.push(...(await listEvalProblems(evalFile, { cwd, env, targets, targetsFile, visitCase })));
    if (source.dataset === undefined) return;
    const { problems: found, state } = await checkDatasetCases(source, source.dataset, this.#options, visitCase);
    this.#problems.push(...found);
    this.#datasets.push({ path: this.#toPath(source.path), ...state });
  }

  finish(sources: readonly EvalSource[]): PlanDraft {
    const hasAgentv = sources.some(({ evalFile }) => evalFile.isAgentv);
    const plan = { ...this.#planner.toPlan(), ...(hasAgentv ? { hasAgentv } : {}) };
    const errors = this.#problems.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) errors.push(...listUnknownCases(this.#options.cases ?? [], this.#ids));
    if (errors.length === 0 && plan.cases === 0) errors.push(nothingSelected(sources));
    else if (errors.length === 0 && plan.conversations === 0) errors.push(nothingSent());
    const [first, ...rest] = errors;
    if (first !== undefined) throw new Fault([first, ...rest]);
    for (const file of this.#judges.files) this.#attachments.addFile(file);
    return {
      spec: {
        files: sources.map((source) => ({
          ...toFile(source, this.#tools.root),
          graders: this.#graders.toList(source),
          ...this.#toSent(source, plan),
        })),
        attachments: this.#attachments.toList().map(({ path, hash }) => ({ path: this.#toPath(path), hash })),
        ...(this.#datasets.length === 0 ? {} : { datasets: this.#datasets }),
        targets: toRunTargets(this.#called, this.#speaking, this.#tools.root),
        options: this.#options,
        conversations: plan.conversations,
        ...(plan.conversationsPerCase === undefined ? {} : { conversationsPerCase: plan.conversationsPerCase }),
      },
      plan,
      warnings: [...this.#problems.filter(({ severity }) => severity === 'warning'), ...this.#otherJudges.warnings],
      called: this.#called,
      uses: this.#judges.uses,
    };
  }

  #addCase(source: EvalSource, evalCase: EvalCase, reading: CaseReading): void {
    const { evalFile, specs } = source;
    const ids = listTargetIds(evalCase, evalFile, { choice: this.#options, specs });
    if (ids.length === 0) {
      if (!this.#withoutTarget) this.#problems.push(noTarget(source));
      this.#withoutTarget = true;
      return;
    }
    this.#problems.push(...checkAnswerable(evalCase, reading, evalFile.reading));
    const targets = ids.flatMap((id) => this.#findTarget(source, id, reading));
    const simulator = evalCase.play.includes('simulate') ? evalCase.simulate?.target : undefined;
    if (simulator !== undefined) this.#findTarget(source, simulator, reading);
    for (const id of simulator === undefined ? ids : [...ids, simulator]) this.#speaking.add(id);
    const whole = this.#withoutWhole ? undefined : findWholeProblem(source, evalCase);
    if (whole !== undefined) this.#problems.push(whole);
    this.#withoutWhole ||= whole !== undefined;
    const judges = new Map(ids.map((id) => [id, this.#findJudges({ source, evalCase, reading }, id)]));
    this.#attachments.add(evalCase, evalFile.attachments);
    this.#graders.add(source, evalCase);
    const lengthOf = (written: string) => this.#attachments.lengthOf(written, evalFile.attachments);
    const judging = (played: PlayEstimate, tested: string) =>
      (judges.get(tested) ?? []).flatMap(({ grader, judge: { deck, spec } }) =>
        spec === undefined ? [] : [{ spec, ...estimateJudging(grader, deck, played) }],
      );
    this.#planner.add(evalCase, listVariants(evalCase, targets, source.sends), { specs, lengthOf, judging });
  }

  #findJudges({ source, evalCase, reading }: PlacedCase, tested: string) {
    const graders = listCaseGraders(evalCase).filter(isJudge);
    return graders.flatMap((grader) => {
      const judge = this.#judges.find(source, grader, tested);
      if (judge === undefined) return [];
      this.#judges.use(source, grader, judge);
      this.#otherJudges.add(grader, judge.deck);
      if (judge.target !== undefined) this.#findTarget(source, judge.target, reading);
      else if (!this.#withoutJudge) {
        this.#withoutJudge = true;
        this.#problems.push(noJudge(grader, evalCase, source));
      }
      return [{ grader, judge }];
    });
  }

  #findTarget(source: EvalSource, id: string, reading: CaseReading): readonly TargetSpec[] {
    const called = this.#called.get(source);
    const spec = source.specs.get(id);
    if (called?.has(id) === true) return spec === undefined ? [] : [spec];
    called?.add(id);
    const isReported =
      source.targetsFile !== undefined && !source.targetsFile.unusable.some((target) => target.id === id);
    if (spec === undefined && !isReported) this.#problems.push(unknownTarget(source, id, reading));
    return spec === undefined ? [] : [spec];
  }

  /** What the targets of a file are sent, for the record of the run. */
  #toSent({ targetsFile, sends }: EvalSource, plan: RunPlan): Pick<RunSpec['files'][number], 'targetsFile' | 'send'> {
    if (targetsFile === undefined) return {};
    const played = [...sends].filter(([id]) => plan.sends.has(id));
    const send = Object.fromEntries(played.map(([id, forms]) => [id, [...forms]]));
    return { targetsFile: this.#toPath(targetsFile.path), send };
  }

  #toPath(path: string): string {
    return toRelative(path, this.#tools.root);
  }
}
