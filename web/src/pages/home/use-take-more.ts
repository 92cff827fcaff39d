import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { mostHeld, myItemsQuery, takeItems } from '../../data/assignments.ts';
import { say } from '../../parts/feedback/toasts.ts';
import { toSentence } from '../../parts/page/FaultView.tsx';

const atOnce = 10;

/** Takes ten more from the queue, and opens the first of them when there was nothing to do before. */
export function useTakeMore(held: number): { readonly take: () => void; readonly isTaking: boolean } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => takeItems(Math.min(held + atOnce, mostHeld)),
    onError: (error) => say({ title: toSentence(error), kind: 'fault' }),
    onSuccess: async ({ assigned }) => {
      await client.invalidateQueries({ queryKey: myItemsQuery().queryKey });
      const [first] = assigned;
      if (assigned.length <= held)
        say({ title: 'Nothing left to claim. The rest are assigned to others, or you skipped them.' });
      else if (held > 0) say({ title: `Claimed ${assigned.length - held} more.` });
      else if (first !== undefined) {
        await navigate({ to: '/review/$dataset/$id', params: { dataset: first.datasetName, id: first.id } });
      }
    },
  });
  return { take: () => mutate(), isTaking: isPending };
}
