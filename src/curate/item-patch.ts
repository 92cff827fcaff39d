import { quoteValue } from '../base/explain-issue.ts';
import type { SchemaIssue } from '../base/schema-check.ts';
import type { Item, ItemStatus, ReplySettlement, Turn } from '../conversation/item/item.ts';
import type { PlacedRef } from '../conversation/item/parse-ref.ts';
import { type ParseResult, toBadValue, underPath } from '../conversation/item/parse-result.ts';
import type { Ref } from '../conversation/ref.ts';
import { alignTurns } from './align-turns.ts';
import { fromFlatRefs } from './flat-refs.ts';

type Clearable = Exclude<keyof Item, 'id' | 'datasetName' | 'status' | 'audit' | 'refs' | 'manualTags' | 'meta'>;

/** The changes of one PUT. An absent field stays as it is; null clears it. */
export type ItemPatch = { readonly [Field in Clearable]?: Exclude<Item[Field], undefined> | null } & {
  /** The requested status. The rules of approval decide whether the item gets it. */
  readonly status?: ItemStatus;
  readonly refs?: Ref[];
  readonly manualTags?: string[];
  readonly meta?: Item['meta'];
  /** What a reviewer says about failing replies. */
  readonly settle?: readonly ReplySettlement[];
  /** Why the item is approved although an answer fails its own key, or why it is changed. */
  readonly reason?: string;
};

/** A patch that is parsed, but not yet checked against the item that it changes. */
export interface SentPatch {
  readonly fields: ItemPatch;
  /** With `?refs=flat`: the list of all refs, if it was sent. Only the item knows the turns that it names. */
  readonly flat?: { readonly refs?: readonly PlacedRef[] };
}

/** Checks a patch against the current item and places flat refs in their turns. Issue paths start at the body. */
export function toItemPatch({ fields, flat }: SentPatch, current: Item): ParseResult<ItemPatch> {
  const placed = flat === undefined ? { value: {}, issues: [] } : placeFlatRefs(fields.history, flat.refs, current);
  const issues = [...checkStatus(fields.status, current.status), ...placed.issues, ...checkSubstance(fields, current)];
  return issues.length > 0 ? { issues } : { value: { ...fields, ...placed.value }, issues };
}

/** A flat list replaces all refs. Without a list, every turn keeps its refs. */
function placeFlatRefs(
  history: Turn[] | null | undefined,
  refs: readonly PlacedRef[] | undefined,
  current: Item,
): ParseResult<Pick<ItemPatch, 'history' | 'refs'>> {
  if (refs === undefined) {
    return { value: history ? { history: withOldRefs(current.history ?? [], history) } : {}, issues: [] };
  }
  const placed = fromFlatRefs(history === undefined ? current.history : (history ?? undefined), refs);
  return placed.value === undefined ? { issues: underPath(['refs'], placed.issues) } : placed;
}

/** The turns of a flat item come without refs. */
function withOldRefs(before: readonly Turn[], history: readonly Turn[]): Turn[] {
  const pairs = alignTurns(before, history);
  return history.map((turn, at) => {
    const refs = before[pairs[at] ?? -1]?.refs;
    if (turn.refs !== undefined || refs === undefined) return turn;
    const { id, role, msg, ...rest } = turn;
    return { ...(id === undefined ? {} : { id }), role, msg, refs, ...rest };
  });
}

/** The words that a PUT may ask for. */
export const statusHint = 'Expected approved, skipped or draft';
const allowed: readonly ItemStatus[] = ['approved', 'skipped', 'draft'];

/** A client may send back the status it read, whatever that is. */
function checkStatus(status: ItemStatus | undefined, current: ItemStatus): readonly SchemaIssue[] {
  if (status === undefined || status === current || allowed.includes(status)) return [];
  return [toBadValue(['status'], `${statusHint}, got ${quoteValue(status)}.`)];
}

const substance = ['history', 'synthQuestion', 'editedQuestion'] as const;

/** An item without turns and without a question is empty, and no import would read it back. */
function checkSubstance(patch: ItemPatch, current: Item): readonly SchemaIssue[] {
  const isLeft = (field: (typeof substance)[number]) =>
    (patch[field] === undefined ? current[field] : patch[field]) != null;
  if (substance.some(isLeft)) return [];
  const cleared = substance.filter((field) => patch[field] === null);
  return cleared.map((field) => toBadValue([field], 'The item would be left with no history and no question.'));
}

/** A settlement has to name a turn with a failing reply. */
export function checkSettlements(item: Item, settlements: readonly ReplySettlement[] = []): readonly SchemaIssue[] {
  return settlements.flatMap(({ turnId }, index) => {
    const turn = item.history?.find(({ id }) => id === turnId);
    if (turn?.replyUnderTest !== undefined) return [];
    const message =
      turn === undefined
        ? `The item has no turn with the id ${quoteValue(turnId)}.`
        : `The turn ${quoteValue(turnId)} has no failing reply to settle.`;
    return [toBadValue(['settle', index, 'turnId'], message, 'Use the id of a turn that has "replyUnderTest".')];
  });
}
