import { toCanonicalJson } from '../../base/hash.ts';
import { isNestedDeep } from '../../base/json-value.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { GradedSubject } from '../graded-conversation.ts';
import { findReference } from '../turn-key.ts';
import type { CheckResult, CheckTools, Wanted } from './check.ts';
import { parseDay } from './dates.ts';
import { quoteExcerpt } from './excerpt.ts';
import { parseJsonReply } from './json-checks.ts';

type Settings = Extract<Wanted<'fields'>, { compare: unknown }>;
type WantedField = Settings['compare'][number];

/** How a field compares. */
interface FieldResult {
  readonly path: string;
  readonly weight: number;
  /** Why it does not match. */
  readonly flaw?: string;
  /** Why it does not count. */
  readonly skipped?: string;
  /** What is wrong with the reference, so that the field cannot be compared. */
  readonly unknown?: string;
}

const shownFields = 5;

/**
 * Compares fields of the reply, which is JSON, with those of the reference reply. The score is the share of fields that
 * match, by weight. A reply that is not JSON scores 0, because the target wrote it. Without a reference that is JSON,
 * nothing can be compared, so the verdict is ungraded. A field that the reference does not have does not count.
 */
export function checkFields(
  { conversation, reply }: GradedSubject,
  wanted: Wanted<'fields'>,
  { files = {} }: Pick<CheckTools, 'files'>,
): CheckResult {
  const { compare, score: scoring = 'weighted-average' }: Settings = Array.isArray(wanted)
    ? { compare: wanted }
    : wanted;
  const graded = reply ?? conversation.replies.at(-1);
  if (graded === undefined) return { cause: 'not-applicable', reason: 'There is no reply to compare.' };
  const reference = findReference(conversation, graded, files);
  if (reference === undefined)
    return { cause: 'not-applicable', reason: 'The turn has no reference reply to compare with.' };
  const expected = parseJsonReply(withoutFence(reference));
  if ('flaw' in expected) return { cause: 'not-applicable', reason: 'The reference reply is not JSON.' };
  const got = parseJsonReply(withoutFence(graded.text));
  if ('flaw' in got) return { score: 0, reason: got.flaw };
  if (isNestedDeep(got.value) || isNestedDeep(expected.value)) {
    return { cause: 'too-long', reason: 'The JSON is nested too deeply to be compared.' };
  }
  return toResult(
    compare.map((field) => compareField(field, expected.value, got.value)),
    scoring,
  );
}

/** A Markdown fence around the whole reply says nothing about its fields. The check `json` forbids it. */
function withoutFence(text: string): string {
  return /^\s*(```|~~~)\w*[ \t]*\n(.*?)\n?\1\s*$/s.exec(text)?.[2] ?? text;
}

function toResult(results: readonly FieldResult[], scoring: NonNullable<Settings['score']>): CheckResult {
  const counted = results.filter(({ skipped }) => skipped === undefined);
  const missed = counted.filter(({ flaw }) => flaw !== undefined);
  const unknown = counted.filter((result) => result.unknown !== undefined);
  const skipped = results.filter((result) => result.skipped !== undefined);
  const apart =
    skipped.length === 0 ? '' : ` Not compared: ${listSome(skipped, ({ path, skipped: why }) => `${path} (${why})`)}.`;
  const evidence = {
    matched: counted.filter((one) => one.flaw === undefined && one.unknown === undefined).map(({ path }) => path),
    missed: missed.map(({ path, flaw }) => ({ path, reason: flaw })),
    ...(skipped.length === 0 ? {} : { notCompared: skipped.map(({ path, skipped: reason }) => ({ path, reason })) }),
  };
  if (counted.length === 0) {
    return { cause: 'not-applicable', reason: `No field could be compared.${apart}`, evidence };
  }
  const toScore = (wrong: readonly FieldResult[]) => {
    if (wrong.length === 0) return 1;
    return scoring === 'all-or-nothing' ? 0 : 1 - sumWeights(wrong) / sumWeights(counted);
  };
  const wrong = missed.length === 0 ? '' : ` Wrong: ${listSome(missed, ({ path, flaw }) => `${path} (${flaw})`)}.`;
  const open = unknown.length === 0 ? '' : ` Unknown: ${listSome(unknown, (one) => `${one.path} (${one.unknown})`)}.`;
  const matched = counted.length - missed.length - unknown.length;
  const reason = `${matched} of ${counted.length} fields match.${wrong}${open}${apart}`;
  const score = toScore([...missed, ...unknown]);
  if (unknown.length === 0) return { score, reason, evidence };
  return { score, reason, evidence, unmeasured: { atMost: toScore(missed), reason } };
}

function sumWeights(results: readonly FieldResult[]): number {
  return results.reduce((sum, { weight }) => sum + weight, 0);
}

function listSome(results: readonly FieldResult[], show: (result: FieldResult) => string): string {
  const shown = results.slice(0, shownFields).map(show).join(', ');
  return results.length > shownFields ? `${shown} and ${results.length - shownFields} more` : shown;
}

function compareField(field: WantedField, expected: unknown, got: unknown): FieldResult {
  const { path, required = true, weight = 1 } = field;
  const [wanted, found] = [findAt(expected, path), findAt(got, path)];
  if (wanted === undefined) return { path, weight, skipped: 'not in the reference' };
  if (found === undefined) return required ? { path, weight, flaw: 'missing' } : { path, weight, skipped: 'optional' };
  if (toCanonicalJson(found) === toCanonicalJson(wanted)) return { path, weight };
  const read = readers[field.match ?? 'exact'];
  const [one, other] = [read(wanted, field), read(found, field)];
  if (one === undefined) return { path, weight, unknown: `the reference has ${show(wanted)}, not a ${field.match}` };
  const isEqual = typeof one === 'number' && typeof other === 'number' ? isNear(field, one, other) : one === other;
  return { path, weight, ...(isEqual ? {} : { flaw: `got ${show(found)}, expected ${show(wanted)}` }) };
}

/** The value at a path such as `items[0].price`. Undefined: there is none. */
function findAt(data: unknown, path: string): unknown {
  let value = data;
  for (const key of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (Array.isArray(value)) value = /^\d+$/.test(key) ? value[Number(key)] : undefined;
    else value = isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** What is compared of a value. Undefined: it is not such a value. */
const readers: Readonly<
  Record<NonNullable<WantedField['match']>, (value: unknown, field: WantedField) => string | number | undefined>
> = { exact: toCanonicalJson, number: toNumber, date: (value, { formats }) => parseDay(toText(value), formats) };

/** Rounding errors of decimal numbers do not count: 0.3 is within 0.1 of 0.2. */
const roundingError = 1e-9;

function isNear({ tolerance = 0, relative = false }: WantedField, expected: number, got: number): boolean {
  // A share of 0 would allow no difference at all.
  const allowed = relative && expected !== 0 ? tolerance * Math.abs(expected) : tolerance;
  return Math.abs(got - expected) <= allowed + roundingError * Math.max(1, Math.abs(expected));
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function show(value: unknown): string {
  return typeof value === 'string' ? quoteExcerpt(value) : quoteExcerpt(JSON.stringify(value)).slice(1, -1);
}
