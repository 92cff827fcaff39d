import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import type { EvaluatorFiles } from './evaluator.ts';
import { fromEvaluators } from './evaluators.ts';
import { withOwnIds } from './grader-ids.ts';
import { lostAt } from './lost-keys.ts';
import { fromRubrics } from './rubrics.ts';
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
  const fromList = chosen === undefined ? none : fromAssertions(graded, chosen);
  const rubrics = value.rubrics === undefined ? none : fromRubrics(value.rubrics, { data, path: [...path, 'rubrics'] });
  const paths = [
    ...rubrics.graders.map(() => [...path, 'rubrics']),
    ...fromList.graders.map(() => [...path, ...(chosen ?? [])]),
  ].map((written, index) => ({ converted: ['graders', own.length + index], written, data }));
  return {
    graders: withOwnIds([...own, ...rubrics.graders, ...fromList.graders], graded.taken ?? []),
    paths,
    problems: [
      ...rubrics.problems,
      ...fromList.problems,
      ...others.map((other) => {
        const message = `Turnwise ignores the AgentV key "${other.join('.')}", because "${chosen?.join('.')}" takes its place.`;
        return lostAt(data, [...path, ...other], { message });
      }),
    ],
  };
}

const none = { graders: [], problems: [] };

/** Plain text is a rubric. Everything else is an evaluator. */
function fromAssertions(graded: GradedValue, at: Path): Omit<ConvertedGraders, 'paths'> {
  const { data, path, value } = graded;
  const list = getAt(value, at);
  const listPath = [...path, ...at];
  if (!Array.isArray(list)) return fromEvaluators(list, { ...graded, path: listPath });
  const places = list.flatMap((entry, index) => (typeof entry === 'string' ? [] : [index]));
  const placed = withWrittenPaths(
    data,
    listPath,
    places.map((index, place) => ({ converted: [place], written: [...listPath, index], data })),
  );
  const evaluators = places.map((index) => list[index]);
  const { graders, problems } = fromEvaluators(evaluators, { ...graded, data: placed, path: listPath });
  const texts = list.filter((entry) => typeof entry === 'string' && entry.trim() !== '');
  return { graders: [...texts.map((rubric: unknown) => ({ rubric })), ...graders], problems };
}

function getAt(value: Record<string, unknown>, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (isPlainObject(inner) ? inner[key] : undefined), value);
}
