import { hideInValue, hideSecrets } from './hide-secrets.ts';
import { type Target, TargetError, type TargetReply } from './port.ts';
import { wrapTarget } from './wrap-target.ts';

export interface HiddenTexts {
  /** Hidden in errors: everything that may be a secret, and some words too many. */
  readonly secrets: readonly string[];
  /** Hidden in replies: keys and passwords alone, so that no plain word is taken for one. */
  readonly keys: readonly string[];
}

const note = 'A key or password in this reply was hidden: the target repeated a value of its environment or headers.';

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
  const written = JSON.stringify(reply);
  if (hideSecrets(written, keys) === written) return reply;
  const hidden = hideInValue(reply, keys);
  return { ...hidden, call: { ...hidden.call, notes: [...(hidden.call.notes ?? []), note] } };
}

/** An error that says nothing secret stays the same one. */
function toSafeError(error: TargetError, secrets: readonly string[]): TargetError {
  const { message, details } = error.info;
  const safe = { message: hideSecrets(message, secrets), details: details && hideSecrets(details, secrets) };
  if (safe.message === message && safe.details === details) return error;
  const { details: _, ...info } = error.info;
  const said = safe.details === undefined ? {} : { details: safe.details };
  return new TargetError({ ...info, message: safe.message, ...said });
}
