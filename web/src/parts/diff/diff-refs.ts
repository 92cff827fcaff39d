import { Ref } from '../../../../src/conversation/ref.ts';
import type { FieldChange } from '../../../../src/curate/diff-items.ts';
import { isSameJson } from '../../../../src/curate/same-json.ts';

export interface RefChange {
  readonly kind: 'changed' | 'added' | 'removed';
  /** As it is now; of a removed one, as it was. */
  readonly ref: Ref;
  /** What differs, of a changed one. */
  readonly fields: readonly FieldChange[];
}

const refFields = Ref.keyof().options.filter((field) => field !== 'url');

/** What became of a list of refs; the same url is the same ref. Those that stayed as they were are left out. */
export function diffRefs(before: readonly Ref[], after: readonly Ref[]): readonly RefChange[] {
  const old = new Map(before.map((ref) => [ref.url, ref]));
  const now = new Set(after.map(({ url }) => url));
  const removed = before.filter(({ url }) => !now.has(url)).map((ref) => toChange('removed', ref));
  const others = after.flatMap((ref) => {
    const was = old.get(ref.url);
    if (was === undefined) return [toChange('added', ref)];
    const fields = listFields(was, ref);
    return fields.length === 0 ? [] : [{ kind: 'changed' as const, ref, fields }];
  });
  return [...removed, ...others];
}

function toChange(kind: RefChange['kind'], ref: Ref): RefChange {
  return { kind, ref, fields: [] };
}

function listFields(before: Ref, after: Ref): readonly FieldChange[] {
  return refFields
    .filter((field) => !isSameJson(before[field], after[field]))
    .map((path) => ({ path, before: before[path], after: after[path] }));
}
