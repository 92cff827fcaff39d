import { isPlainObject } from '../../base/plain-object.ts';
import { auditKeys } from '../../conversation/item/written-item.ts';
import type { Lose } from './loss-report.ts';

/** An item of ours, or of the founding curator: it is read as it is, and what is not carried over is told. */
export function readItems(value: Record<string, unknown>, lose: Lose): Record<string, unknown> {
  for (const key of auditKeys) if (value[key] != null) lose('workflow fields', key);
  const turns = Array.isArray(value.history) ? value.history : [];
  for (const [index, turn] of turns.entries()) {
    if (isPlainObject(turn) && hasDouble(turn.refs)) lose('duplicate reference address', `history[${index}].refs`);
  }
  return value;
}

/** Such refs become one, and of each field the first counts. */
function hasDouble(refs: unknown): boolean {
  if (!Array.isArray(refs) || refs.length < 2) return false;
  const urls = refs.map((ref) => (isPlainObject(ref) && typeof ref.url === 'string' ? ref.url.trim() : ref));
  return new Set(urls).size < urls.length;
}
