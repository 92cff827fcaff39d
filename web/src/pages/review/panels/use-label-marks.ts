import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ItemKey } from '../../../data/item-key.ts';
import { itemLabelsQuery, questionsQuery } from '../../../data/labels.ts';
import { meQuery } from '../../../data/workspace.ts';
import { type LabelMark, toLabelMarks } from './labels/label-marks.ts';
import type { NamedTurn } from './labels/shown-labels.ts';
import { usePendingLabels } from './labels/use-pending-labels.ts';

/** My latest score of each place and question of an item, with those that are still on their way, at the given turns. */
export function useLabelMarks(key: ItemKey, turns?: readonly NamedTurn[]): readonly LabelMark[] {
  const labels = useQuery(itemLabelsQuery(key)).data?.labels;
  const questions = useQuery(questionsQuery()).data?.questions;
  const me = useQuery(meQuery()).data?.name;
  const { pending } = usePendingLabels(key, turns);
  return useMemo(
    () => toLabelMarks({ labels: labels ?? [], pending, me }, questions ?? []),
    [labels, pending, me, questions],
  );
}
