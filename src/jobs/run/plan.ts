import { Fault, hasError, type Problem, toError } from '../../base/fault.ts';
import { suggestValue } from '../../base/nearest.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { RunOptions, RunSpec, RunTarget } from '../../conversation/run/run-spec.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { CaseReading } from '../../files/eval/case-reader.ts';
import { listTargetIds } from '../../files/eval/list-target-ids.ts';
import { toRelative } from '../../files/project/project.ts';
import { UnsentHistory } from '../../files/validate/unsent-history.ts';
import { validateFile } from '../../files/validate/validate-files.ts';
import { listCaseGraders } from '../../grade/case-graders.ts';
import { ListedGraders } from '../../grade/check-hashes.ts';
import { lacksWhole } from '../../grade/select-replies.ts';
import type { AskedDeck } from '../../judges/asked-decks.ts';
import { KeptJudges } from '../../judges/judging-plan.ts';
import { type JudgedBy, RunJudges } from '../../judges/run-judges.ts';
import { ListedAttachments, type DatasetSpec, toFile } from '../../samples/run-inputs.ts';
import { Selection } from '../../samples/case-selection.ts';
import type { DatasetSource } from '../../samples/dataset-cases.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import { listVariants } from '../../samples/variants.ts';
import { checkAnswerable, noJudge, nothingSelected, nothingSent, unknownTarget, wholeInEveryTurn } from '../../samples/check-runnable.ts';
import { Planner, type PlannerOptions, type RunPlan } from '../../play/run-plan.ts';

export interface Prepared {
  readonly spec: RunSpec;
  readonly plan: RunPlan;
  readonly warnings: readonly Problem[];
  /** Ids of the targets that will be called, by file. */
  readonly called: ReadonlyMap<EvalSource, ReadonlySet<string>>;
  /** Which decks are asked of which targets. */
  readonly asked: readonly AskedDeck[];
}

export interface PrepareOptions {
  readonly root: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly options: RunOptions;
  readonly priceOf: PlannerOptions['priceOf'];
}

/**
 * Reads every file whole, and reports everything that is wrong before anything is called: one Fault with all problems.
 * What comes back is what the run will play.
 */
export async function prepareRun(sources: readonly EvalSource[], options: PrepareOptions): Promise<Prepared> {
  const preparation = new Preparation(options);
  for (const source of sources) await preparation.read(source);
  return preparation.finish(sources);
}

class Preparation {
  readonly #options: PrepareOptions;
  readonly #planner: Planner;
  readonly #selection: Selection;
  readonly #attachments = new ListedAttachments();
  readonly #graders = new ListedGraders();
  readonly #problems: Problem[] = [];
  readonly #called = new Map<EvalSource, Set<string>>();
  /** Ids of all cases, when some were asked for by id. */
  readonly #ids = new Set<string>();
  readonly #judges: RunJudges;
  readonly #keptJudges: KeptJudges;
  /** Ids of the targets that speak in conversations; all others only judge. */
  readonly #speaking = new Set<string>();
  readonly #datasets: DatasetSpec[] = [];
  #withoutTarget = false;
  #withoutJudge = false;
  #withoutWhole = false;

  constructor(options: PrepareOptions) {
    const { repeat } = options.options;
    this.#options = options;
    this.#planner = new Planner({ repeat, priceOf: options.priceOf });
    this.#selection = new Selection(options.options);
    this.#keptJudges = new KeptJudges(options.options.judge);
    this.#judges = new RunJudges({ cwd: options.cwd, judge: options.options.judge });
  }

  async read(source: EvalSource): Promise<void> {
    const { cwd, env } = this.#options;
    this.#called.set(source, new Set());
    const visitCase = (reading: CaseReading) => {
      const { evalCase, problems } = reading;
      if (evalCase !== undefined && this.#options.options.cases !== undefined) this.#ids.add(evalCase.id);
      if (evalCase === undefined || hasError(problems) || !this.#selection.take(evalCase)) return;
      this.#addCase(source, evalCase, reading);
    };
    const { targets } = this.#options.options;
    const { problems } = await validateFile(source.evalFile.path, { cwd, env, targets, visitCase });
    this.#problems.push(...problems);
    if (source.dataset !== undefined) await this.#readDataset(source, source.dataset, visitCase);
  }

  async #readDataset(source: EvalSource, dataset: DatasetSource, visitCase: (reading: CaseReading) => void) {
    const { evalFile, specs } = source;
    const unsent = new UnsentHistory(evalFile.reading);
    const state = await dataset.visitCases((reading) => {
      const { evalCase, problems } = reading;
      this.#problems.push(...problems);
      visitCase(reading);
      if (evalCase === undefined) return;
      const ids = listTargetIds(evalCase, evalFile, { choice: this.#options.options, specs });
      const targets = ids.flatMap((id) => specs.get(id) ?? []);
      unsent.add({ evalCase, targets, place: () => evalFile.placeOf(['cases']) });
    });
    this.#problems.push(...unsent.check());
    if (state.items === 0) this.#problems.push(await dataset.explainEmpty());
    this.#datasets.push({ path: this.#toPath(source.evalFile.path), ...state });
  }

  finish(sources: readonly EvalSource[]): Prepared {
    const hasAgentv = sources.some(({ evalFile }) => evalFile.isAgentv);
    const plan = { ...this.#planner.toPlan(), ...(hasAgentv ? { hasAgentv } : {}) };
    const errors = this.#problems.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) errors.push(...this.#listUnknownCases());
    if (errors.length === 0 && plan.cases === 0) errors.push(nothingSelected(sources));
    else if (errors.length === 0 && plan.conversations === 0) errors.push(nothingSent());
    const [first, ...rest] = errors;
    if (first !== undefined) throw new Fault([first, ...rest]);
    for (const file of this.#judges.files) this.#attachments.addFile(file);
    return {
      spec: {
        files: sources.map((source) => ({
          ...toFile(source, this.#options.root),
          graders: this.#graders.toList(source),
          ...this.#toSent(source, plan),
        })),
        attachments: this.#attachments.toList().map(({ path, hash }) => ({ path: this.#toPath(path), hash })),
        ...(this.#datasets.length === 0 ? {} : { datasets: this.#datasets }),
        targets: this.#listTargets(),
        options: this.#options.options,
        conversations: plan.conversations,
        ...(plan.conversationsPerCase === undefined ? {} : { conversationsPerCase: plan.conversationsPerCase }),
      },
      plan,
      warnings: [...this.#problems.filter(({ severity }) => severity === 'warning'), ...this.#keptJudges.warnings],
      called: this.#called,
      asked: this.#judges.asked,
    };
  }

  #addCase(source: EvalSource, evalCase: EvalCase, reading: CaseReading): void {
    const { evalFile, specs } = source;
    const { options } = this.#options;
    const ids = listTargetIds(evalCase, evalFile, { choice: options, specs });
    if (ids.length === 0) {
      this.#addNoTarget(source);
      return;
    }
    this.#problems.push(...checkAnswerable(evalCase, reading, evalFile.reading));
    const targets = ids.flatMap((id) => this.#findTarget(source, id, reading));
    const simulator = evalCase.play.includes('simulate') ? evalCase.simulate?.target : undefined;
    if (simulator !== undefined) this.#findTarget(source, simulator, reading);
    for (const id of simulator === undefined ? ids : [...ids, simulator]) this.#speaking.add(id);
    this.#checkWhole(source, evalCase);
    const judges = this.#findJudges(source, evalCase, reading);
    this.#attachments.add(evalCase, evalFile.attachments);
    this.#graders.add(source, evalCase);
    const lengthOf = (written: string) => this.#attachments.lengthOf(written, evalFile.attachments);
    this.#planner.add(evalCase, listVariants(evalCase, targets, source.sends), { specs, lengthOf, judges });
  }

  #findJudges(source: EvalSource, evalCase: EvalCase, reading: CaseReading): readonly JudgedBy[] {
    const judges = this.#judges.list(source, evalCase);
    for (const { grader, deck, target } of judges) {
      this.#keptJudges.add(grader, deck);
      if (target !== undefined) this.#findTarget(source, target, reading);
      else if (!this.#withoutJudge) {
        this.#withoutJudge = true;
        this.#problems.push(noJudge(grader, evalCase, source));
      }
    }
    return judges;
  }

  #checkWhole(source: EvalSource, evalCase: EvalCase): void {
    if (this.#withoutWhole || evalCase.play.some((play) => play !== 'every-turn')) return;
    const grader = listCaseGraders(evalCase).find((one) => lacksWhole(one, 'every-turn'));
    if (grader === undefined) return;
    this.#withoutWhole = true;
    this.#problems.push(wholeInEveryTurn(grader, evalCase, source));
  }

  #findTarget(source: EvalSource, id: string, reading: CaseReading): readonly TargetSpec[] {
    const called = this.#called.get(source);
    const spec = source.specs.get(id);
    if (called?.has(id) === true) return spec === undefined ? [] : [spec];
    called?.add(id);
    // A name that a targets file does not have was told by the validation.
    const isTold = source.targetsFile !== undefined && !source.targetsFile.unusable.some((target) => target.id === id);
    if (spec === undefined && !isTold) this.#problems.push(unknownTarget(source, id, reading));
    return spec === undefined ? [] : [spec];
  }

  #addNoTarget({ evalFile, specs, targetsFile }: EvalSource): void {
    if (this.#withoutTarget) return;
    this.#withoutTarget = true;
    const known = [...specs.keys()].join(', ');
    const message = `No target is set for the cases of ${evalFile.file}.`;
    const none =
      targetsFile === undefined
        ? 'Create a targets.yaml. `turnwise init` writes an example.'
        : `${targetsFile.file} has no usable targets. Fix it first.`;
    const hint =
      known === ''
        ? none
        : `Pass --target <id>, or write "targets: [id]" in the file or in .turnwise/config.yaml. Available: ${known}.`;
    this.#problems.push(toError({ code: 'RUN_NO_TARGET', message, hint, file: evalFile.file }));
  }

  #listUnknownCases(): readonly Problem[] {
    const wanted = this.#options.options.cases ?? [];
    return wanted
      .filter((id) => !this.#ids.has(id))
      .map((id) => {
        const hint = suggestValue(id, { flag: '--case', values: wanted, known: [...this.#ids] });
        return toError({ code: 'CASE_UNKNOWN', message: `There is no case "${id}".`, hint });
      });
  }

  #listTargets(): RunTarget[] {
    const targets = new Map<string, RunTarget>();
    for (const [{ targetsFile, specs }, ids] of this.#called) {
      const file = targetsFile === undefined ? '' : this.#toPath(targetsFile.path);
      for (const id of ids) {
        const spec = specs.get(id);
        if (spec === undefined) continue;
        const role = this.#speaking.has(id) ? {} : { role: 'judge' as const };
        targets.set(`${file}\n${id}`, { file, spec, ...role });
      }
    }
    return [...targets.values()];
  }

  /** What the targets of a file are sent, for a resume and for readers of the record. */
  #toSent({ targetsFile, sends }: EvalSource, plan: RunPlan): Pick<RunSpec['files'][number], 'targetsFile' | 'send'> {
    if (targetsFile === undefined) return {};
    const played = [...sends].filter(([id]) => plan.sends.has(id));
    const send = Object.fromEntries(played.map(([id, forms]) => [id, [...forms]]));
    return { targetsFile: this.#toPath(targetsFile.path), send };
  }

  #toPath(path: string): string {
    return toRelative(path, this.#options.root);
  }
}

