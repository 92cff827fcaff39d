import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ItemAnswer } from '../../../../src/contract/item-answer.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { useApprovalRules } from '../../data/approval-rules.ts';
import { mostHeld, myItemsQuery, takeItems } from '../../data/assignments.ts';
import { Button } from '../../parts/button/Button.tsx';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { showToast } from '../../parts/feedback/toasts.ts';
import { toSentence } from '../../parts/page/FaultView.tsx';
import { WaitingRow } from './WaitingRow.tsx';

const shownAtOnce = 6;

export interface WaitingProps {
  /** The items assigned to you, oldest assignment first. */
  readonly items: readonly ItemAnswer[];
  /** The number of unreviewed items in all datasets. */
  readonly open: number;
}

/** The conversations assigned to you, and the next step. */
export function Waiting({ items, open }: WaitingProps) {
  const navigate = useNavigate();
  const rules = useApprovalRules(items);
  const { claim, isClaiming } = useClaimMore(items.length);
  const [first] = items;
  const canClaim = open > items.length;
  const { title, lead } = toQueueWords(items.length, open);
  const params = first && { dataset: first.datasetName, id: first.id };
  useAction('home.review', params && (() => void navigate({ to: '/review/$dataset/$id', params })));
  useAction('home.take-more', canClaim && !isClaiming ? claim : undefined);
  return (
    <section>
      <h1 className="font-semibold text-2xl leading-tight tracking-tight">{title}</h1>
      <p className="mt-1 max-w-prose text-quiet">{lead}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        {params !== undefined && (
          <ButtonLink kind="main" keys="r" params={params} size="large" to="/review/$dataset/$id">
            Continue reviewing
          </ButtonLink>
        )}
        {canClaim && (
          <Button
            disabled={isClaiming}
            keys="m"
            kind={params === undefined ? 'main' : 'plain'}
            onClick={claim}
            size="large"
          >
            {toClaimLabel(items.length, open)}
          </Button>
        )}
        {params === undefined && !canClaim && (
          <ButtonLink kind="main" size="large" to="/import">
            Import conversations
          </ButtonLink>
        )}
      </div>
      {items.length > 0 && (
        <ul aria-label="Assigned to you" className="mt-6 border-line border-t">
          {items.slice(0, shownAtOnce).map((item) => (
            <WaitingRow item={item} key={`${item.datasetName}/${item.id}`} rules={rules} />
          ))}
        </ul>
      )}
      {items.length > shownAtOnce && (
        <div className="-ml-2.5 pt-1">
          <ButtonLink kind="quiet" to="/review">
            Show all {items.length}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

/** The title of the home page and the sentence below it. */
export function toQueueWords(held: number, open: number): { readonly title: string; readonly lead: string } {
  if (held === 1) return { title: 'You have 1 conversation to review', lead: toLead(held, open - held) };
  if (held > 1) return { title: `You have ${held} conversations to review`, lead: toLead(held, open - held) };
  if (open === 0) return { title: 'Everything is reviewed', lead: 'Import more conversations, or browse all of them.' };
  const left = open === 1 ? '1 conversation needs' : `${open.toLocaleString('en')} conversations need`;
  return { title: 'Your queue is empty', lead: `${left} review. Claim some, and they're assigned to you.` };
}

/** The label of the button that claims more. It never promises more than there are. */
export function toClaimLabel(held: number, open: number): string {
  if (held === 0) return 'Claim 10';
  const left = open - held;
  if (left === 1) return 'Claim the last one';
  return left < 10 ? `Claim the last ${left}` : 'Claim 10 more';
}

function toLead(held: number, left: number): string {
  const mine =
    held === 1 ? "It's yours until you approve or skip it." : "They're yours until you approve or skip them.";
  if (left <= 0) return `${mine} There's nothing else to review.`;
  return `${mine} ${left === 1 ? '1 more needs' : `${left.toLocaleString('en')} more need`} review.`;
}

const atOnce = 10;

/** Claims ten more items. If none were assigned to you, opens the first of them. */
function useClaimMore(held: number): { readonly claim: () => void; readonly isClaiming: boolean } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => takeItems(Math.min(held + atOnce, mostHeld)),
    onError: (error) => showToast({ title: toSentence(error), kind: 'fault' }),
    onSuccess: async ({ assigned }) => {
      await client.invalidateQueries({ queryKey: myItemsQuery().queryKey });
      const [first] = assigned;
      if (assigned.length <= held)
        showToast({ title: 'Nothing left to claim. The rest are assigned to others, or you skipped them.' });
      else if (held > 0) showToast({ title: `Claimed ${assigned.length - held} more.` });
      else if (first !== undefined) {
        await navigate({ to: '/review/$dataset/$id', params: { dataset: first.datasetName, id: first.id } });
      }
    },
  });
  return { claim: () => mutate(), isClaiming: isPending };
}
