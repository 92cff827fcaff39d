import { type RawBuilder, sql } from 'kysely';
import type { ItemStatus } from '../../conversation/item/item.ts';
import type { ItemFilter } from '../item-port.ts';
import { toPartQuery, toTextQuery } from '../sqlite/text-index.ts';

export type Sql = RawBuilder<unknown>;

/** The trigram index has no shorter parts. */
const minIndexedPart = 3;

const undeleted: readonly ItemStatus[] = ['draft', 'in-review', 'awaiting-adjudication', 'approved', 'skipped'];

/** A filter with dataset names as numbers, and typed words as queries. */
export interface Wanted {
  readonly statuses: readonly ItemStatus[];
  /** By name: those of the filter, or all. */
  readonly datasets: readonly number[];
  readonly isEveryDataset: boolean;
  readonly tags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly turnTags: readonly string[];
  readonly idPrefix?: string;
  /** Queries of the full-text tables. */
  readonly text?: string;
  readonly url?: string;
  /** Part of a url that is too short for the index. */
  readonly shortUrl?: string;
  readonly assignedTo?: string;
}

/** Undefined: nothing can fit. */
export function toWanted(filter: ItemFilter, datasets: readonly number[]): Wanted | undefined {
  const { statuses = undeleted, tags = [], excludeTags = [], turnTags = [], idPrefix, refUrl, assignedTo } = filter;
  const text = filter.keyword === undefined ? undefined : toTextQuery(filter.keyword);
  const isWordless = filter.keyword !== undefined && text === undefined;
  if (isWordless || statuses.length === 0 || datasets.length === 0) return undefined;
  // Urls have no control characters. A part with one would match across two urls.
  if (refUrl !== undefined && /\p{Cc}/u.test(refUrl)) return undefined;
  const isIndexed = refUrl !== undefined && [...refUrl].length >= minIndexedPart;
  return {
    statuses: [...new Set(statuses)],
    datasets,
    isEveryDataset: filter.datasets === undefined,
    tags,
    excludeTags,
    turnTags,
    ...(idPrefix === undefined || idPrefix === '' ? {} : { idPrefix }),
    ...(text === undefined ? {} : { text }),
    ...(refUrl === undefined ? {} : isIndexed ? { url: toPartQuery(refUrl) } : { shortUrl: refUrl }),
    ...(assignedTo === undefined ? {} : { assignedTo }),
  };
}

/** The conditions on an item `i`. */
export function toConditions(wanted: Wanted): readonly Sql[] {
  const { text, url, shortUrl, idPrefix, assignedTo } = wanted;
  const conditions = [sql`i.status in (${sql.join(wanted.statuses)})`];
  if (!wanted.isEveryDataset) conditions.push(toDatasetCondition(wanted));
  if (assignedTo !== undefined) conditions.push(sql`i.assigned_to = ${assignedTo}`);
  if (idPrefix !== undefined) conditions.push(toPrefixCondition(idPrefix));
  // With `exists`, SQLite would join the tags, and then not stop when a page is full.
  for (const tag of wanted.tags) conditions.push(sql`1 = ${tagged('item', tag)}`);
  for (const tag of wanted.turnTags) conditions.push(sql`1 = ${tagged('turn', tag)}`);
  for (const tag of wanted.excludeTags) conditions.push(sql`not exists ${tagged('item', tag)}`);
  // Gathered once: finding one row of a full-text table takes as long as reading a thousand. The plus keeps SQLite from
  // driving the query by this list.
  if (url !== undefined) {
    conditions.push(sql`+i.sequence in (select rowid from item_urls where item_urls match ${url})`);
  }
  if (text !== undefined) {
    conditions.push(sql`+i.sequence in (select rowid from item_texts where item_texts match ${text})`);
  }
  if (shortUrl !== undefined) conditions.push(toShortUrlCondition(shortUrl));
  return conditions;
}

/** All datasets are too many to be named one by one. */
export function toDatasetCondition({ datasets, isEveryDataset }: Wanted): Sql {
  return sql`i.dataset_no in (${isEveryDataset ? sql`select no from datasets` : sql.join(datasets)})`;
}

export function toPrefixCondition(prefix: string): Sql {
  const end = toEndOfPrefix(prefix);
  return end === undefined ? sql`i.id >= ${prefix}` : sql`i.id >= ${prefix} and i.id < ${end}`;
}

/** The least text above all that begin with the prefix, in the order of code points; undefined: there is none. */
export function toEndOfPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10_ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  const next = last + 1;
  // There are no characters between these two.
  return String.fromCodePoint(...points, next >= 0xd800 && next <= 0xdfff ? 0xe000 : next);
}

function tagged(scope: 'item' | 'turn', tag: string): Sql {
  return sql`(select 1 from item_tags where scope = ${scope} and tag = ${tag} and sequence = i.sequence)`;
}

/** Searches the content itself. Nearly every url contains so short a part, so few items are read for a page. */
function toShortUrlCondition(part: string): Sql {
  const fits = sql`instr(lower(ref.value ->> 'url'), ${part.toLowerCase()}) > 0`;
  return sql`exists (
    select 1 from bodies, json_each(bodies.body, '$.refs') as ref where bodies.no = i.body_no and ${fits}
    union all
    select 1 from bodies, json_each(bodies.body, '$.history') as turn, json_each(turn.value, '$.refs') as ref
    where bodies.no = i.body_no and ${fits})`;
}
