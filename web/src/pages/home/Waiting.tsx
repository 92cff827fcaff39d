import { useNavigate } from '@tanstack/react-router';
import type { ItemAnswer } from '../../../../src/contract/item-answer.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { useApprovalRules } from '../../data/approval-rules.ts';
import { Button } from '../../parts/button/Button.tsx';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { useTakeMore } from './use-take-more.ts';
import { WaitingRow } from './WaitingRow.tsx';
import { toTakeWords, toWaitingWords } from './waiting-words.ts';

const shownAtOnce = 6;

export interface WaitingProps {
  /** What the person holds, longest held first. */
  readonly items: readonly ItemAnswer[];
  /** Items of all datasets that are still to be reviewed. */
  readonly open: number;
}

/** What waits for me, and the one next step. */
export function Waiting({ items, open }: WaitingProps) {
  const navigate = useNavigate();
  const rules = useApprovalRules(items);
  const { take, isTaking } = useTakeMore(items.length);
  const [first] = items;
  const canTake = open > items.length;
  const { title, lead } = toWaitingWords(items.length, open);
  const params = first && { dataset: first.datasetName, id: first.id };
  useAction('home.review', params && (() => void navigate({ to: '/review/$dataset/$id', params })));
  useAction('home.take-more', canTake && !isTaking ? take : undefined);
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
        {canTake && (
          <Button
            disabled={isTaking}
            keys="m"
            kind={params === undefined ? 'main' : 'plain'}
            onClick={take}
            size="large"
          >
            {toTakeWords(items.length, open)}
          </Button>
        )}
        {params === undefined && !canTake && (
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
