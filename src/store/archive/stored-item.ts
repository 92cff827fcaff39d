import { renderJsonPath } from '../../base/json-value.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { Item } from '../../conversation/item/item.ts';
import { checkFreeData } from '../../conversation/item/parse-result.ts';
import { contentFields, type ItemBody } from '../../curate/item-content.ts';

type StoredItem = { readonly item: Item } | { readonly why: string };

const computed: readonly (keyof ItemBody)[] = ['tags', 'computedTags', 'totalReferences', '_warnings'];
const bodyFields: ReadonlySet<string> = new Set([...contentFields, ...computed]);

/**
 * The item of a body that may be forged, or why it is not one. Its status decides only which warnings it has. A body is
 * returned as it is, so it may contain only what an item has. Computed fields are dropped, since they are computed again.
 */
export function readStoredItem(body: string): StoredItem {
  try {
    return toStoredItem(JSON.parse(body));
  } catch {
    return { why: 'its content is not JSON' };
  }
}

function toStoredItem(body: unknown): StoredItem {
  if (!isPlainObject(body)) return { why: 'its content is not an item' };
  const isOdd = Object.keys(body).some((field) => !bodyFields.has(field));
  if (isOdd) return { why: 'its content has an unknown field' };
  const { tags: _all, computedTags: _computed, totalReferences: _count, _warnings, ...content } = body;
  const given = { ...content, status: isOfApproved(_warnings) ? 'approved' : 'draft' };
  const { success, error } = Item.safeParse(given);
  if (!success) return { why: `its content is not an item: "${renderPlace(error.issues[0]?.path)}" is invalid` };
  // It fits the schema. What the schema gives back has its keys in another order, and would be other bytes.
  const item = given as unknown as Item;
  return isHarmless(item) ? { item } : { why: 'its content is nested too deeply, or has an invalid turn or key' };
}

/** One warning is for approved items alone, and a body does not contain its status. */
function isOfApproved(warnings: unknown): boolean {
  return (
    Array.isArray(warnings) &&
    warnings.some((warning) => isPlainObject(warning) && warning.code === 'APPROVAL_NOTHING_GRADES')
  );
}

function renderPlace(path: readonly PropertyKey[] = []): string {
  return renderJsonPath(path.map((segment) => (typeof segment === 'number' ? segment : String(segment)))).slice(0, 200);
}

/** What no schema says: free data is bounded, and no two turns have one id. */
function isHarmless({ meta, history = [] }: Item): boolean {
  const ids = history.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) return false;
  return checkFreeData(meta, []).length === 0 && history.every((turn) => checkFreeData(turn, []).length === 0);
}
