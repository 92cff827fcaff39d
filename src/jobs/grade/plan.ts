import { createHash } from 'node:crypto';
import { assertNoErrors, type Problem } from '../../base/fault.ts';
import { toCanonicalJson } from '../../base/hash.ts';
import type { EvalCase } from '../../conversation/case.ts';
import { findChangedTurn } from '../../conversation/changed-turn.ts';
import type { ConversationStart } from '../../conversation/stored-conversation.ts';
import type { CaseStatus } from '../../conversation/verdict.ts';
import { validateFile } from '../../files/validate/validate-files.ts';
import { type CaseGrader, listCaseGraders } from '../../grade/case-graders.ts';
import { KnownGraders, selectGraders } from '../../grade/grader-selection.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import { noJudges, nothingLeft, nothingPlayed, warnKept } from '../../samples/kept-cases.ts';
import type { RunRecord, RunStore } from '../../store/port.ts';
import { isRegraded, listSelected } from './execute.ts';
import {
  type GradableCase,
  type GradableCases,
  type GradeTask,
  listGradeTasks,
  listPresentCases,
  loadGradable,
  toCaseKey,
} from './tasks.ts';

/** Told of every conversation that will be graded, with the graders that grade it anew. */
export type GradeVisitor = (task: GradeTask, graders: readonly CaseGrader[]) => void;

export interface PrepareGradingOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly store: Pick<RunStore, 'marks' | 'conversations'>;
  /** What was asked for by id or kind. */
  readonly words: readonly string[];
  /** Decks that grade every case besides; given the ids that graders of the cases have. */
  readonly addGraders: (taken: readonly string[]) => readonly CaseGrader[];
  /** Only judges grade anew, and only these conversations. */
  readonly again?: (start: ConversationStart) => boolean;
}

/** A grading that was looked into: what will be graded, by what. Nothing was asked yet. */
export interface PreparedGrading {
  readonly gradersOf: (evalCase: EvalCase) => readonly CaseGrader[];
  /** Ids of the graders that grade anew. Absent: every grader. */
  readonly selected?: ReadonlySet<string>;
  /** Statuses of the conversations that are graded, by number, as they are now. */
  readonly before: ReadonlyMap<number, CaseStatus>;
  /** Over every case as it is now: its graders, references and answer keys. */
  readonly casesHash: string;
  readonly warnings: readonly Problem[];
  tasks(): AsyncGenerator<GradeTask>;
}

/** Finds out what of a run can be graded again. Throws a Fault when a file is broken, or when nothing is left to grade. */
export async function prepareGrading(
  record: Pick<RunRecord, 'id' | 'grading'>,
  sources: readonly EvalSource[],
  { visit, ...options }: PrepareGradingOptions & { readonly visit?: GradeVisitor },
): Promise<PreparedGrading> {
  const { id: run, grading } = record;
  const problems = await checkFiles(sources, options);
  const gradable = await loadGradable(options.store, run);
  if (gradable.size === 0) throw nothingPlayed(run);
  const { known, casesHash, cases } = await readCases(sources, gradable);
  const added = options.addGraders(known.ids);
  const gradersOf = (evalCase: EvalCase) => [...listCaseGraders(evalCase), ...added];
  const { again } = options;
  const selected = again === undefined ? select(options.words, { known, added, run }) : selectJudges(known, run);
  const tasks = () => listGradeTasks({ store: options.store, run, base: grading?.number ?? 0, sources, cases });
  const { before, changed } = await lookAtAll(tasks(), { gradersOf, selected, visit, isChosen: again });
  const gone = [...gradable].flatMap(([key, { id }]) => (cases.has(key) ? [] : [id]));
  if (before.size === 0) throw nothingLeft(run, { gone, changed });
  return {
    gradersOf,
    ...(selected === undefined ? {} : { selected }),
    before,
    casesHash,
    warnings: [...problems, ...warnKept({ gone, changed })],
    async *tasks() {
      for await (const task of tasks()) if (before.has(task.conversation.number)) yield task;
    },
  };
}

async function checkFiles(
  sources: readonly EvalSource[],
  { cwd, env }: Pick<PrepareGradingOptions, 'cwd' | 'env'>,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { evalFile } of sources) problems.push(...(await validateFile(evalFile.path, { cwd, env })).problems);
  assertNoErrors(problems);
  return problems;
}

/** The graders there are, a hash over all that may decide a verdict, and the cases that are still in the files. */
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
  // With an added deck no case is without a grader, and the verdict that said so goes.
  if (added.length > 0) selected.add('none');
  return selected;
}

function selectJudges({ judges }: KnownGraders, run: string): ReadonlySet<string> {
  if (judges.length === 0) throw noJudges(run);
  return new Set(judges);
}

interface Looking {
  readonly gradersOf: PreparedGrading['gradersOf'];
  readonly selected: ReadonlySet<string> | undefined;
  readonly visit: GradeVisitor | undefined;
  readonly isChosen: PrepareGradingOptions['again'];
}

/** Reads every conversation, and sets aside those whose case asks something else by now. */
async function lookAtAll(tasks: AsyncIterable<GradeTask>, { gradersOf, selected, visit, isChosen }: Looking) {
  const before = new Map<number, CaseStatus>();
  const changed = new Map<string, number>();
  for await (const task of tasks) {
    const { evalCase, conversation } = task;
    const { number, start, end } = conversation;
    const graders = gradersOf(evalCase);
    if (end === undefined || isChosen?.(start) === false || !isRegraded(conversation, graders, selected)) continue;
    const turnIndex = findChangedTurn(evalCase, start.play, conversation);
    if (turnIndex !== undefined) {
      changed.set(evalCase.id, turnIndex);
      continue;
    }
    before.set(number, end.status);
    visit?.(task, listSelected(graders, selected));
  }
  return { before, changed };
}
