import type { Talk } from '../../../../../../src/curate/conversation-view.ts';
import { isSameJson } from '../../../../../../src/curate/same-json.ts';
import { toShownTurns } from '../../../../parts/conversation/shown-turns.ts';

/** Whether two states of an item are the same conversation. What was noted about it, as tags and keys, does not count. */
export function isSameTalk(a: Talk, b: Talk): boolean {
  return isSameJson(listSaid(a), listSaid(b));
}

function listSaid(item: Talk) {
  return toShownTurns(item).map(({ id, role, msg, refs, name, tool_calls, tool_call_id }) => {
    return { id, role, msg, refs, name, tool_calls, tool_call_id };
  });
}
