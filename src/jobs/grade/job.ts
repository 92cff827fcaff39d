import type { Problem } from '../../base/fault.ts';
import { getRun } from '../../conversation/run/run-name.ts';
import { isJudge } from '../../grade/case-graders.ts';
import { checkBudget } from '../../job/budget.ts';
import { nullGradingWriter } from '../../job/expected-hits.ts';
import { toLeaseOwner } from '../../job/lease.ts';
import { type JobEnd, type JobSteps, type OpenJob, openJob, type StepTools, toEndState } from '../../job/run-job.ts';
import { countDone } from '../../job/run-line.ts';
import { assertCertified } from '../../judges/certificate-problems.ts';
import { openGraderKits } from '../../judges/grader-kits.ts';
import { listReadFiles } from '../../judges/judge-certificates.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import type { GradingWriter, Store } from '../../store/port.ts';
import { type GradeContext, type GradeObserver, regradeConversation } from './execute.ts';
import type { GradingOptions } from './options.ts';
import { type GradeInputs, type GradeTools, planGrading } from './plan.ts';

/** `stopped`: the earlier verdicts still count. */
export interface GradeEnd extends JobEnd {
  readonly number: number;
}

/** A grading that is ready to run: everything is checked, and no judge was asked. */
export interface GradeJob
  extends OpenJob<GradeObserver, GradeEnd>,
    Pick<GradeInputs, 'record' | 'plan' | 'before' | 'judges'> {
  /** The id of the run. */
  readonly id: string;
  /** The stopped grading that is resumed, and how many conversations it has graded. */
  readonly resumed?: { readonly number: number; readonly done: number };
  /** The grading that counted until now. 0: the original verdicts. */
  readonly base: number;
  readonly warnings: readonly Problem[];
}

/**
 * The story of a grading. It plans first: it reads the files of the run as they are now, resolves judges, and reports
 * everything that is wrong. Then it opens the judges. `run` takes the lease, grades each stored conversation that is
 * not graded yet, records its verdicts, and releases the lease.
 */
export async function openGrading(run: string, options: GradingOptions, tools: GradeTools): Promise<GradeJob> {
  const { runs } = await tools.database.open();
  const inputs = await planGrading(await getRun(runs, run), options, tools);
  const { record, spec, plan, before, judges, called } = inputs;
  assertCertified(judges, options);
  checkBudget(options, inputs.targets, tools.priceOf);
  const stopped = await runs.findOpenGrading(record.id, spec, tools.isExpired);
  tools.checkRecord(options.record, listReadFiles(record.spec, tools.root));
  const job = await openJob<EvalSource, GradeObserver, GradingWriter, GradeEnd>(tools, options, {
    called,
    isCached: options.cache !== false,
    seed: record.spec.options.seed,
    spent: options.again?.spent,
    toParts: (store) => ({
      steps: (step) => toSteps(options, inputs, { ...tools, ...step, store }),
      nullWriter: nullGradingWriter,
      toHitObserver: (counter) => ({
        graded: (_conversation, { judgments }) => {
          counter.addTask();
          for (const { call } of judgments) counter.addCall(call);
        },
      }),
    }),
  });
  return {
    ...{ id: record.id, record, plan, before, judges: options.again === undefined ? judges : [] },
    ...job,
    ...(stopped === undefined ? {} : { resumed: { number: stopped.number, done: countDone(stopped.counts) } }),
    base: spec.base ?? 0,
    warnings: [...tools.warnings, ...inputs.warnings],
  };
}

type GradeStepTools = GradeTools & StepTools<EvalSource, GradeObserver> & { readonly store: Store };

function toSteps(
  { again }: GradingOptions,
  inputs: GradeInputs,
  tools: GradeStepTools,
): JobSteps<GradingWriter, GradeEnd> {
  const { record, spec, before } = inputs;
  const { control, observer, clock, store, isExpired } = tools;
  let left = 0;
  const graded: GradeObserver['graded'] = (...recorded) => {
    left -= 1;
    observer.graded?.(...recorded);
  };
  return {
    async begin() {
      const writer = await store.runs.grade(record.id, { spec, owner: toLeaseOwner(clock) }, isExpired);
      left = before.size - writer.graded.size;
      return writer;
    },
    async *tasks(writer) {
      const context = toContext(inputs, { ...tools, writer, observer: { graded }, isAgain: again !== undefined });
      for await (const task of inputs.tasks()) {
        if (!writer.graded.has(task.conversation.number)) {
          yield { lane: '', run: () => regradeConversation(task, context) };
        }
      }
    },
    isStopping: () => control.isStopping,
    end: async ({ number }) => ({ number, state: toEndState(control, left) }),
    isKeptOpen: again !== undefined,
  };
}

function toContext(
  { record, gradersOf, selected, judge, decks }: GradeInputs,
  tools: GradeStepTools & Pick<GradeContext, 'writer'> & { readonly isAgain: boolean },
): GradeContext {
  const { clock, control, observer, writer, targets, isLookup, isAgain } = tools;
  const kitOf = openGraderKits({ ...tools, openTarget: (source, id) => targets.get(source, id), judge, decks });
  return {
    writer,
    // When it looks up the cache, it runs no checks: only judges call models.
    gradersOf: (evalCase) => (isLookup ? gradersOf(evalCase).filter(isJudge) : gradersOf(evalCase)),
    ...(selected === undefined ? {} : { selected }),
    kitOf,
    ...(isAgain ? { repeatOf: (repeat) => repeat + record.spec.options.repeat } : {}),
    clock,
    control,
    observer,
  };
}
