import type { FindPattern } from '../base/patterns.ts';
import type { SchemaIssue } from '../base/schema-check.ts';
import type { Item } from '../conversation/item.ts';
import { toBadValue } from '../conversation/parse-result.ts';

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
        const hint = 'It has to be RE2, which has no look-ahead, look-behind or back references.';
        return [toBadValue(path, `The regular expression cannot be used: ${found}.`, hint)];
      }),
    ),
  );
}
