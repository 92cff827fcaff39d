import { isDeepStrictEqual } from 'node:util';
import { definedOnly } from '../base/defined-only.ts';
import { hideInValue } from './hide-secrets.ts';
import { type Target, TargetError, type TargetReply } from './port.ts';
import { wrapTarget } from './wrap-target.ts';

interface HiddenTexts {
  /** Hidden in errors: everything that may be a secret, and some words too many. */
  readonly secrets: readonly string[];
  /** Hidden in replies: keys and passwords alone, so that no plain word is taken for one. */
  readonly keys: readonly string[];
}

const note =
  'Turnwise hid a key or password in this reply. The target repeated a value from its environment or headers.';

/**
 * Hides secrets in what a target says, before anything records, caches or shows it. A reply that had one gets a note.
 * Goes directly around the adapter.
 */
export function redacting(target: Target, { secrets, keys }: HiddenTexts): Target {
  return wrapTarget(target, async (request, context) => {
    try {
      return toSafeReply(await target.ask(request, context), keys);
    } catch (error) {
      throw error instanceof TargetError ? toSafeError(error, secrets) : error;
    }
  });
}

function toSafeReply(reply: TargetReply, keys: readonly string[]): TargetReply {
  const hidden = hideInValue(reply, keys);
  if (isDeepStrictEqual(reply, hidden)) return reply;
  return { ...hidden, call: { ...hidden.call, notes: [...(hidden.call.notes ?? []), note] } };
}

/** An error that says nothing secret stays the same one. The id of a request is what the other side says it is. */
function toSafeError(error: TargetError, secrets: readonly string[]): TargetError {
  const { message, details, requestId } = error.info;
  const said = {
    message,
    ...definedOnly({ details, requestId }),
  };
  const safe = hideInValue(said, secrets);
  return isDeepStrictEqual(said, safe) ? error : new TargetError({ ...error.info, ...safe });
}
