import { type Problem, toWarning } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { promptFrame } from '../../conversation/judge/prompt-deck.ts';
import { errorAt } from '../syntax/placed-data.ts';
import type { ConvertedEvaluator, PlacedEvaluator } from './evaluator.ts';
import { withOwnIds } from './grader-ids.ts';
import { listLostKeys, lostAt } from './lost-keys.ts';
import { type Band, isRubricScore, listBands, outcomeKeys } from './score-bands.ts';

type Grader = Record<string, unknown>;
type Place = Pick<PlacedEvaluator, 'data' | 'path'>;

interface ConvertedRubrics {
  /** The question of each rubric, and the ids of those that must be met. Absent: there is no rubric. */
  readonly composite?: { readonly graders: readonly Grader[]; readonly required?: readonly string[] };
  readonly problems: readonly Problem[];
}

/** The score at which AgentV passes rubrics, as their weighted mean. */
const passingScore = 0.8;

/** Converts the rubrics of an AgentV case to one grader. */
export function fromRubrics(rubrics: unknown, place: Place): ConvertedEvaluator {
  const { composite, problems } = toRubricComposite(rubrics, place);
  if (composite === undefined) return { problems };
  return { grader: { id: 'rubrics', composite, threshold: passingScore }, problems };
}

/**
 * AgentV asks one judge about all rubrics at once and computes one score from its list of answers. Here, each rubric is
 * a question of its own with one number as its answer, and a composite computes the same score. It costs a call per
 * rubric. In return, each answer is read by the strict parser of judges, which a graded text cannot steer, a rubric
 * that the judge leaves out is not taken as missed, and the report shows each rubric with its reason.
 */
export function toRubricComposite(written: unknown, { data, path }: Place, more: Grader = {}): ConvertedRubrics {
  const rubrics: unknown = typeof written === 'string' ? [written] : written;
  if (!Array.isArray(rubrics)) {
    const message = 'Turnwise ignores the AgentV key "rubrics", because it is neither a list nor a text.';
    return { problems: [lostAt(data, path, { message })] };
  }
  const questions = rubrics.map((rubric: unknown, index) => toQuestion(rubric, index));
  const problems = questions.flatMap((question, index) => {
    const place = { data, path: [...path, index] };
    return question === undefined ? [toNothing(place, index)] : listRubricLosses(rubrics[index], place);
  });
  const found = questions.filter((question) => question !== undefined);
  const graders = withOwnIds(found.map(({ grader }) => ({ ...grader, ...more })));
  const required = graders.flatMap(({ id }, index) => (found[index]?.isRequired === true ? [String(id)] : []));
  if (graders.length === 0) return { problems };
  return { composite: { graders, ...(required.length === 0 ? {} : { required }) }, problems };
}

interface Question {
  readonly grader: { readonly id: string; readonly [key: string]: unknown };
  readonly isRequired: boolean;
}

const rubricKeys = ['id', ...outcomeKeys, 'weight', 'required', 'score_ranges', 'required_min_score', 'operator'];

/** What the answer has to do with a criterion. Without an operator, it must meet it. */
const operators: Readonly<Record<string, CheckWords>> = {
  correctness: {
    question: 'Decide whether the candidate answer states or fulfills this criterion.',
    met: 'the answer positively supports it.',
    missed: 'the answer leaves it out, contradicts it, or supports it only in part.',
  },
  contradiction: {
    question: 'Decide whether the candidate answer is free of claims that contradict this criterion.',
    met: 'the answer claims nothing that is incompatible with it. It need not mention it.',
    missed: 'the answer makes a claim that is incompatible with it.',
  },
};

interface CheckWords {
  readonly question: string;
  readonly met: string;
  readonly missed: string;
}

const plainCheck: CheckWords = {
  question: 'Decide whether the candidate answer meets this criterion.',
  met: 'the answer meets it.',
  missed: 'the answer does not meet it, or only in part.',
};

/** A rubric as a question. In AgentV it must be met unless `required` is false. Undefined: it has no text. */
function toQuestion(rubric: unknown, index: number): Question | undefined {
  const written = isPlainObject(rubric) ? rubric : { outcome: rubric };
  const found = outcomeKeys.map((key) => written[key]).find((text) => typeof text === 'string' && text.trim() !== '');
  const text = typeof found === 'string' ? found.trim() : '';
  const bands = listBands(written.score_ranges);
  if (text === '' && bands.length === 0) return undefined;
  const { weight, required, required_min_score: minimum } = written;
  const id = typeof written.id === 'string' && written.id !== '' ? written.id : `rubric-${index + 1}`;
  const shared = { id, ...(typeof weight === 'number' && weight > 0 ? { weight } : {}) };
  if (bands.length === 0) {
    const prompt = { text: toCheckPrompt(text, findOperator(written.operator)), scale: [0, 1], step: 1 };
    return { grader: { ...shared, prompt }, isRequired: required !== false };
  }
  const prompt = { text: toBandPrompt(text === '' ? id : text, bands), scale: [0, 10], step: 1 };
  if (!isRubricScore(minimum)) return { grader: { ...shared, prompt }, isRequired: false };
  return { grader: { ...shared, prompt, threshold: minimum }, isRequired: true };
}

function findOperator(operator: unknown): CheckWords | undefined {
  return typeof operator === 'string' && Object.hasOwn(operators, operator) ? operators[operator] : undefined;
}

function toCheckPrompt(text: string, { question, met, missed }: CheckWords = plainCheck): string {
  return `Criterion: ${text}

${question} Grade by this criterion alone.

- 1: ${met}
- 0: ${missed}${promptFrame}`;
}

function toBandPrompt(text: string, bands: readonly Band[]): string {
  const lines = bands.map(({ from, to, text: meaning }) => `- ${from === to ? from : `${from} to ${to}`}: ${meaning}`);
  return `Criterion: ${text}

Grade the candidate answer by this criterion alone. Find the range that fits best, then give a score inside it.

${lines.join('\n')}${promptFrame}`;
}

function toNothing({ data, path }: Place, index: number): Problem {
  const message = `Turnwise ignores rubric ${index + 1}. It does not say what to look for.`;
  const hint = 'Write it as a text, or add `outcome`.';
  return toWarning(errorAt(data, path, { code: 'EVAL_FOREIGN_GRADER', message, hint }));
}

function listRubricLosses(rubric: unknown, { data, path }: Place): readonly Problem[] {
  if (!isPlainObject(rubric)) return [];
  const bands = listBands(rubric.score_ranges);
  const lost = (key: string, why: string) =>
    lostAt(data, [...path, key], { message: `Turnwise ignores the AgentV key "rubrics.${key}". ${why}` });
  const isLost = (key: string, isUsed: boolean) => rubric[key] !== undefined && !isUsed;
  const { weight } = rubric;
  return [
    ...listLostKeys({ data, path, value: rubric, known: rubricKeys, prefix: 'rubrics.' }),
    ...(isLost('weight', typeof weight === 'number' && weight > 0)
      ? [lost('weight', 'A weight is a number above 0. The rubric counts with the weight 1.')]
      : []),
    ...(isLost('score_ranges', bands.length > 0)
      ? [lost('score_ranges', 'It has no usable ranges of scores from 0 to 10.')]
      : []),
    ...(isLost('operator', bands.length === 0 && findOperator(rubric.operator) !== undefined)
      ? [lost('operator', `It is ${Object.keys(operators).join(' or ')}, on a rubric without score ranges.`)]
      : []),
    ...(isLost('required', bands.length === 0)
      ? [lost('required', 'With score ranges, `required_min_score` says what must be reached.')]
      : []),
    ...(isLost('required_min_score', bands.length > 0 && isRubricScore(rubric.required_min_score))
      ? [lost('required_min_score', 'It needs score ranges, and is a whole number from 0 to 10.')]
      : []),
  ];
}
