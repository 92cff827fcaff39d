import { definedOnly } from '../../base/defined-only.ts';
import { hashJson } from '../../base/hash.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import type { Label } from '../../conversation/label.ts';
import type { Split } from '../../conversation/sample.ts';
import { toTurnUnit } from '../../conversation/turn-number.ts';
import { toTurns, withAssistantRoles } from '../../curate/conversation-view.ts';
import { fromBody } from '../../curate/item-content.ts';
import type { ItemRecord, ItemStore } from '../../store/item-port.ts';
import { toRatings } from './all-labels.ts';

/** A label on an item. */
export type ItemLabel = Label & { readonly subject: Extract<Label['subject'], { readonly item: string }> };

/** A sample in the form of a sample file, so that it passes the same parser. */
export interface ItemSample {
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface ItemSamples {
  readonly samples: readonly ItemSample[];
  /** How many raters scored only an earlier text of the item. */
  readonly outdated: number;
}

interface SampledStore {
  readonly items: Pick<ItemStore, 'findRevision'>;
  /** The roles besides `assistant` that the dataset of the item names. */
  readonly assistantRoles: readonly string[];
}

/** The tag of items in the test split. */
export const testTag = 'split:test';

/** Tags about the work on an item, which say nothing about its conversation. */
const workTags = /^(?:split|needs-label):/;

/**
 * The samples from the labels of one item: one per scored turn, and one for the whole conversation. An edited item has
 * several texts. The newest text with a score counts, together with scores of equal texts.
 */
export async function toItemSamples(
  record: ItemRecord,
  labels: readonly ItemLabel[],
  { items, assistantRoles }: SampledStore,
): Promise<ItemSamples> {
  const toItem = ({ body, status }: Pick<ItemRecord, 'body' | 'status'>) =>
    withAssistantRoles(fromBody(body, status), assistantRoles);
  const texts = new ItemTexts(record, items, toItem);
  const item = toItem(record);
  const samples: ItemSample[] = [];
  let outdated = 0;
  for (const [turnIndex, own] of Map.groupBy(labels, ({ subject }) => subject.turnIndex)) {
    const newest = Math.max(...own.map(({ subject }) => subject.revision));
    const turns = await texts.read(newest, turnIndex);
    const isSame = await Promise.all(own.map(({ subject }) => texts.isSame([newest, subject.revision], turnIndex)));
    const sameText = own.filter((_, index) => isSame[index] === true);
    const ratings = toRatings(sameText);
    outdated += toRatings(own).length - ratings.length;
    samples.push(toWritten(item, { turns, turnIndex, ratings }));
  }
  return { samples, outdated };
}

/** The turns of an item in its revisions, each read once. */
class ItemTexts {
  readonly #record: ItemRecord;
  readonly #items: Pick<ItemStore, 'findRevision'>;
  readonly #toItem: (stored: Pick<ItemRecord, 'body' | 'status'>) => Item;
  readonly #turns = new Map<number, Promise<readonly Turn[]>>();

  constructor(
    record: ItemRecord,
    items: Pick<ItemStore, 'findRevision'>,
    toItem: (stored: Pick<ItemRecord, 'body' | 'status'>) => Item,
  ) {
    this.#record = record;
    this.#items = items;
    this.#toItem = toItem;
  }

  /** The turns of a revision up to one of them. null: all of them. */
  async read(revision: number, turnIndex: number | null): Promise<readonly Turn[]> {
    const turns = this.#turns.get(revision) ?? this.#find(revision);
    this.#turns.set(revision, turns);
    return turnIndex === null ? turns : (await turns).slice(0, turnIndex + 1);
  }

  async isSame([one, other]: readonly [number, number], turnIndex: number | null): Promise<boolean> {
    if (one === other) return true;
    const [first, second] = [await this.read(one, turnIndex), await this.read(other, turnIndex)];
    return hashJson(first.map(toMessage)) === hashJson(second.map(toMessage));
  }

  async #find(revision: number): Promise<readonly Turn[]> {
    const { dataset, id } = this.#record;
    if (revision === this.#record.revision) return toTurns(this.#toItem(this.#record));
    const found = await this.#items.findRevision({ dataset, id }, revision);
    return found === undefined ? [] : toTurns(this.#toItem(found));
  }
}

interface ScoredTurns {
  readonly turns: readonly Turn[];
  readonly turnIndex: number | null;
  readonly ratings: ReturnType<typeof toRatings>;
}

function toWritten(item: Item, { turns, turnIndex, ratings }: ScoredTurns): ItemSample {
  const scored = turnIndex === null ? undefined : turns[turnIndex];
  const expected = toExpected(turnIndex === null ? turns.findLast(({ role }) => role === 'assistant') : scored);
  const tags = [...item.manualTags, ...listCaseTags(item), ...(scored?.tags ?? [])].filter(
    (tag) => !workTags.test(tag),
  );
  const split: Split = item.manualTags.includes(testTag) ? 'test' : 'tune';
  const value = definedOnly({
    messages: turns.map(toMessage),
    expected: Object.keys(expected).length === 0 ? undefined : expected,
    ratings,
    tags: [...new Set(tags)],
    split,
    // Unknown keys of a sample are kept as its meta.
    ...{ dataset: item.datasetName, item: item.id, turnIndex: turnIndex ?? undefined },
  });
  return { id: turnIndex === null ? item.id : toTurnUnit(item.id, turnIndex), value };
}

/**
 * Tags of the case or sample that the item was created from. They may be plain words, which are not valid item tags.
 */
function listCaseTags({ meta }: Item): readonly string[] {
  if (!isPlainObject(meta)) return [];
  const { tags } = isPlainObject(meta.run) ? meta.run : typeof meta.sample === 'string' ? meta : {};
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}

/** What judges see as a good turn, the same as in a run. For a whole conversation, that of its last reply. */
function toExpected({ answerKey, refs = [] }: Partial<Turn> = {}): Readonly<Record<string, unknown>> {
  const { contextChanged: _, ...key } = answerKey ?? {};
  return { ...key, ...(refs.length === 0 ? {} : { refs }) };
}

function toMessage({ role, msg, name, tool_calls, tool_call_id }: Turn): Readonly<Record<string, unknown>> {
  return definedOnly({ role, content: msg, name, tool_calls, tool_call_id });
}
