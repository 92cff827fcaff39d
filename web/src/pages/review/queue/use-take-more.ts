import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mostHeld, myItemsQuery, takeItems } from '../../../data/assignments.ts';
import { itemCountQuery } from '../../../data/items.ts';
import { showToast } from '../../../parts/feedback/toasts.ts';
import { toSentence } from '../../../parts/page/FaultView.tsx';

export const takeCounts = ['5', '10', '20'] as const;
export type TakeCount = (typeof takeCounts)[number];

const preference = 'turnwise.take';
const mutationKey = ['take-items'];

export interface TakeMore {
  /** How many are asked for. */
  readonly count: TakeCount;
  setCount(count: TakeCount): void;
  take(): void;
  readonly isTaking: boolean;
}

/** Claims more items and reports the result. Remembers how many to claim. */
export function useTakeMore(): TakeMore {
  const client = useQueryClient();
  const [count, setCount] = useState(readCount);
  const isTaking = useIsMutating({ mutationKey }) > 0;
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async () => {
      const held = (await client.ensureQueryData(myItemsQuery())).items.length;
      const { assigned } = await takeItems(Math.min(held + Number(readCount()), mostHeld));
      const drafts = await client.fetchQuery(itemCountQuery({ status: ['draft'] }));
      return { held, assigned, drafts };
    },
    onSuccess: ({ held, assigned, drafts }) => {
      client.setQueryData(myItemsQuery().queryKey, { items: assigned });
      void client.invalidateQueries({ queryKey: myItemsQuery().queryKey });
      showToast({ title: toTakenText({ held, holds: assigned.length, drafts }) });
    },
    onError: (error) => showToast({ title: toSentence(error), kind: 'fault' }),
  });
  return {
    count,
    setCount: (chosen) => {
      localStorage.setItem(preference, chosen);
      setCount(chosen);
    },
    take: () => !isTaking && mutate(),
    isTaking,
  };
}

function readCount(): TakeCount {
  const kept = localStorage.getItem(preference);
  return takeCounts.find((known) => known === kept) ?? '10';
}

interface Taken {
  /** How many the person held before. */
  readonly held: number;
  /** How many now. */
  readonly holds: number;
  /** All drafts there are. */
  readonly drafts: number;
}

/** The message after claiming items. */
export function toTakenText({ held, holds, drafts }: Taken): string {
  const more = holds - held;
  if (more > 0) return `Claimed ${more} more.`;
  if (held >= mostHeld) return `${held} conversations are assigned to you, which is the maximum. Review some first.`;
  const others = drafts - holds;
  if (others <= 0) return 'Nothing left to claim. No other drafts are left.';
  return others === 1
    ? 'Nothing left to claim. The last draft is assigned to someone else or skipped by you.'
    : `Nothing left to claim. The other ${others.toLocaleString('en')} drafts are assigned to others or skipped by you.`;
}
