import { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import { ApiFault, isSignedOut, UnreachableFault } from '../../../data/api-fault.ts';
import { toSentence } from '../../../parts/page/FaultView.tsx';

/** Why a call failed. */
export type SendFault =
  /** Someone else saved first. */
  | { readonly kind: 'stale'; readonly current: ItemAnswer }
  /** The server is unreachable, cannot save now (`why`), or the person is signed out. A retry may succeed. */
  | { readonly kind: 'away'; readonly isSignedOut: boolean; readonly why?: string }
  /** Only the approval was refused. The text can be saved without it. */
  | { readonly kind: 'blocked'; readonly error: ApiFault }
  /** The same request would be refused again. */
  | { readonly kind: 'refused'; readonly error: unknown };

export function toSendFault(error: unknown): SendFault {
  if (error instanceof UnreachableFault) return { kind: 'away', isSignedOut: false };
  if (isSignedOut(error)) return { kind: 'away', isSignedOut: true };
  if (!(error instanceof ApiFault)) return { kind: 'refused', error };
  const current = error.status === 412 ? ItemAnswer.safeParse(error.body.current) : undefined;
  if (current?.success) return { kind: 'stale', current: current.data };
  if (error.status >= 500 || error.status === 429 || error.status === 408) {
    return { kind: 'away', isSignedOut: false, why: error.message };
  }
  return error.code === 'APPROVAL_BLOCKED' ? { kind: 'blocked', error } : { kind: 'refused', error };
}

/** The message after a failed act ("approve it"). */
export function toFaultText(fault: SendFault, act: string): string {
  switch (fault.kind) {
    case 'stale':
      return `${fault.current.updatedBy} changed the same fields. Resolve the conflict, then ${act}.`;
    case 'away':
      return fault.isSignedOut
        ? `You're signed out. Your changes are kept here. Open the newest link from the server's terminal, then ${act}.`
        : `${fault.why ?? "Can't reach the server."} Your changes are kept here. When the server is back, ${act}.`;
    case 'blocked':
    case 'refused':
      return toSentence(fault.error);
  }
}
