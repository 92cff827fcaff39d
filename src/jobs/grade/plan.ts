import { createHash } from 'node:crypto';
import { definedOnly } from '../../base/defined-only.ts';
import { assertNoErrors, Fault, type Problem } from '../../base/fault.ts';
import { hashJson, toCanonicalJson } from '../../base/hash.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import { findChangedTurn } from '../../conversation/known-conversation.ts';
import type { GradingSpec } from '../../conversation/run/run-spec.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { CaseStatus } from '../../conversation/verdict.ts';
import { listEvalProblems } from '../../files/validate/validate-eval.ts';
import { type CaseGrader, listCaseGraders } from '../../grade/case-graders.ts';
import { KnownGraders, selectGraders } from '../../grade/grader-selection.ts';
import { assertPlayedHere } from '../../job/record-run.ts';
import type { JobTools } from '../../job/run-job.ts';
import { type AddedDeck, isDeckFile, readAddedDecks, toAddedGraders } from '../../judges/added-decks.ts';
import { listCertificateWarnings } from '../../judges/certificate-problems.ts';
import type { GraderKitTools } from '../../judges/grader-kits.ts';
import { type CertifiedJudge, readJudgeCertificates, toRecordedCertificates } from '../../judges/judge-certificates.ts';
import { JudgeResolver } from '../../judges/judge-resolver.ts';
import { type GradingPlan, GradingSurvey } from '../../judges/judging-plan.ts';
import {
  checkChosenTargets,
  type EvalSource,
  openStoredSources,
  type SourcePlace,
} from '../../samples/eval-sources.ts';
import type { CalledTargets } from '../../samples/run-inputs.ts';
import { noJudges, nothingLeft, nothingPlayed, warnUngradable } from '../../samples/ungradable-cases.ts';
import type { RunRecord, RunStore } from '../../store/port.ts';
import { isRegraded, listSelected } from './execute.ts';
import type { GradingOptions } from './options.ts';
import {
  type GradableCase,
  type GradableCases,
  type GradeTask,
  listGradeTasks,
  listPresentCases,
  loadGradable,
  toCaseKey,
} from './tasks.ts';

/** What a grading needs in addition to `JobTools`. */
export type GradeTools = JobTools<EvalSource> & GraderKitTools & Pick<SourcePlace, 'findRecordedSend'>;

/** The plan of a grading, new or resumed. */
export interface GradeInputs extends GradableRun {
  readonly record: RunRecord;
  readonly spec: GradingSpec;
  readonly plan: GradingPlan;
  /** Ids of the judges' targets, by file. */
  readonly called: CalledTargets;
  readonly targets: readonly TargetSpec[];
  /** The target of judges without a target of their own. Absent: the one in each file. */
  readonly judge?: string;
  /** Decks from the command line, by the names that graders use for them. */
  readonly decks: ReadonlyMap<string, Deck>;
  /** Empty when judges are asked again to measure noise: they need no certificate. */
  readonly judges: readonly CertifiedJudge[];
}

/** What can be graded again in a run. */
interface GradableRun {
  readonly gradersOf: (evalCase: EvalCase) => readonly CaseGrader[];
  /** Ids of the selected graders. Absent: every grader. */
  readonly selected?: ReadonlySet<string>;
  /** The statuses of the conversations before this grading, by number. */
  readonly before: ReadonlyMap<number, CaseStatus>;
  /** Covers every case as it is now: its graders, references and answer keys. */
  readonly casesHash: string;
  readonly warnings: readonly Problem[];
  tasks(): AsyncGenerator<GradeTask>;
}

/** Reads the files of a run as they are now, and plans the grading. It writes nothing. */
export async function planGrading(record: RunRecord, options: GradingOptions, tools: GradeTools): Promise<GradeInputs> {
  assertPlayedHere(record, 'it has no eval file with graders');
  const { cwd, root, findRecordedSend } = tools;
  const { graders: words = [], when, again } = options;
  const store = await tools.database.open();
  const added = readAddedDecks(words.filter(isDeckFile), { root, cwd, when });
  if (when !== undefined && added.decks.length === 0) throw whenWithoutDeck();
  const sources = await openStoredSources(record.spec, { root, cwd, store: store.curation, findRecordedSend });
  const judge = options.judge ?? record.spec.options.judge;
  checkChosenTargets(sources, judge === undefined ? [] : [judge]);
  const decks = new Map(added.decks.map(({ written, deck }) => [written, deck]));
  const resolver = new JudgeResolver({ cwd, judge, decks });
  const survey = new GradingSurvey({ judges: resolver, priceOf: tools.priceOf, chosen: options.judge });
  const gradable = await findGradable(record, sources, {
    ...{ tools, survey, again },
    store: store.runs,
    words: words.filter((word) => !isDeckFile(word)),
    addGraders: (taken) => toAddedGraders(added.decks, taken),
  });
  const judges = await readJudgeCertificates(resolver.uses, { ...tools, store });
  const spec = toSpec({ record, gradable, survey, judge, added: added.decks, isAgain: again !== undefined });
  const certificateWarnings = again === undefined ? listCertificateWarnings(judges) : [];
  return {
    ...gradable,
    record,
    spec: { ...spec, ...toRecordedCertificates(judges) },
    plan: survey.toPlan(),
    called: resolver.called,
    targets: resolver.specs,
    ...definedOnly({ judge }),
    decks,
    judges,
    warnings: [...added.warnings, ...gradable.warnings, ...survey.warnings, ...certificateWarnings],
  };
}

interface SpecParts extends Pick<GradeInputs, 'record'> {
  readonly gradable: GradableRun;
  readonly survey: GradingSurvey;
  readonly judge: string | undefined;
  readonly added: readonly AddedDeck[];
  readonly isAgain: boolean;
}

/**
 * Two gradings with the same hash give the same verdicts: the same cases, decks and judges, on the same recorded run.
 */
function toSpec({ record, gradable, survey, judge, added, isAgain }: SpecParts): GradingSpec {
  const base = record.grading?.number ?? 0;
  const graders = gradable.selected === undefined ? undefined : [...gradable.selected].sort();
  const { casesHash } = gradable;
  const again = isAgain ? ({ again: true } as const) : {};
  const decks = added.map(({ written, when }) => ({ written, when }));
  return {
    base,
    ...definedOnly({ graders }),
    ...(added.length === 0 ? {} : { decks: added.map(({ written }) => written.slice(1)) }),
    ...definedOnly({ judge }),
    ...again,
    hash: hashJson({ base, graders, decks, casesHash, asked: survey.hashed, played: record.endedAt ?? null, ...again }),
  };
}

function whenWithoutDeck(): Fault {
  const message = '--when needs a deck from --grader, but there is none.';
  return new Fault({ code: 'CLI_USAGE', message, hint: 'Add --grader my.deck.md, or remove --when.' });
}

interface GradableOptions extends Pick<GradingOptions, 'again'> {
  readonly tools: Pick<GradeTools, 'cwd' | 'env'>;
  readonly store: Pick<RunStore, 'marks' | 'conversations'>;
  /** Ids and kinds of graders. */
  readonly words: readonly string[];
  /** Graders of every case from decks on the command line. `taken`: the ids of the cases' own graders. */
  readonly addGraders: (taken: readonly string[]) => readonly CaseGrader[];
  readonly survey: GradingSurvey;
}

/** Throws a Fault if a file is broken, or if nothing is left to grade. */
async function findGradable(
  { id: run, grading }: RunRecord,
  sources: readonly EvalSource[],
  { tools, store, words, addGraders, survey, again }: GradableOptions,
): Promise<GradableRun> {
  const problems = await checkFiles(sources, tools);
  const gradable = await loadGradable(store, run);
  if (gradable.size === 0) throw nothingPlayed(run);
  const { known, casesHash, cases } = await readCases(sources, gradable);
  const added = addGraders(known.ids);
  const gradersOf = (evalCase: EvalCase) => [...listCaseGraders(evalCase), ...added];
  const selected = again === undefined ? select(words, { known, added, run }) : selectJudges(known, run);
  const tasks = () => listGradeTasks({ store, run, base: grading?.number ?? 0, sources, cases });
  const { before, changed } = await visitAll(tasks(), { gradersOf, selected, survey, again });
  const missing = [...gradable].flatMap(([key, { id }]) => (cases.has(key) ? [] : [id]));
  if (before.size === 0) throw nothingLeft(run, { missing, changed });
  return {
    gradersOf,
    ...definedOnly({ selected }),
    before,
    casesHash,
    warnings: [...problems, ...warnUngradable({ missing, changed })],
    async *tasks() {
      for await (const task of tasks()) if (before.has(task.conversation.number)) yield task;
    },
  };
}

async function checkFiles(
  sources: readonly EvalSource[],
  { cwd, env }: Pick<GradeTools, 'cwd' | 'env'>,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { evalFile, targetsFile } of sources) {
    problems.push(...(await listEvalProblems(evalFile, { cwd, env, targetsFile })));
  }
  assertNoErrors(problems);
  return problems;
}

/** The graders of the cases, a hash of everything that decides a verdict, and the cases that are still in the files. */
async function readCases(sources: readonly EvalSource[], gradable: GradableCases) {
  const known = new KnownGraders();
  const hash = createHash('sha256');
  const cases = new Map<string, GradableCase>();
  for (const source of sources) {
    for await (const evalCase of listPresentCases(source)) {
      const key = toCaseKey(source.index, evalCase.id);
      const found = gradable.get(key);
      if (found === undefined) continue;
      cases.set(key, found);
      known.add(listCaseGraders(evalCase));
      hash.update(`${source.index} ${toCanonicalJson(evalCase)}\n`);
    }
  }
  return { known, casesHash: hash.digest('hex'), cases };
}

interface SelectInput {
  readonly known: KnownGraders;
  readonly added: readonly CaseGrader[];
  readonly run: string;
}

function select(words: readonly string[], { known, added, run }: SelectInput): ReadonlySet<string> | undefined {
  if (words.length === 0 && added.length === 0) return undefined;
  const selected = new Set(selectGraders(words, known, run));
  for (const { id } of added) selected.add(id);
  // With an added deck every case has a grader, so the verdict of a case without graders ("none") is replaced.
  if (added.length > 0) selected.add('none');
  return selected;
}

function selectJudges({ judges }: KnownGraders, run: string): ReadonlySet<string> {
  if (judges.length === 0) throw noJudges(run);
  return new Set(judges);
}

interface Visit extends Pick<GradableRun, 'gradersOf'>, Pick<GradingOptions, 'again'> {
  readonly selected: ReadonlySet<string> | undefined;
  readonly survey: GradingSurvey;
}

/** Reads every conversation, and leaves out those whose case asks something else now. */
async function visitAll(tasks: AsyncIterable<GradeTask>, { gradersOf, selected, survey, again }: Visit) {
  const before = new Map<number, CaseStatus>();
  const changed = new Map<string, number>();
  for await (const task of tasks) {
    const { evalCase, conversation } = task;
    const { number, start, end } = conversation;
    const graders = gradersOf(evalCase);
    if (end === undefined || again?.isChosen(start) === false || !isRegraded(conversation, graders, selected)) continue;
    const turnIndex = findChangedTurn(evalCase, start.play, conversation);
    if (turnIndex !== undefined) {
      changed.set(evalCase.id, turnIndex);
      continue;
    }
    before.set(number, end.status);
    survey.visit(task, listSelected(graders, selected));
  }
  return { before, changed };
}
