import { Fault, type Problem, toError } from '../base/fault.ts';
import type { FaultCode } from '../base/fault-codes.ts';
import { renderJsonPath } from '../base/json-value.ts';
import type { SchemaIssue } from '../base/schema-check.ts';
import type { ParseResult } from '../conversation/item/parse-result.ts';
import type { ItemKey } from '../store/item-port.ts';

/** What a parser found wrong with an item that came as JSON, without a file. */
export function toItemProblem({ kind, code, path, message, hint }: SchemaIssue): Problem {
  return toError({
    code: code ?? toCode(kind),
    message,
    ...(path.length === 0 ? {} : { path: renderJsonPath(path) }),
    ...(hint === undefined ? {} : { hint }),
  });
}

function toCode(kind: SchemaIssue['kind']): FaultCode {
  if (kind === 'unknown-key') return 'ITEM_UNKNOWN_KEY';
  return kind === 'missing-key' ? 'ITEM_MISSING_KEY' : 'ITEM_BAD_VALUE';
}

/** Throws one Fault with all issues, if there are any. */
export function assertNoIssues(issues: readonly SchemaIssue[]): void {
  const [first, ...rest] = issues.map(toItemProblem);
  if (first !== undefined) throw new Fault([first, ...rest]);
}

/** The value that a parser read. Throws one Fault with all issues if there is none. */
export function getParsed<T>({ value, issues }: ParseResult<T>): T {
  assertNoIssues(issues);
  if (value === undefined) throw new Error('A parser returns a value or issues.');
  return value;
}

export function toUnknownItem({ dataset, id }: ItemKey): Fault {
  const message = `There is no item "${id}" in dataset "${dataset}".`;
  return new Fault({ code: 'ITEM_UNKNOWN', message, hint: 'Check both names. They are case-sensitive.' });
}
