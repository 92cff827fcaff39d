import type { Wanted } from './item-conditions.ts';
import type { ItemPlan, Source } from './item-sources.ts';

/**
 * What a look costs, in microseconds, measured roughly. It need not be exact: ways differ by hundreds, and the worst
 * choice gives the same items, later.
 */
const rowCost = 2;
const tagCost = 1;
const contentCost = 20;
/** For each row of a full-text table that is gathered beforehand. */
const textCost = 0.3;
const urlCost = 0.6;

/** Things that are asked for together often stand together, far from where a walk begins. */
const caution = 3;

/** The cost of looking at every row of a source and sorting what fits. */
export function toCollectCost(plan: ItemPlan, source: Source): number {
  return toPreparation(plan, source.rest) + guessRows(plan, source) * toCostOfRow(source.rest);
}

export interface Walking {
  readonly limit: number;
  /** Into how many walks it is divided, each of which has to fill the page. */
  readonly walks: number;
  /** The share of rows that have a status that is wanted. */
  readonly share: number;
}

/** The cost of walking the rows of a source in order until a page is full, if what else is wanted is spread evenly. */
export function toWalkCost(plan: ItemPlan, source: Source, { limit, walks, share }: Walking): number {
  const others = [plan.base, ...plan.sources].filter((other) => other !== source);
  const fitting = others.reduce((product, other) => product * Math.min(1, guessRows(plan, other) / plan.total), share);
  const rows = fitting > 0.99 ? walks * limit : (caution * walks * limit) / fitting;
  const ofRows = Math.min(guessRows(plan, source), rows) * toCostOfRow(source.rest);
  return walks * toPreparation(plan, source.rest) + ofRows;
}

/** Where counting was given up: between what was counted and all there are, nearer to neither. */
function guessRows({ total }: ItemPlan, { rows, isOpenEnded }: Source): number {
  return isOpenEnded === true ? Math.sqrt(rows * Math.max(rows, total)) : rows;
}

function toCostOfRow({ tags, turnTags, excludeTags, shortUrl }: Wanted): number {
  const ofTags = tagCost * (tags.length + turnTags.length + excludeTags.length);
  return rowCost + ofTags + (shortUrl === undefined ? 0 : contentCost);
}

/** What is done before the first row: see the conditions on texts and urls. */
function toPreparation(plan: ItemPlan, { text, url }: Wanted): number {
  const ofTexts = text === undefined ? 0 : textCost * guessOf(plan, 'text');
  return url === undefined ? ofTexts : ofTexts + urlCost * guessOf(plan, 'url');
}

function guessOf(plan: ItemPlan, kind: 'text' | 'url'): number {
  const source = plan.sources.find((other) => other.kind === kind);
  return source === undefined ? plan.total : guessRows(plan, source);
}
