import { definedOnly } from '../../base/defined-only.ts';
import { type Problem, toError } from '../../base/fault.ts';
import type { FaultCode } from '../../base/fault-codes.ts';
import type { PathSegment, SchemaIssue } from '../../base/schema-check.ts';
import type { PlacedData } from './placed-data.ts';

export type ProblemPrefix = 'EVAL' | 'TARGETS' | 'SAMPLES' | 'DECK' | 'ITEM' | 'CONFIG' | 'CERTIFICATE';

export interface IssueContext {
  readonly prefix: ProblemPrefix;
  /** Path of the checked value inside the data. */
  readonly base?: readonly PathSegment[];
  /** Names the thing that is wrong: `case "late-refund"`. */
  readonly where?: string;
}

/** What a schema found, as problems with their places in the file. */
export function toProblems(
  issues: readonly SchemaIssue[],
  data: PlacedData,
  context: IssueContext,
): readonly Problem[] {
  return issues.map((issue) => {
    const path = [...(context.base ?? []), ...issue.path];
    return toError({
      code: issue.code ?? toCode(context.prefix, issue.kind),
      message: withWhere(issue, context.where),
      reading: data.reading,
      ...data.placeOf(path, issue.at),
      ...definedOnly({ hint: issue.hint }),
    });
  });
}

function toCode(prefix: ProblemPrefix, kind: SchemaIssue['kind']): FaultCode {
  if (kind === 'unknown-key') return `${prefix}_UNKNOWN_KEY`;
  return kind === 'missing-key' ? `${prefix}_MISSING_KEY` : `${prefix}_BAD_VALUE`;
}

/** `Expected text, got a list of 2.` → `Expected text, got a list of 2 for "content", in case "late-refund".` */
function withWhere(issue: SchemaIssue, where: string | undefined): string {
  const sentence = issue.message.replace(/\.$/, '');
  const key = [...issue.path].reverse().find((segment) => typeof segment === 'string');
  const at = sentence.startsWith('Expected ') && key !== undefined ? ` for "${key}"` : '';
  const comma = issue.kind === 'bad-value' ? ',' : '';
  return `${sentence}${at}${where === undefined ? '' : `${comma} in ${where}`}.`;
}
