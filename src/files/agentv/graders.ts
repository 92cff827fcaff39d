import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import type { ConvertedEvaluator, EvaluatorFiles } from './evaluator.ts';
import { convertEvaluator } from './evaluators.ts';
import { withOwnIds } from './grader-ids.ts';
import { listEntries } from './includes.ts';
import { lostAt } from './lost-keys.ts';
import { fromRubrics } from './rubrics.ts';
import { listExpectedCalls } from './tool-trajectory.ts';
import { type WrittenPath, withWrittenPaths } from './written-paths.ts';

type Path = readonly PathSegment[];

/** A file, case or turn with evaluators. */
interface GradedValue extends EvaluatorFiles {
  readonly data: PlacedData;
  readonly path: Path;
  readonly value: Record<string, unknown>;
  /** Ids of graders that apply too, so that each grader has its own. */
  readonly taken?: readonly string[];
}

interface ConvertedGraders {
  /** In the form that people write graders: those written as `graders`, then the converted ones. */
  readonly graders: readonly unknown[];
  readonly paths: readonly WrittenPath[];
  readonly problems: readonly Problem[];
}

/** The keys of a list of evaluators, the one that wins first. */
const listPaths: readonly Path[] = [
  ['assertions'],
  ['assert'],
  ['execution', 'assertions'],
  ['execution', 'assert'],
  ['execution', 'evaluators'],
  ['evaluators'],
];

/** Whether a case has evaluators of the kind that replaced those of the file. Assertions never did. */
export function hasEvaluators(value: Record<string, unknown>): boolean {
  return listPaths.some((path) => path.at(-1) === 'evaluators' && getAt(value, path) !== undefined);
}

/**
 * Converts the evaluators and rubrics of a file, case or turn to graders. Of several lists, the first one counts. Two
 * graders of one case never have the same id.
 */
export function toGraders(graded: GradedValue): ConvertedGraders {
  const { data, path, value } = graded;
  const own = Array.isArray(value.graders) ? value.graders : [];
  const [chosen, ...others] = listPaths.filter((one) => getAt(value, one) !== undefined);
  const rubricsPath = [...path, 'rubrics'];
  const ofRubrics = value.rubrics === undefined ? undefined : fromRubrics(value.rubrics, { data, path: rubricsPath });
  const entries: readonly ConvertedEntry[] = [
    ...(ofRubrics === undefined ? [] : [{ ...ofRubrics, written: rubricsPath, data }]),
    ...(chosen === undefined ? [] : fromAssertions(graded, chosen)),
  ];
  const converted = entries.filter(({ grader }) => grader !== undefined);
  return {
    graders: withOwnIds([...own, ...converted.map(({ grader }) => grader)], graded.taken ?? []),
    paths: converted.map((one, index) => {
      return { converted: ['graders', own.length + index], written: one.written, data: one.data };
    }),
    problems: [
      ...entries.flatMap(({ problems = [] }) => problems),
      ...others.map((other) => {
        const message = `Turnwise ignores the AgentV key "${other.join('.')}", because "${chosen?.join('.')}" takes its place.`;
        return lostAt(data, [...path, ...other], { message });
      }),
    ],
  };
}

/** An entry of a list of evaluators as a grader, and where it was written. */
interface ConvertedEntry extends ConvertedEvaluator {
  readonly written: Path;
  readonly data: PlacedData;
}

/** All plain texts of a list are one set of rubrics, at the place of the first. Everything else is an evaluator. */
function fromAssertions(graded: GradedValue, at: Path): readonly ConvertedEntry[] {
  const { data, path, value } = graded;
  const listPath = [...path, ...at];
  const list = getAt(value, at);
  if (!Array.isArray(list)) {
    const message = `Turnwise ignores the AgentV key "${at.join('.')}", because it is not a list of evaluators.`;
    return [{ written: listPath, data, problems: [lostAt(data, listPath, { message })] }];
  }
  const place = { ...graded, expectedCalls: listExpectedCalls(value) };
  const entries = listEntries(list, { data, path: listPath, readTemplate: graded.readTemplate });
  const texts = entries.filter(({ entry }) => typeof entry === 'string');
  return entries.flatMap((placed): readonly ConvertedEntry[] => {
    const { entry, problems } = placed;
    const at = { data: placed.data, written: placed.path };
    if (problems !== undefined) return [{ ...at, problems }];
    if (typeof entry !== 'string') return [{ ...convertEvaluator(entry, { ...place, ...placed }), ...at }];
    if (placed !== texts[0]) return [];
    const paths = texts.map((text, index) => ({ converted: [index], written: text.path, data: text.data }));
    const rubrics = fromRubrics(
      texts.map((text) => text.entry),
      { data: withWrittenPaths(data, listPath, paths), path: listPath },
    );
    return [{ ...weigh(rubrics, texts.length), ...at }];
  });
}

/** In AgentV, each plain text counts as much as any other entry of the list. */
function weigh(converted: ConvertedEvaluator, count: number): ConvertedEvaluator {
  const { grader } = converted;
  return grader === undefined || count === 1 ? converted : { ...converted, grader: { ...grader, weight: count } };
}

function getAt(value: Record<string, unknown>, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (isPlainObject(inner) ? inner[key] : undefined), value);
}
