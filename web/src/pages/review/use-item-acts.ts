import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { ItemStatus } from '../../../../src/conversation/item/item.ts';
import { isOverruledByReason } from '../../../../src/curate/approval.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { isTyping } from '../../app/keys/use-typing.ts';
import { myItemsQuery } from '../../data/assignments.ts';
import type { ItemKey } from '../../data/item-key.ts';
import { showToast } from '../../parts/feedback/toasts.ts';
import type { ApproveAnywayProps } from './ApproveAnyway.tsx';
import type { ItemEditor } from './editor/item-editor.ts';
import { listBlocking } from './editor/session-texts.ts';
import { toItemName } from './first-question.ts';
import { checkReviewSearch } from './review-search.ts';
import type { PanelName } from './selection.ts';

/** The acts on the whole item. An act that is not possible now is undefined. */
export interface ItemActs {
  readonly approve: (() => void) | undefined;
  /** There while the reason for an approval is asked for. */
  readonly anyway: ApproveAnywayProps;
  readonly save: (() => void) | undefined;
  readonly skip: (() => void) | undefined;
  readonly reopen: (() => void) | undefined;
  readonly duplicate: () => void;
  readonly remove: (() => void) | undefined;
  readonly restore: (() => void) | undefined;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly showHistory: () => void;
  /** One of them waits for its answer: the others do nothing until then. */
  readonly isActing: boolean;
}

export interface ItemActsOptions {
  readonly onPanel: (panel: PanelName) => void;
  /** These turns were changed by an undo or redo. */
  readonly onTouched: (turnIds: readonly string[]) => void;
}

/** The acts of the head, each with its key. */
export function useItemActs(editor: ItemEditor, { onPanel, onTouched }: ItemActsOptions): ItemActs {
  const { key, stored, saving } = editor;
  const { goOn, goTo, goToHistory, refreshQueue } = useWays(key);
  const watchStay = useStay();
  const [isActing, setActing] = useState(false);
  const [one] = useState(() => new OneAct(setActing));
  const only = (act: () => Promise<unknown>) => () => void one.run(async () => void (await act()));
  const anyway = useAnyway(editor);
  const name = toItemName(editor.item, key.id);
  const sayUndone = (title: string, status: ItemStatus, undo: () => Promise<boolean>) => {
    const run = async () => {
      const stays = watchStay();
      if ((await undo()) && stays()) await goTo(key);
    };
    editor.offerUndo({ title, run, isInEffect: ({ stored: now }) => now.status === status });
  };
  const approve = async (reason?: string) => {
    if (reason === undefined && canOverrule(editor.missing)) return anyway.ask();
    if (listBlocking(editor.missing, reason).length > 0) {
      onPanel('check');
      showToast({ title: toBlockedText(editor.missing.length), kind: 'fault' });
      return;
    }
    const [next, stays] = [goOn(), watchStay()];
    if (!(await editor.approve(reason))) return;
    sayUndone(`Approved ${name}.${toUngradableText(editor)}`, 'approved', editor.reopen);
    if (stays()) await next();
  };
  const skip = async () => {
    const [next, stays] = [goOn(), watchStay()];
    if (!(await editor.skip())) return;
    sayUndone(`Skipped ${name}.`, 'skipped', editor.reopen);
    if (stays()) await next();
  };
  const remove = async () => {
    if (await editor.remove()) sayUndone(`Deleted ${name}.`, 'deleted', editor.restore);
  };
  const duplicate = async () => {
    const stays = watchStay();
    const copy = await editor.duplicate();
    if (copy === undefined) return;
    await refreshQueue();
    if (!stays()) {
      showToast({ title: `Duplicated ${name}.`, action: { label: 'Open copy', run: () => void goTo(copy) } });
      return;
    }
    const title = `This is the copy, tagged rephrase:${key.id}. Reword it.`;
    showToast({ title, action: { label: 'Go back', run: () => void goTo(key) } });
    await goTo(copy);
  };
  const { status } = stored;
  const isGone = status === 'deleted';
  const isSaved = saving.kind === 'saved';
  const acts: ItemActs = {
    approve: isGone || (status === 'approved' && isSaved) ? undefined : only(() => approve()),
    anyway: { ...anyway.view, things: editor.missing, onReason: (reason) => only(() => approve(reason))() },
    save: isGone || isSaved ? undefined : () => void editor.save(),
    skip: isGone || status === 'skipped' || status === 'approved' ? undefined : only(skip),
    reopen: status === 'approved' || status === 'skipped' ? only(editor.reopen) : undefined,
    duplicate: only(duplicate),
    remove: isGone ? undefined : only(remove),
    restore: isGone ? only(editor.restore) : undefined,
    undo: editor.canUndo ? () => onTouched(editor.undo()) : undefined,
    redo: editor.canRedo ? () => onTouched(editor.redo()) : undefined,
    showHistory: goToHistory,
    isActing,
  };
  useItemKeys(acts);
  return acts;
}

/** Asks for the reason of an approval, and no longer than there is something to overrule. */
function useAnyway({ missing }: ItemEditor) {
  const [isAsking, setAsking] = useState(false);
  const isOpen = isAsking && canOverrule(missing);
  return { ask: () => setAsking(true), view: { isOpen, onClose: () => setAsking(false) } };
}

/** Nothing blocks the approval that a reason would not overrule. */
function canOverrule(missing: ItemEditor['missing']): boolean {
  return missing.length > 0 && missing.every(isOverruledByReason);
}

function toUngradableText({ warnings }: ItemEditor): string {
  return warnings.some(({ code }) => code === 'APPROVAL_NOTHING_GRADES')
    ? ' It has no answer key, so nothing can grade it.'
    : '';
}

function toBlockedText(count: number): string {
  return `Can't approve yet. ${count === 1 ? '1 problem' : `${count} problems`} to fix`;
}

/** Mod+S always does something: a browser would save the page. */
function useItemKeys(acts: ItemActs): void {
  useAction('review.approve', acts.approve);
  useAction('review.save', acts.save ?? (() => showToast({ title: 'All changes are saved' })));
  useAction('review.skip', acts.skip);
  useAction('review.reopen', acts.reopen);
  useAction('review.duplicate', acts.duplicate);
  useAction('review.delete', acts.remove);
  useAction('review.restore', acts.restore);
  useAction('review.undo', acts.undo);
  useAction('review.redo', acts.redo);
  useAction('review.history', acts.showHistory);
}

function useWays(key: ItemKey) {
  const navigate = useNavigate();
  const client = useQueryClient();
  /** The panel stays open, as it does when the queue is walked through. */
  const goTo = ({ dataset, id }: ItemKey) =>
    navigate({
      to: '/review/$dataset/$id',
      params: { dataset, id },
      search: (before) => checkReviewSearch({ ...before, turn: undefined }),
    });
  return {
    goTo,
    goToHistory: () =>
      void navigate({ to: '/items/$dataset/$id/history', params: { dataset: key.dataset, id: key.id } }),
    /** Finds the next item before the act, because the act removes the current item from the queue. */
    goOn: () => {
      const queue = client.getQueryData(myItemsQuery().queryKey)?.items ?? [];
      const next = findNextItem(queue, key);
      return () => (next === undefined ? navigate({ to: '/review' }) : goTo(next));
    },
    /** Resolves when the queue is up to date. */
    refreshQueue: () => client.invalidateQueries({ queryKey: myItemsQuery().queryKey }),
  };
}

/** An item of the queue, as the server lists it. */
interface QueuedItem {
  readonly datasetName: string;
  readonly id: string;
}

/** The next item of the queue, wrapping at its end. Undefined if none is left. */
export function findNextItem(queue: readonly QueuedItem[], { dataset, id }: ItemKey): ItemKey | undefined {
  const isThis = (item: QueuedItem) => item.datasetName === dataset && item.id === id;
  const at = queue.findIndex(isThis);
  const next = [...queue.slice(at + 1), ...queue.slice(0, Math.max(at, 0))].find((item) => !isThis(item));
  return next === undefined ? undefined : { dataset: next.datasetName, id: next.id };
}

/**
 * Call it when an act starts that opens another page after the server's answer. The returned function says whether the
 * person is still on the same page and not typing. Otherwise the page would change under their hands, and typed letters
 * would become shortcuts.
 */
function useStay(): () => () => boolean {
  const router = useRouter();
  return () => {
    const from = router.latestLocation.pathname;
    return () => router.latestLocation.pathname === from && !isTyping();
  };
}

/**
 * Runs one act at a time. A request during an act is dropped, not queued: a person who presses `s` and then `a` has seen
 * only one item.
 */
export class OneAct {
  readonly #onActing: (isActing: boolean) => void;
  #isActing = false;

  constructor(onActing: (isActing: boolean) => void) {
    this.#onActing = onActing;
  }

  async run(act: () => Promise<void>): Promise<void> {
    if (this.#isActing) return;
    this.#set(true);
    try {
      await act();
    } finally {
      this.#set(false);
    }
  }

  #set(isActing: boolean): void {
    this.#isActing = isActing;
    this.#onActing(isActing);
  }
}
