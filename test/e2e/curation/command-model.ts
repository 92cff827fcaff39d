import type { WireItem, WireTurn } from '../../support/api-client-shapes.ts';

/** What an item has to be, as far as the commands change it. */
export interface ModelItem {
  readonly id: string;
  etag: string;
  status: string;
  holder: string | undefined;
  comment: string | undefined;
  manualTags: readonly string[];
  refs: readonly string[];
  history: readonly WireTurn[];
  /** Every successful change, in order. */
  readonly changes: ModelChange[];
}

export interface ModelChange {
  readonly by: string;
  readonly action: string;
  readonly status: string;
}

/** What a client has read of an item: current until another client changes the item. */
export interface Memory {
  readonly etag: string;
  readonly item: WireItem;
}

export interface Model {
  readonly items: Map<string, ModelItem>;
  /** By client and item. */
  readonly memories: Map<string, Memory>;
  /** Counts up, so that every edit is another text. */
  edits: number;
}

/** An edit that a client makes of the item as it had read it. */
export type Edit =
  | { readonly kind: 'comment' }
  | { readonly kind: 'tags'; readonly count: number }
  | { readonly kind: 'refs'; readonly count: number }
  | { readonly kind: 'text'; readonly turn: number }
  | { readonly kind: 'turn-refs'; readonly turn: number }
  | { readonly kind: 'turn-tags'; readonly turn: number }
  | { readonly kind: 'key'; readonly turn: number }
  | { readonly kind: 'insert'; readonly turn: number }
  | { readonly kind: 'remove'; readonly turn: number }
  | { readonly kind: 'move'; readonly turn: number };

/** The body of a PUT. */
export interface Patch {
  readonly comment?: string;
  readonly manualTags?: readonly string[];
  readonly refs?: readonly { readonly url: string }[];
  readonly history?: readonly WireTurn[];
  readonly status?: string;
}

/** The body of the PUT that makes the edit. `mark` distinguishes it from every other edit. */
export function toPatch(edit: Edit, item: WireItem, mark: string): Patch {
  if (edit.kind === 'comment') return { comment: mark };
  if (edit.kind === 'tags') return { manualTags: toList(edit.count, (index) => `topic:${mark}-${index}`) };
  if (edit.kind === 'refs') return { refs: toList(edit.count, (index) => ({ url: `http://top/${mark}/${index}` })) };
  return { history: editTurns(edit, item.history ?? [], mark) };
}

function toList<Value>(count: number, toValue: (index: number) => Value): readonly Value[] {
  return Array.from({ length: count }, (_, index) => toValue(index));
}

type TurnEdit = Extract<Edit, { readonly turn: number }>;

function editTurns({ kind, turn }: TurnEdit, turns: readonly WireTurn[], mark: string): readonly WireTurn[] {
  const at = turns.length === 0 ? 0 : turn % turns.length;
  const old = turns[at];
  if (old === undefined || kind === 'insert') return turns.toSpliced(at, 0, { role: 'assistant', msg: mark, tags: [] });
  if (kind === 'remove') return turns.toSpliced(at, 1);
  if (kind === 'move') return [...turns.toSpliced(at, 1), old];
  if (kind === 'text') return turns.with(at, { ...old, msg: mark });
  if (kind === 'turn-refs') return turns.with(at, { ...old, refs: [{ url: `http://turn/${mark}` }] });
  if (kind === 'turn-tags') return turns.with(at, { ...old, tags: [mark] });
  return turns.with(at, { ...old, answerKey: { reference: mark } });
}

/** What the patch has to make of the item. Turns that get a new id from the server have none here. */
export function applyToModel(item: ModelItem, { comment, manualTags, refs, history }: Patch): boolean {
  const before = toComparable(item);
  if (comment !== undefined) item.comment = comment;
  if (manualTags !== undefined) item.manualTags = manualTags;
  if (refs !== undefined) item.refs = refs.map(({ url }) => url);
  if (history !== undefined) item.history = flagKeys(item.history, history);
  return JSON.stringify(before) !== JSON.stringify(toComparable(item));
}

/** A change of what was said before a turn flags the turn's key for another review. */
function flagKeys(before: readonly WireTurn[], after: readonly WireTurn[]): readonly WireTurn[] {
  return after.map((turn, index) => {
    const was = before.findIndex(({ id }) => id !== undefined && id === turn.id);
    const key = turn.answerKey;
    if (key === undefined || was === -1 || before[was]?.answerKey === undefined) return turn;
    const wasFlagged = before[was]?.answerKey?.contextChanged === true;
    if (wasFlagged && key.contextChanged !== true) return turn;
    const isSame = toContext(before.slice(0, was)) === toContext(after.slice(0, index));
    return isSame ? turn : { ...turn, answerKey: { ...key, contextChanged: true } };
  });
}

function toContext(turns: readonly WireTurn[]): string {
  return JSON.stringify(turns.map(({ role, msg }) => [role, msg]));
}

/** Whether the rules let the item be approved. */
export function isApprovable({ history }: ModelItem): boolean {
  const has = (role: string) => history.some((turn) => turn.role === role);
  return has('user') && has('assistant') && history.every(({ answerKey }) => answerKey?.contextChanged !== true);
}

type Compared = Pick<ModelItem, 'id' | 'comment' | 'manualTags' | 'refs' | 'history'>;

/** The content, in one spelling. */
export function toComparable({ id, comment, manualTags, refs, history }: Compared) {
  const turns = history.map(({ role, msg, refs: sources, tags, answerKey }) => ({
    ...{ role, msg, tags: tags ?? [], refs: (sources ?? []).map(({ url }) => url) },
    key: answerKey === undefined ? null : [answerKey.reference, answerKey.contextChanged === true],
  }));
  return { id, comment: comment ?? null, manualTags, refs, turns };
}

export function toComparedItem(item: WireItem): Compared {
  const { id, comment, manualTags, refs, history } = item;
  return { id, comment, manualTags, refs: refs.map(({ url }) => url), history: history ?? [] };
}
