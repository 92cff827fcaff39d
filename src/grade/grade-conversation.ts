import { hashJson } from '../base/hash.ts';
import type { GraderKind } from '../conversation/grader-spec.ts';
import type { Provenance, Verdict } from '../conversation/verdict.ts';
import {
  type CaseGrader,
  canGradeAt,
  explainNoReply,
  type GradeRequest,
  type GradeResult,
  type GraderKit,
  isForConversation,
  isForOneTurn,
  isJudge,
  lacksConversation,
  type Marking,
  noConversationReason,
  selectReplies,
  toFaultResult,
  toVerdict,
} from './case-graders.ts';
import { checkCost, checkLatency } from './checks/call-checks.ts';
import type { Check, CheckResult } from './checks/check.ts';
import { checkCitations } from './checks/citations.ts';
import { checkCommand } from './checks/command.ts';
import { checkFields } from './checks/fields.ts';
import { checkJson, checkJsonSchema } from './checks/json-checks.ts';
import { checkLimits } from './checks/limits.ts';
import { checkSimilarity } from './checks/similarity.ts';
import {
  checkContains,
  checkEndsWith,
  checkEquals,
  checkLength,
  checkRegex,
  checkStartsWith,
} from './checks/text-checks.ts';
import { checkToolCalls } from './checks/tool-calls.ts';
import { checkComposite, readParts, toHeight } from './composite.ts';
import { type GradedConversation, type GradedReply, toSubject } from './graded-conversation.ts';

/** What grading needs besides the conversation. */
interface Grading {
  /** `listCaseGraders(evalCase)`. */
  readonly graders: readonly CaseGrader[];
  readonly kit: GraderKit;
  /** Recorded verdicts, which are not requested again. */
  readonly already: readonly Verdict[];
  /** Called if the run stops during grading, with the results so far. The stop is thrown afterward. */
  readonly keep?: (found: readonly GradeResult[]) => void;
}

/**
 * Grades a reply with all graders that can decide at once: `when: all`, `{reply}`, `{role}`, `{tag}`, and the graders
 * of its line.
 */
export async function gradeReply(
  conversation: GradedConversation,
  reply: GradedReply,
  { graders, already, ...ask }: Grading,
): Promise<readonly GradeResult[]> {
  const requests = graders
    .filter((grader) => canGradeAt(grader, reply) && !isGiven(already, grader, reply.turnIndex))
    .map((grader): GradeRequest => ({ grader, conversation, reply }));
  return gradeAll(requests, { ...ask, already });
}

/**
 * Grades a completed conversation, except for verdicts in `already`. After `gradeReply` for each reply, only `last` and
 * `conversation` are left. Without recorded verdicts it grades everything. If the case has no graders, the only verdict
 * is `ungraded: no-grader` of the grader `none`, so a conversation always has a verdict.
 *
 * In every-turn play, a judge of the whole conversation gives no verdict if the case is also played in another mode,
 * unless nothing else grades it.
 */
export async function gradeConversation(
  conversation: GradedConversation,
  { graders, already, ...ask }: Grading,
): Promise<readonly GradeResult[]> {
  const { play, evalCase, replies } = conversation;
  const requests: GradeRequest[] = [];
  const unmet: GradeResult[] = [];
  const elsewhere: GradeResult[] = [];
  for (const grader of graders) {
    if (lacksConversation(grader, play)) {
      const isPlayedWhole = evalCase.play.some((other) => other !== play);
      if (!isGiven(already, grader, null))
        (isPlayedWhole ? elsewhere : unmet).push(toUnmet(grader, noConversationReason));
      continue;
    }
    const subjects = isForConversation(grader, play) ? [null] : selectReplies(grader, replies);
    for (const reply of subjects) {
      if (!isGiven(already, grader, reply?.turnIndex ?? null)) requests.push({ grader, conversation, reply });
    }
    if (subjects.length > 0 || isForOneTurn(grader) || isGiven(already, grader, null)) continue;
    unmet.push(toUnmet(grader, explainNoReply(grader.when, replies)));
  }
  const results = [...(await gradeAll(requests, { ...ask, already })), ...unmet];
  if (results.length > 0 || already.length > 0) return results;
  return elsewhere.length > 0 ? elsewhere : [{ verdict: noGrader }];
}

const noGrader: Verdict = {
  grader: 'none',
  turnIndex: null,
  status: 'ungraded',
  cause: 'no-grader',
  reason: 'The case has no graders, no outcome and no answer key.',
};

function isGiven(already: readonly Verdict[], grader: CaseGrader, turnIndex: number | null): boolean {
  return already.some((verdict) => verdict.grader === grader.id && verdict.turnIndex === turnIndex);
}

type Ask = Pick<Grading, 'kit' | 'keep' | 'already'>;

/** Grades the parts of composites before the composites. The results are in the order of the requests. */
async function gradeAll(requests: readonly GradeRequest[], ask: Ask): Promise<readonly GradeResult[]> {
  const results = new Map<GradeRequest, GradeResult>();
  const byHeight = Map.groupBy(requests, ({ grader }) => toHeight(grader.spec));
  for (const height of [...byHeight.keys()].sort((one, other) => one - other)) {
    const found = [...results.values()];
    const verdicts = height === 0 ? [] : [...ask.already, ...found.map(({ verdict }) => verdict)];
    const level = byHeight.get(height) ?? [];
    const keep = (late: readonly GradeResult[]) => ask.keep?.([...found, ...late]);
    const graded = await gradeLevel(
      level.map((request) => withPartVerdicts(request, verdicts)),
      { ...ask, keep },
    );
    for (const [index, request] of level.entries()) {
      const result = graded[index];
      if (result !== undefined) results.set(request, result);
    }
  }
  return requests.flatMap((request) => results.get(request) ?? []);
}

async function gradeLevel(requests: readonly GradeRequest[], { kit, keep }: Ask): Promise<readonly GradeResult[]> {
  const results = requests.map((request) => gradeOne(request, kit));
  if (results.every(isReady)) return results;
  const settled = await Promise.allSettled(results);
  const found = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = settled.find(({ status }) => status === 'rejected');
  if (stop?.status !== 'rejected') return found;
  keep?.(found);
  throw stop.reason;
}

/** A composite gets the verdicts of its parts on the same reply. */
function withPartVerdicts(request: GradeRequest, verdicts: readonly Verdict[]): GradeRequest {
  const { grader, reply } = request;
  if (grader.kind !== 'composite') return request;
  const turnIndex = reply?.turnIndex ?? null;
  const parts = verdicts.filter((verdict) => verdict.partOf === grader.id && verdict.turnIndex === turnIndex);
  return { ...request, parts };
}

function isReady(result: GradeResult | Promise<GradeResult>): result is GradeResult {
  return !(result instanceof Promise);
}

function toUnmet(grader: CaseGrader, reason: string): GradeResult {
  return { verdict: toVerdict({ grader, turnIndex: null }, { cause: 'not-applicable', reason }, exact) };
}

const exact: Marking = { scale: { min: 0, max: 1 }, threshold: 1 };
const near: Marking = { scale: { min: 0, max: 1 }, threshold: 0.8 };

/**
 * The verdict of one grader on one reply, or on the whole conversation. It is a promise only if the grader has to wait.
 */
function gradeOne(request: GradeRequest, kit: GraderKit): GradeResult | Promise<GradeResult> {
  const { kind } = request.grader;
  if (isJudge(request.grader)) return askJudge(request, kit);
  const result = tryCheck(kind, request, kit);
  return result instanceof Promise ? result.then((late) => finish(request, late, kit)) : finish(request, result, kit);
}

/** A composite without all its parts is ungraded, and nothing is asked. */
function askJudge(request: GradeRequest, kit: GraderKit): GradeResult | Promise<GradeResult> {
  const reading = request.grader.kind === 'composite' ? readParts(request) : { parts: [] };
  if ('open' in reading) return finish(request, reading.open, kit);
  return kit.judge?.grade(request) ?? finish(request, noJudge, kit);
}

const noJudge: CheckResult = { cause: 'no-judge', reason: 'Judges are not available here.' };

function finish({ grader, reply }: GradeRequest, result: CheckResult, kit: GraderKit): GradeResult {
  const { kind } = grader;
  const marking = ['similarity', 'citations', 'composite'].includes(kind) ? near : exact;
  const verdict: Verdict = toVerdict({ grader, turnIndex: reply?.turnIndex ?? null }, result, marking);
  // The run's spec fixes what a plain check does. A program or a judge can change.
  const isFixed = kind !== 'command' && !isProgram(grader) && !isJudge(grader);
  return { verdict: isFixed ? verdict : { ...verdict, provenance: toProvenance({ grader }, kit) } };
}

/** Whether a program combines the parts of a composite. */
function isProgram({ spec: { composite } }: CaseGrader): boolean {
  return typeof composite?.aggregate === 'object' && 'command' in composite.aggregate;
}

function toProvenance({ grader }: Pick<GradeRequest, 'grader'>, { clock }: GraderKit): Provenance {
  return { at: new Date(clock.now()).toISOString(), kind: grader.kind, hash: hashJson(grader.spec) };
}

/** A file that was removed after validation affects only one grader. */
function tryCheck(kind: GraderKind, request: GradeRequest, kit: GraderKit): CheckResult | Promise<CheckResult> {
  try {
    return kind === 'composite' ? checkComposite(request, kit) : runCheck(kind, request, kit);
  } catch (error) {
    return toFaultResult(error);
  }
}

function runCheck<Kind extends GraderKind>(
  kind: Kind,
  { grader, reply, conversation }: GradeRequest,
  kit: GraderKit,
): CheckResult | Promise<CheckResult> {
  const check = checks[kind];
  const wanted = grader.spec[kind];
  if (check === undefined || wanted === undefined || wanted === null) {
    return { cause: 'not-applicable', reason: `The check "${kind}" is not available here.` };
  }
  return check(toSubject(conversation, reply), wanted, kit);
}

/** All checks, by kind. Judges are the other kinds. */
export const checks: { readonly [Kind in GraderKind]?: Check<Kind> } = {
  equals: checkEquals,
  contains: checkContains,
  regex: checkRegex,
  'starts-with': checkStartsWith,
  'ends-with': checkEndsWith,
  json: checkJson,
  'json-schema': checkJsonSchema,
  similarity: checkSimilarity,
  length: checkLength,
  citations: checkCitations,
  fields: checkFields,
  'tool-calls': checkToolCalls,
  latency: checkLatency,
  cost: checkCost,
  limits: checkLimits,
  command: checkCommand,
};
