import type { Locator } from 'playwright-core';
import {
  addSource,
  asksToLeave,
  choosesDataset,
  importFile,
  meets,
  planImport,
  seesComparison,
  seesNotes,
  writesTags,
} from './axe-openings.ts';
import type { AxeStage } from './axe-stage.ts';

export interface Screen {
  readonly path: string;
  /** What is there when the screen is. */
  readonly shows: string;
  /** What a person does there to open more of it. Ends when it is shown. */
  readonly open?: (stage: AxeStage) => Promise<void>;
  /** Rules that cannot hold there. */
  readonly without?: readonly string[];
  /** Where there is no room for it, or where all is in sight, there is none. */
  readonly only?: 'wide' | 'narrow';
}

const item = '/review/support/lieferung-in-die-schweiz';
const failures = '/review/axe';
const rows = '[aria-label="Conversations"] a';
const dialog = '[role="dialog"]:not([data-type]), [role="alertdialog"]';

/** A list that a field offers hides the page from screen readers. Leaving the field with Tab closes it first. */
const besideList = ['aria-hidden-focus', 'page-has-heading-one'];

/** Presses keys, and sees what they open. */
function pressing(keys: readonly string[], opens: string): Required<Screen>['open'] {
  return async ({ desk }) => {
    await desk.press(...keys);
    await desk.page.locator(opens).first().waitFor();
  };
}

/** Clicks, and sees what that opens. */
function clicking(find: (stage: AxeStage) => Locator, opens: string): Required<Screen>['open'] {
  return async (stage) => {
    await find(stage).click();
    await stage.desk.page.locator(opens).first().waitFor();
  };
}

/** In the first turn, which has its buttons when it is selected. */
function clickingInTurn(name: string | RegExp, opens: string): Required<Screen>['open'] {
  return async (stage) => {
    await stage.desk.goToTurn(1);
    await clicking(({ desk }) => desk.button(name), opens)(stage);
  };
}

const shell: Readonly<Record<string, Screen>> = {
  home: { path: '/', shows: 'main h2' },
  'the palette': { path: '/', shows: 'main h2', open: pressing(['Control+k'], '[role="option"]') },
  'the keys': { path: '/', shows: 'main h2', open: pressing(['?'], dialog) },
  'the menu of a phone': {
    path: '/',
    shows: 'main h2',
    open: clicking(({ desk }) => desk.button(/^More/), dialog),
    only: 'narrow',
  },
  'an address of nothing': { path: '/nowhere', shows: 'main h1' },
  'an item that is not there': { path: '/review/no/such', shows: 'main h1, main h2, [role="alert"]' },
};

const review: Readonly<Record<string, Screen>> = {
  'the queue': { path: '/review', shows: 'main h1, main h2' },
  'a conversation': { path: item, shows: 'article' },
  'what blocks': { path: `${item}?panel=check`, shows: '[data-panel="check"]' },
  references: { path: `${item}?panel=refs`, shows: '[data-panel="refs"] h2, [data-panel="refs"] h3' },
  'tags of a conversation': { path: `${item}?panel=tags`, shows: '[data-panel="tags"] h2, [data-panel="tags"] h3' },
  labels: { path: `${item}?panel=labels`, shows: '[data-panel="labels"] button' },
  'a comment': { path: `${item}?panel=comment`, shows: '[data-panel="comment"] textarea' },
  instructions: { path: `${item}?panel=instructions`, shows: '[data-panel="instructions"] p' },
  'a turn that is written': { path: item, shows: 'article', open: pressing(['j', 'e'], 'article textarea') },
  'an answer key': { path: item, shows: 'article', open: pressing(['j', 'y'], 'article textarea') },
  'a reply that failed': { path: `${failures}/failed`, shows: 'section[aria-label^="Failed in run"]' },
  'why the answer is right': {
    path: `${failures}/failed`,
    shows: 'section[aria-label^="Failed in run"]',
    open: pressing(['j', 'j', 'Shift+W'], 'article form input'),
  },
  'an approval with a reason': { path: `${failures}/own-key`, shows: 'article', open: pressing(['a'], dialog) },
  'the search of a conversation': {
    path: item,
    shows: 'article',
    open: pressing(['/'], '[aria-label="Find in this conversation"]'),
  },
  'the menu of a turn': {
    path: item,
    shows: 'article',
    open: clickingInTurn('More actions for turn 1', '[role="menuitem"]'),
  },
  'who speaks': {
    path: item,
    shows: 'article',
    open: clickingInTurn(/change role of turn 1/, dialog),
  },
  'the tags of a turn, being written': {
    path: item,
    shows: 'article',
    open: writesTags,
    without: besideList,
  },
  'the menu of an item': {
    path: item,
    shows: 'article',
    open: clicking(({ desk }) => desk.button(/^More actions$/), '[role="menuitem"]'),
  },
  'where a draft is kept': {
    path: item,
    shows: 'article',
    open: clicking(({ desk }) => desk.button('Saved'), dialog),
  },
  'the queue over a phone': { path: item, shows: 'article', open: pressing(['q'], dialog), only: 'narrow' },
  'a reference, being written, and its source': {
    path: `${item}?panel=refs`,
    shows: '[data-panel="refs"] h2, [data-panel="refs"] h3',
    open: addSource,
  },
  'two edits that meet': { path: '/', shows: 'main h2', open: meets },
  'a question before a step': { path: '/', shows: 'main h2', open: asksToLeave },
  notes: { path: '/review/axe/unfinished', shows: 'article', open: seesNotes },
};

const explorer: Readonly<Record<string, Screen>> = {
  'the explorer': { path: '/items', shows: rows },
  'a preview': {
    path: '/items?open=support%2Flieferung-in-die-schweiz',
    shows: '[aria-label="Preview"] h2, [role="dialog"] h2',
  },
  'a search': { path: '/items?keyword=refund', shows: rows },
  'a search without a hit': { path: '/items?keyword=xyzzy', shows: 'main h2, main h3' },
  columns: { path: '/items', shows: rows, open: pressing(['c'], dialog), only: 'wide' },
  'the filters over a phone': { path: '/items', shows: rows, open: pressing(['f'], dialog), only: 'narrow' },
  'a new conversation': { path: '/items', shows: rows, open: pressing(['n'], dialog) },
  'the export': { path: '/items', shows: rows, open: pressing(['Shift+E'], dialog) },
  'a history': { path: '/items/support/lieferung-in-die-schweiz/history', shows: '[aria-label="Revision"] li' },
  'a change in a history': { path: '/items/axe/edited/history', shows: 'ins' },
  'a change in a history, side by side': {
    path: '/items/axe/edited/history',
    shows: 'ins',
    open: pressing(['d'], 'ins'),
    only: 'wide',
  },
};

const lead: Readonly<Record<string, Screen>> = {
  'the datasets': { path: '/datasets', shows: 'main li, main tr' },
  'a dataset': { path: '/datasets/support', shows: 'main h1' },
  'instructions of a dataset': { path: '/datasets/support?tab=instructions', shows: 'main textarea' },
  'the export of a dataset': { path: '/datasets/support?tab=export', shows: '[role="tabpanel"]' },
  'the import': { path: '/import', shows: 'main h2' },
  'groups of tags': { path: '/tags', shows: 'main li' },
  'meanings of tags': { path: '/tags?tab=meanings', shows: 'main li' },
  'tags that are offered': { path: '/tags?tab=listed', shows: '[role="tabpanel"]' },
  snapshots: { path: '/snapshots', shows: 'main h1' },
  'a new dataset': { path: '/datasets', shows: 'main li, main tr', open: pressing(['n'], dialog) },
  'a new group': { path: '/tags', shows: 'main li', open: pressing(['n'], 'main textarea') },
  'a meaning, being written': {
    path: '/tags?tab=meanings',
    shows: 'main li',
    open: clicking(({ desk }) => desk.page.locator('main li button').first(), 'main li textarea'),
  },
  'a new snapshot': { path: '/snapshots', shows: 'main h1', open: pressing(['n'], dialog) },
  'two snapshots': { path: '/snapshots', shows: 'main li', open: seesComparison },
  'what an import would do': { path: '/import', shows: 'main h2', open: planImport },
  'the dataset of an import, being written': {
    path: '/import',
    shows: 'main h2',
    open: choosesDataset,
    without: besideList,
  },
  'what an import did': { path: '/import', shows: 'main h2', open: importFile },
};

/** Those without anything to open first: one leads to the next. */
export const screens: Readonly<Record<string, Screen>> = Object.fromEntries(
  Object.entries({ ...shell, ...review, ...explorer, ...lead }).toSorted(
    ([, one], [, other]) => Number(one.open !== undefined) - Number(other.open !== undefined),
  ),
);

export function listScreens(size: 'wide' | 'narrow'): readonly string[] {
  return Object.keys(screens).filter((name) => (screens[name]?.only ?? size) === size);
}
