import { useMemo, useState } from 'react';
import type { IconName } from '../../parts/Icon.tsx';
import { destinations } from '../frame/destinations.ts';
import type { ActionSpec } from '../keys/action-spec.ts';
import { type ActionId, actionTable } from '../keys/action-table.ts';
import { usePossibleActions } from '../keys/use-action.ts';
import { rankMatch } from './rank-match.ts';

/** The actions that are possible now: recent ones, then those of the page, then global ones. */
export function useActionEntries(): readonly PaletteGroup[] {
  const possible = usePossibleActions();
  const [recent] = useState(readRecent);
  return useMemo(() => {
    const entries = possible
      .filter(({ id }) => id !== 'app.palette')
      .map(({ id, run }) => ({ action: id, entry: toEntry(id, run) }));
    const isRecent = (id: ActionId) => recent.includes(id);
    const recents = recent.flatMap((id) => entries.filter(({ action }) => action === id));
    const others = entries.filter(({ action }) => !isRecent(action));
    return [
      { title: 'Recent', items: recents.map(({ entry }) => entry) },
      { title: 'On this page', items: others.filter(({ action }) => !isEverywhere(action)).map(({ entry }) => entry) },
      { title: 'On every page', items: others.filter(({ action }) => isEverywhere(action)).map(({ entry }) => entry) },
    ];
  }, [possible, recent]);
}

function toEntry(id: ActionId, run: () => void): PaletteEntry {
  const { label, keys }: ActionSpec = actionTable[id];
  const icon = destinations.find(({ action }) => action === id)?.icon ?? 'bolt';
  return {
    id: `action ${id}`,
    label,
    keys: keys[0],
    icon,
    run: () => {
      keepRecent(id);
      run();
    },
  };
}

function isEverywhere(id: ActionId): boolean {
  return actionTable[id].scope === 'everywhere';
}

const storageKey = 'turnwise.recent-actions';
const kept = 5;

/** Newest first, without duplicates. */
export function toRecent(recent: readonly ActionId[], id: ActionId): readonly ActionId[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, kept);
}

/** Actions stored by an older version that no longer exist are left out. */
export function parseRecent(written: string | null): readonly ActionId[] {
  return (written ?? '').split(' ').filter(isActionId);
}

function readRecent(): readonly ActionId[] {
  try {
    return parseRecent(localStorage.getItem(storageKey));
  } catch {
    return [];
  }
}

function keepRecent(id: ActionId): void {
  try {
    localStorage.setItem(storageKey, toRecent(readRecent(), id).join(' '));
  } catch {
    // A browser without storage forgets it.
  }
}

function isActionId(text: string): text is ActionId {
  return Object.hasOwn(actionTable, text);
}

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** Paler text after the label. It is searched too. */
  readonly hint?: string;
  readonly keys?: string | undefined;
  readonly icon: IconName;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteEntry[];
}

/** The matching entries, best first. Equal ones keep their order. */
export function rankEntries(typed: string, entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const ranked = entries.flatMap((entry) => {
    const rank = rankMatch(typed, `${entry.label} ${entry.hint ?? ''}`);
    return rank === undefined ? [] : [{ entry, rank }];
  });
  if (typed.trim() === '') return entries;
  return ranked.sort((one, other) => other.rank - one.rank).map(({ entry }) => entry);
}
