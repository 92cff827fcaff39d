import { definedOnly } from '../../base/defined-only.ts';
import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { isDateFormat } from '../../conversation/check-shapes.ts';
import {
  type ConvertedEvaluator,
  type Evaluator,
  ignoreEvaluator,
  type PlacedEvaluator,
  toPrefix,
  withSharedKeys,
} from './evaluator.ts';
import { listLostKeys, lostAt } from './lost-keys.ts';

const matches: Readonly<Record<string, string>> = { exact: 'exact', date: 'date', numeric_tolerance: 'number' };
const fieldKeys = ['path', 'match', 'tolerance', 'relative', 'formats', 'required', 'weight'];

/** Converts `field_accuracy`: which fields of a reply in JSON must equal those of the reference. */
export function fromFieldAccuracy(evaluator: Evaluator, place: PlacedEvaluator): ConvertedEvaluator {
  const { fields, aggregation } = evaluator;
  if (!Array.isArray(fields) || fields.length === 0) return ignoreEvaluator(evaluator, place, 'It has no "fields".');
  const converted = fields.map((field: unknown, index) => toField(field, index, evaluator, place));
  const compare = converted.flatMap(({ field }) => field ?? []);
  // A comparison without one of its fields would pass replies that AgentV fails.
  if (compare.length < fields.length) {
    const why = converted.flatMap(({ flaw }) => flaw ?? [])[0] ?? '';
    return ignoreEvaluator(evaluator, place, why, `Use ${Object.keys(matches).join(', ')}, or grade with a program.`);
  }
  const score = aggregation === 'all_or_nothing' ? 'all-or-nothing' : undefined;
  return withSharedKeys(evaluator, place, {
    grader: { fields: score === undefined ? compare : { compare, score } },
    known: ['fields', 'aggregation'],
    isShare: true,
    problems: converted.flatMap(({ problems }) => problems),
  });
}

interface ConvertedField {
  readonly field?: Record<string, unknown>;
  readonly flaw?: string;
  readonly problems: readonly Problem[];
}

function toField(
  written: unknown,
  index: number,
  evaluator: Evaluator,
  { data, path: at }: PlacedEvaluator,
): ConvertedField {
  const path = isPlainObject(written) ? written.path : undefined;
  if (!isPlainObject(written) || typeof path !== 'string' || path.trim() === '') {
    return { flaw: 'One of its fields has no "path".', problems: [] };
  }
  const { match: name = 'exact', tolerance, relative, formats, required, weight } = written;
  const match = typeof name === 'string' && Object.hasOwn(matches, name) ? matches[name] : undefined;
  if (match === undefined) {
    return { flaw: `It compares "${path}" as ${JSON.stringify(name)}, which Turnwise does not have.`, problems: [] };
  }
  const place = [...at, 'fields', index];
  const list = Array.isArray(formats) ? formats : [];
  const known = list.filter((format) => isDateFormat(format));
  const isWeightless = typeof weight === 'number' && weight <= 0;
  const field = definedOnly({
    path,
    match: match === 'exact' ? undefined : match,
    tolerance: match === 'number' ? tolerance : undefined,
    relative: match === 'number' ? relative : undefined,
    formats: match === 'date' && known.length > 0 ? known : undefined,
    required: typeof required === 'boolean' ? required : undefined,
    weight: isWeightless ? undefined : weight,
  });
  const unread = list
    .filter((format) => !isDateFormat(format))
    .map((format: unknown) => {
      const message = `Turnwise ignores the date format ${JSON.stringify(format)} of the field "${path}". It needs YYYY, MM and DD.`;
      return lostAt(data, [...place, 'formats'], { message });
    });
  const message = `Turnwise counts the field "${path}" with the weight 1, because a weight must be above 0.`;
  return {
    field,
    problems: [
      ...listLostKeys({ data, path: place, value: written, known: fieldKeys, prefix: `${toPrefix(evaluator)}fields.` }),
      ...unread,
      ...(isWeightless ? [lostAt(data, [...place, 'weight'], { message })] : []),
    ],
  };
}
