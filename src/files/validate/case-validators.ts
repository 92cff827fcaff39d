import { Fault, type Place, type Problem, toError, toWarning } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { EvalCase, PlayMode } from '../../conversation/case.ts';
import { asksJudge, type GraderSpec, listWithParts, toResultsPrompt } from '../../conversation/grader-spec.ts';
import type { Message } from '../../conversation/message.ts';
import { isAnswerRole, isSystemRole } from '../../conversation/role.ts';
import { isSentConversationId, isSentHistory, isSentQuestion } from '../../conversation/target-request.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { PlacedGrader } from '../eval/check-graders.ts';
import type { EvalHead } from '../eval/eval-shape.ts';
import type { EvalFile } from '../eval/read-eval.ts';
import { toShownFile } from '../project/project.ts';
import { findTargetsFile, readTargets, type TargetsFile } from '../targets/read-targets.ts';

/** The id of a target, and the path where it is named. */
interface TargetName {
  readonly name: string;
  readonly path: readonly PathSegment[];
  /** The file that names it, if it is not the eval file. */
  readonly from?: string;
  /** Whether it is under test, so that --target overrides it. */
  readonly isTested?: boolean;
}

export function listHeadNames({ target, judge, targets = [] }: EvalHead): readonly TargetName[] {
  const one = toName(target, ['target']).map((name) => ({ ...name, isTested: true }));
  return [...one, ...toName(judge, ['judge']), ...listMany(targets)];
}

export function listCaseNames({ targets = [], simulate }: EvalCase): readonly TargetName[] {
  return [...listMany(targets), ...toName(simulate?.target, ['simulate', 'target'])];
}

function listMany(targets: readonly string[]): readonly TargetName[] {
  return targets.map((name, index) => ({ name, path: ['targets', index], isTested: true }));
}

export function listGraderNames(graders: readonly PlacedGrader[]): readonly TargetName[] {
  return graders.flatMap(({ grader, path }) => [
    ...toName(grader.target, [...path, 'target']),
    ...toName(toResultsPrompt(grader.composite)?.target, [...path, 'composite', 'aggregate', 'target']),
  ]);
}

function toName(name: string | undefined, path: readonly PathSegment[]): readonly TargetName[] {
  return name === undefined ? [] : [{ name, path }];
}

/** The project's targets, if the file names none. */
export function listProjectNames({ head, projectTargets = [] }: EvalFile): readonly TargetName[] {
  if (head.targets !== undefined || head.target !== undefined) return [];
  return projectTargets.map((name) => ({ name, path: [], from: '.turnwise/config.yaml' }));
}

interface TargetsLocation {
  readonly cwd: string;
  /** The targets file, if it is already read. */
  readonly targetsFile?: TargetsFile | undefined;
  /** Ids of the targets under test, instead of those in the file. */
  readonly targets?: readonly string[] | undefined;
}

/** The targets file that applies to an eval. Each unknown name is reported once. */
export class TargetValidator {
  /** What is wrong with the targets file itself. */
  readonly fileProblems: readonly Problem[];
  /** Usable targets by id. */
  readonly specs: ReadonlyMap<string, TargetSpec>;
  readonly #reading: string;
  readonly #file: string | undefined;
  /** Undefined: there is no readable file, so names cannot be checked. */
  readonly #known: ReadonlySet<string> | undefined;
  readonly #reported = new Set<string>();
  /** AgentV files often name a target that each user sets up, or that --target overrides. */
  readonly #isOptional: (name: TargetName) => boolean;

  constructor(evalFile: EvalFile, { cwd, targetsFile, targets }: TargetsLocation) {
    const isRead = targetsFile === undefined;
    this.#isOptional = ({ isTested = false }) => evalFile.isAgentv && (isRead || (isTested && targets !== undefined));
    const path = targetsFile?.path ?? findTargetsFile(evalFile.path, evalFile.root);
    this.#reading = evalFile.reading;
    this.#file = path === undefined ? undefined : toShownFile(path, cwd);
    const { known, specs, problems } =
      path === undefined ? noNames : readNames(() => targetsFile ?? readTargets(path, cwd));
    this.#known = known;
    this.specs = specs;
    this.fileProblems = problems;
  }

  check(names: readonly TargetName[], placeOf: (path: readonly PathSegment[]) => Place): readonly Problem[] {
    if (this.#file !== undefined && this.#known === undefined) return [];
    const unknown = names.filter(({ name }) => this.#known?.has(name) !== true && !this.#reported.has(name));
    return unknown.map((target) => {
      this.#reported.add(target.name);
      return this.#toProblem(target, placeOf(target.path));
    });
  }

  #toProblem(target: TargetName, place: Place): Problem {
    const { name, from } = target;
    const by = from === undefined ? '' : ` (named in ${from})`;
    const common = { code: 'TARGET_UNKNOWN', reading: this.#reading, ...place } as const;
    if (this.#known === undefined) {
      const message = `Cannot check the target "${name}"${by}, because there is no targets.yaml.`;
      return toWarning({ ...common, message, hint: 'Create one. `turnwise init` writes an example.' });
    }
    const message = `There is no target "${name}"${by} in ${this.#file}.`;
    const hint = suggestFrom(name, [...this.#known]);
    if (!this.#isOptional(target)) return toError({ ...common, message, hint });
    return toWarning({ ...common, message, hint: `Add it before a run, or use --target. ${hint}` });
  }
}

interface ReadNames {
  readonly known: ReadonlySet<string> | undefined;
  readonly specs: ReadonlyMap<string, TargetSpec>;
  readonly problems: readonly Problem[];
}

const noNames: ReadNames = { known: undefined, specs: new Map(), problems: [] };

function readNames(read: () => TargetsFile): ReadNames {
  try {
    const { targets, unusable, problems } = read();
    const known = new Set([...targets, ...unusable].map(({ id }) => id));
    const specs = new Map(targets.map((spec) => [spec.id, spec]));
    return { known: known.size === 0 && problems.length > 0 ? undefined : known, specs, problems };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...noNames, problems: error.problems };
  }
}

/** Problems of a target that gets only the last user message. */
type Kind = 'nothing' | 'every-turn' | 'earlier' | 'no-id';

interface Found {
  readonly target: TargetSpec;
  readonly kind: Kind;
  readonly id: string;
  readonly place: Place;
  others: number;
}

interface AnsweredCase {
  readonly evalCase: EvalCase;
  readonly targets: readonly TargetSpec[];
  readonly place: () => Place;
}

/**
 * Finds cases whose target gets nothing of them, or only the last user message, so that it misses messages or cannot
 * distinguish conversations. Reported once per target and file, at the first such case.
 */
export class HistoryValidator {
  readonly #reading: string;
  readonly #found = new Map<string, Found>();

  constructor(reading: string) {
    this.#reading = reading;
  }

  add({ evalCase, targets, place }: AnsweredCase): void {
    for (const target of targets) {
      if (isSentHistory(target)) continue;
      const kinds = isSentQuestion(target)
        ? evalCase.play.flatMap((play) => listKinds(evalCase, play))
        : ['nothing' as const];
      for (const kind of new Set(kinds)) {
        if (kind === 'no-id' && isSentConversationId(target)) continue;
        const found = this.#found.get(`${kind} ${target.id}`);
        if (found !== undefined) found.others += 1;
        else this.#found.set(`${kind} ${target.id}`, { target, kind, id: evalCase.id, place: place(), others: 0 });
      }
    }
  }

  check(): readonly Problem[] {
    return [...this.#found.values()].map(({ target, kind, id, place, others }) => {
      const { code, message, hint } = explain(kind, target, id);
      const what = kind === 'nothing' ? 'nothing' : 'only the last user message';
      const whole = `The target "${target.id}" gets ${what}${message}.${nameOthers(others)}`;
      return toWarning({ code, message: whole, hint, reading: this.#reading, ...place });
    });
  }
}

function listKinds(evalCase: EvalCase, play: PlayMode): readonly Kind[] {
  const { input_messages: input, expected_messages: expected = [], turns = [] } = evalCase;
  // A question and its reply need no history.
  if (play === 'every-turn') return input.length + expected.length + 2 * turns.length > 2 ? [play] : [];
  if (play === 'script' && turns.length === 0) return listKnownKinds(input);
  // Consecutive user messages are sent together.
  const earlier = play === 'script' ? input.length : input.findLastIndex(({ role }) => role !== 'user') + 1;
  const isLong = play === 'simulate' || (play === 'script' && turns.length !== 1);
  return toKinds({ hasEarlier: earlier > 0, isLong });
}

/** A curated conversation: its user turns are the lines. Its assistant and tool turns are not sent to any target. */
function listKnownKinds(known: readonly Message[]): readonly Kind[] {
  const isLine = ({ role }: Message) => !isSystemRole(role) && !isAnswerRole(role);
  const [first, last] = [known.findIndex(isLine), known.findLastIndex(isLine)];
  const hasEarlier = first > 0 || known.some(({ role }) => isSystemRole(role));
  return toKinds({ hasEarlier, isLong: known.slice(first, last).some(({ role }) => isAnswerRole(role)) });
}

function toKinds({ hasEarlier, isLong }: { readonly hasEarlier: boolean; readonly isLong: boolean }): readonly Kind[] {
  return [...(hasEarlier ? (['earlier'] as const) : []), ...(isLong ? (['no-id'] as const) : [])];
}

function explain(kind: Kind, { provider }: TargetSpec, id: string) {
  if (kind === 'nothing') {
    const hint =
      provider === 'command'
        ? 'Add {PROMPT} to its command, or set `input: question` to use stdin.'
        : 'Add {{last_user}} or {{messages}} to its body.';
    return { code: 'EVAL_HISTORY_NOT_SENT', message: ` from case "${id}"`, hint } as const;
  }
  const history = provider === 'command' ? '{PROMPT} to its command' : '{{messages}} or {{question}} to its body';
  if (kind === 'no-id') {
    const place = provider === 'command' ? 'its environment' : 'its body, url or headers';
    return {
      code: 'EVAL_NO_CONVERSATION_ID',
      message: ` and no conversation id, so it cannot tell the turns of case "${id}" from those of other conversations`,
      hint: `Add {{conversation_id}} to ${place}.`,
    } as const;
  }
  const message =
    kind === 'every-turn'
      ? `, so in every-turn mode it gets each turn of case "${id}" without the earlier turns`
      : `, so it never gets the earlier messages of case "${id}"`;
  const hint = kind === 'every-turn' ? 'set `play: script`' : 'write them as `turns`';
  return { code: 'EVAL_HISTORY_NOT_SENT', message, hint: `Add ${history}, or ${hint}.` } as const;
}

type PlaceOf = (path: readonly PathSegment[]) => Place;

/**
 * Finds outcomes that are not graded. An outcome is graded only if there are no other graders, including those of the
 * file. Authors often do not expect that. Reported once per file, at the first one.
 */
export class OutcomeValidator {
  readonly #reading: string;
  #first: { readonly id: string; readonly place: Place } | undefined;
  #others = 0;

  constructor(reading: string) {
    this.#reading = reading;
  }

  add(evalCase: EvalCase, placeOf: PlaceOf): void {
    const path = findUnjudged(evalCase);
    if (path === undefined) return;
    if (this.#first === undefined) this.#first = { id: evalCase.id, place: placeOf(path) };
    else this.#others += 1;
  }

  check(): readonly Problem[] {
    if (this.#first === undefined) return [];
    const { id, place } = this.#first;
    const message = `Nothing checks the outcome of case "${id}": it has other graders, but none of them is a judge or a program.${nameOthers(this.#others)}`;
    const hint = 'Add `- rubric: <the outcome>` or `- judge: <a deck>` to its graders.';
    return [toWarning({ code: 'EVAL_OUTCOME_NOT_JUDGED', message, hint, reading: this.#reading, ...place })];
  }
}

/** The path of the first outcome without a judge. A judge of the whole case may read all outcomes. */
function findUnjudged({ outcome, graders, turns = [] }: EvalCase): readonly PathSegment[] | undefined {
  if (graders.some(readsOutcome)) return undefined;
  if (outcome !== undefined && graders.length > 0) return ['outcome'];
  const turn = turns.findIndex(({ outcome: wanted, graders: own = [] }) => {
    return wanted !== undefined && own.length > 0 && !own.some(readsOutcome);
  });
  return turn === -1 ? undefined : ['turns', turn, 'outcome'];
}

/** A program gets the outcome, too, and may grade by it. */
function readsOutcome(grader: GraderSpec): boolean {
  return asksJudge(grader) || [...listWithParts(grader)].some(({ grader: one }) => one.command !== undefined);
}

function nameOthers(count: number): string {
  const cases = count === 1 ? 'case' : 'cases';
  return count === 0 ? '' : ` The same is true for ${count.toLocaleString('en')} more ${cases} in this file.`;
}
