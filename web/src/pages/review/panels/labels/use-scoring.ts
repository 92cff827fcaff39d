import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Question } from '../../../../../../src/contract/workspace.ts';
import { toTurnNumber } from '../../../../../../src/conversation/turn-number.ts';
import type { Talk } from '../../../../../../src/curate/conversation-view.ts';
import { isSameJson } from '../../../../../../src/curate/same-json.ts';
import { itemLabelsQuery, questionsQuery } from '../../../../data/labels.ts';
import type { LabelSender } from '../../../../data/pending-labels/label-sender.ts';
import { canWithdraw, type PendingLabel } from '../../../../data/pending-labels/pending-label.ts';
import { markSeen, seenLabelsQuery } from '../../../../data/visits.ts';
import { meQuery } from '../../../../data/workspace.ts';
import { toShownTurns } from '../../../../parts/conversation/shown-turns.ts';
import { showToast } from '../../../../parts/feedback/toasts.ts';
import type { PanelProps } from '../panel-props.ts';
import { type LabelPlace, type LabelView, toLabelView } from './label-view.ts';
import { findStepKeys, findSteps } from './scale-steps.ts';
import { usePendingLabels } from './use-pending-labels.ts';

/** Scoring an item: the question, the turn and the answer. */
export interface Scoring extends QuestionChoice {
  readonly labels: UseQueryResult<unknown>;
  /** From 1; undefined: no turn is selected. */
  readonly turnNumber: number | undefined;
  /** The whole conversation is scored, not the selected turn. */
  readonly isWhole: boolean;
  setWhole(isWhole: boolean): void;
  readonly view: LabelView;
  /** The scores to choose from; undefined: any number of the scale. */
  readonly steps: readonly number[] | undefined;
  /** The keys of each score; undefined: the number is typed. */
  readonly keys: ReadonlyMap<number, string> | undefined;
  /** What others said may be shown: I have said something myself, or asked to see it. */
  readonly areOthersShown: boolean;
  showOthers(): void;
  give(score: number): void;
  /** The reason of the pending score. Without one, my last score is given again with this reason. */
  writeReason(reason: string): void;
  /** The person starts to write a reason, so the score waits. */
  beginReason(): void;
  endReason(): void;
  withdraw(): void;
}

/** Remembers from item to item whether a turn or the whole is scored. */
const preference = 'turnwise.score';

export function useScoring({ editor, selection }: PanelProps): Scoring {
  const { key } = editor;
  const client = useQueryClient();
  const choice = useQuestion();
  const labels = useQuery(itemLabelsQuery(key));
  const me = useQuery(meQuery()).data?.name;
  const seen = useQuery(seenLabelsQuery(key)).data ?? [];
  const turns = useMemo(() => toShownTurns(editor.item), [editor.item]);
  const { sender, pending } = usePendingLabels(key, turns);
  useLostLabels(sender, usePendingLabels(key).pending);
  // A field that goes away with its page is not always left before: its score would wait for ever.
  useEffect(() => () => sender.releaseAll(), [sender]);
  const [wantsWhole, setWantsWhole] = useState(() => localStorage.getItem(preference) === 'whole');

  const turnIndex = turns.findIndex(({ id }) => id === selection.turnId);
  const isWhole = wantsWhole || turnIndex === -1;
  const place: LabelPlace = { turnIndex: isWhole ? null : turnIndex, question: choice.question?.question ?? 'overall' };
  const view = toLabelView({ labels: labels.data?.labels ?? [], pending, me }, place);
  const hasLooked = seen.some((other) => other.turnIndex === place.turnIndex && other.question === place.question);
  const areOthersShown = hasLooked || view.mine.length > 0;
  const send = (score: number, reason: string) =>
    sender.give({
      ...key,
      ...place,
      score,
      reason,
      blind: !(areOthersShown && view.others.length > 0),
      turnId: isWhole ? undefined : selection.turnId,
      // What is on the screen becomes a revision when it is saved: the score waits for that one.
      revision: isSameTalk(editor.item, editor.stored) ? editor.stored.revision : undefined,
    });
  /** A sent label cannot change, so the score is given again with its reason. */
  const writeReason = (reason: string) => {
    const open = view.pending !== undefined && canWithdraw(view.pending) ? view.pending.once : undefined;
    const score = view.pending?.label.score ?? view.mine[0]?.score;
    const once = open ?? (score === undefined ? undefined : send(score, reason));
    if (once !== undefined) sender.writeReason(once, reason);
  };
  return {
    ...choice,
    labels,
    turnNumber: turnIndex === -1 ? undefined : toTurnNumber(turnIndex),
    isWhole,
    setWhole: (wants) => {
      localStorage.setItem(preference, wants ? 'whole' : 'turn');
      setWantsWhole(wants);
    },
    view,
    steps: choice.question === undefined ? undefined : findSteps(choice.question),
    keys: choice.question === undefined ? undefined : findStepKeys(choice.question),
    areOthersShown,
    showOthers: () => void markSeen(client, key, place),
    give: (score) => void send(score, ''),
    writeReason,
    beginReason: () => view.pending && sender.writeReason(view.pending.once, view.pending.label.reason),
    endReason: () => view.pending && sender.release(view.pending.once),
    withdraw: () => view.pending && sender.withdraw(view.pending.once),
  };
}

/** Whether two states of an item are the same conversation. What was noted about it, as tags and keys, does not count. */
export function isSameTalk(a: Talk, b: Talk): boolean {
  return isSameJson(listSaid(a), listSaid(b));
}

function listSaid(item: Talk) {
  return toShownTurns(item).map(({ id, role, msg, refs, name, tool_calls, tool_call_id }) => {
    return { id, role, msg, refs, name, tool_calls, tool_call_id };
  });
}

/** Reports and drops scores whose turn was removed, because no turn can show them. */
function useLostLabels(sender: LabelSender, pending: readonly PendingLabel[]): void {
  useEffect(() => {
    for (const { once, label, state } of pending) {
      if (state.kind !== 'lost' || !sender.withdraw(once)) continue;
      const title = `Your score ${String(label.score).replace('-', '−')} couldn't be saved. Its turn is no longer in the conversation.`;
      showToast({ kind: 'fault', title, name: once });
    }
  }, [sender, pending]);
}

export interface QuestionChoice {
  readonly questions: readonly Question[];
  readonly loading: UseQueryResult<unknown>;
  /** undefined: not loaded yet. */
  readonly question: Question | undefined;
  choose(question: string): void;
}

const questionPreference = 'turnwise.question';

/** The current question. Remembers the last choice. If its deck was removed, the question is "overall". */
export function useQuestion(): QuestionChoice {
  const query = useQuery(questionsQuery());
  const list = query.data?.questions ?? [];
  const [chosen, setChosen] = useState(() => localStorage.getItem(questionPreference) ?? 'overall');
  return {
    questions: list,
    loading: query,
    question: list.find(({ question }) => question === chosen) ?? list[0],
    choose: (question) => {
      localStorage.setItem(questionPreference, question);
      setChosen(question);
    },
  };
}
