import type { Item } from '../../../../../src/conversation/item/item.ts';
import type { MissingThing } from '../../../../../src/curate/approval.ts';
import { hasHistory } from '../../../../../src/curate/conversation-view.ts';
import type { ItemRemark } from '../../../../../src/curate/warnings.ts';
import { answerTurnId, questionTurnId } from '../../../data/turn-names.ts';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';

/** A remark about a turn. */
export interface TurnRemark {
  /** `unsettled`: the failing reply of a run, which the turn shows itself. */
  readonly kind: 'missing' | 'warning' | 'unsettled';
  readonly message: string;
}

export interface TurnRemarks {
  readonly byTurn: ReadonlyMap<string, readonly TurnRemark[]>;
  /** Remarks about the whole conversation, such as a missing answer. */
  readonly ofAll: readonly TurnRemark[];
}

interface Remarked {
  readonly item: Item;
  readonly missing: readonly MissingThing[];
  readonly warnings: readonly ItemRemark[];
}

/** What blocks an approval, and warnings, by turn. Tags and comments are not part of the conversation. */
export function toTurnRemarks(turns: readonly ShownTurn[], { item, missing, warnings }: Remarked): TurnRemarks {
  const byTurn = new Map<string, TurnRemark[]>();
  const ofAll: TurnRemark[] = [];
  const place = (kind: TurnRemark['kind'], { path, code, message }: MissingThing | ItemRemark) => {
    // The key says so itself, with the way to settle it.
    if (code === 'APPROVAL_CONTEXT_CHANGED' || code === 'APPROVAL_FAILS_KEY') return;
    const id = findTurnId(turns, item, path);
    const list = id === undefined ? undefined : (byTurn.get(id) ?? []);
    if (id !== undefined && list !== undefined) byTurn.set(id, [...list, { kind, message }]);
    else if (isOfTalk(code)) ofAll.push({ kind, message });
  };
  for (const thing of missing) {
    place(thing.code === 'APPROVAL_UNSETTLED_REPLY' ? 'unsettled' : 'missing', thing);
  }
  for (const remark of warnings) place('warning', remark);
  return { byTurn, ofAll };
}

/** Ids of turns whose failing reply is not settled. */
export function listUnsettled(byTurn: TurnRemarks['byTurn']): ReadonlySet<string> {
  return new Set([...byTurn].filter(([, own]) => own.some(({ kind }) => kind === 'unsettled')).map(([id]) => id));
}

function isOfTalk(code: string): boolean {
  return code === 'APPROVAL_NO_USER_TURN' || code === 'APPROVAL_NO_ASSISTANT_TURN' || code === 'ANSWER_OUT_OF_STEP';
}

function findTurnId(turns: readonly ShownTurn[], item: Item, path: string): string | undefined {
  const index = /^history\[(\d+)\]/.exec(path)?.[1];
  if (index !== undefined) return turns[Number(index)]?.id;
  if (hasHistory(item)) return undefined;
  const wanted = /^(?:answer|refs)\b/.test(path) ? answerTurnId : questionTurnId;
  const isField = /^(?:answer|refs|editedQuestion|synthQuestion)\b/.test(path);
  return isField ? turns.find(({ id }) => id === wanted)?.id : undefined;
}
