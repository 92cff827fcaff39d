import { type FindViolations, type SchemaViolation, TooManySteps } from '../../conversation/compile-json-schema.ts';
import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult, CheckTools, Wanted } from './check.ts';
import { renderGot, toVisibleLine } from './excerpt.ts';

/** Passes if the reply is one JSON value. Whitespace around it is ignored. */
export function checkJson({ text }: GradedText): CheckResult {
  const parsed = parseJsonReply(text);
  return 'flaw' in parsed ? { score: 0, reason: parsed.flaw } : { score: 1, reason: 'The reply is JSON.' };
}

const fence = /^(?:```|~~~)/;

/** Parses a reply as one JSON value, or explains what it is instead. */
export function parseJsonReply(text: string): { readonly value: unknown } | { readonly flaw: string } {
  const got = text.trim();
  try {
    return { value: JSON.parse(got) };
  } catch (error) {
    return { flaw: `The reply is not JSON: ${explainNoJson(got, error)}. ${renderGot(got)}` };
  }
}

function explainNoJson(got: string, error: unknown): string {
  if (fence.test(got)) return 'it is in a Markdown code fence, so ask the target for JSON only';
  return toVisibleLine(error instanceof Error ? error.message : String(error));
}

const shownViolations = 3;
const shownLength = 200;
const endlessReason = 'Checking the reply against the schema takes too long, because its references branch too often.';

/** Passes if the reply is one JSON value that matches the schema. Its evidence lists the violations with JSON paths. */
export function checkJsonSchema(
  { text }: GradedText,
  wanted: Wanted<'json-schema'>,
  { schemas }: CheckTools,
): CheckResult | Promise<CheckResult> {
  if (schemas === undefined) return { cause: 'not-applicable', reason: 'Schemas cannot be read here.' };
  const schema = schemas.find(wanted);
  return schema instanceof Promise ? schema.then((loaded) => toResult(text, loaded)) : toResult(text, schema);
}

function toResult(text: string, schema: FindViolations | string): CheckResult {
  if (typeof schema === 'string') return { cause: 'not-applicable', reason: `The schema is not valid: ${schema}.` };
  const parsed = parseJsonReply(text);
  if ('flaw' in parsed) return { score: 0, reason: parsed.flaw };
  try {
    const violations = schema(parsed.value);
    if (violations.length === 0) return { score: 1, reason: 'The reply matches the schema.' };
    return { score: 0, reason: explain(violations), evidence: { violations } };
  } catch (error) {
    if (error instanceof TooManySteps) return { cause: 'timeout', reason: endlessReason };
    if (!(error instanceof RangeError)) throw error;
    return { cause: 'too-long', reason: 'The reply is nested too deeply to be checked against the schema.' };
  }
}

function explain(violations: readonly SchemaViolation[]): string {
  const shown = violations.slice(0, shownViolations).map(({ path, message }) => {
    const line = toVisibleLine(path === '' ? message : `${path} ${message}`);
    return line.length > shownLength ? `${line.slice(0, shownLength).toWellFormed()}…` : line;
  });
  return `The reply does not match the schema: ${shown.join(', ')}${violations.length > shown.length ? ', and more' : ''}.`;
}
