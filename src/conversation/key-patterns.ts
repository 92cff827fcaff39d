import { type FindPattern, patternHint } from '../base/patterns.ts';
import type { SchemaIssue } from '../base/schema-check.ts';
import type { Item } from './item.ts';
import { toBadValue } from './parse-result.ts';

/** The patterns of answer keys that no engine can use. Nothing with such a pattern is kept. */
export function checkKeyPatterns(
  { history = [] }: Pick<Item, 'history'>,
  findPattern: FindPattern,
): readonly SchemaIssue[] {
  return history.flatMap(({ answerKey }, turn) =>
    (['mustMatch', 'mustNotMatch'] as const).flatMap((part) =>
      (answerKey?.[part] ?? []).flatMap((pattern, index) => {
        const found = findPattern(pattern);
        if (typeof found !== 'string') return [];
        const path = ['history', turn, 'answerKey', part, index];
        return [toBadValue(path, `The regular expression is not valid: ${found}.`, patternHint)];
      }),
    ),
  );
}
