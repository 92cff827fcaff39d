import { Link } from '@tanstack/react-router';
import { renderNumberOf } from '../../../../src/base/number-of.ts';
import type { ItemAnswer } from '../../../../src/contract/item-answer.ts';
import { type ApprovalRules, listMissing } from '../../../../src/curate/approval.ts';
import { toTurns } from '../../../../src/curate/conversation-view.ts';
import { Icon } from '../../parts/Icon.tsx';
import { StatusMark } from '../../parts/item/StatusMark.tsx';

export interface WaitingRowProps {
  readonly item: ItemAnswer;
  /** Undefined until loaded. The row then shows no problems. */
  readonly rules: ApprovalRules | undefined;
}

/** A conversation assigned to you: its question, and whether it can be approved. */
export function WaitingRow({ item, rules }: WaitingRowProps) {
  const turns = toTurns(item);
  // The first question says what the conversation is about. Later ones depend on it.
  const question = turns.find(({ role }) => role === 'user')?.msg.trim() ?? '';
  return (
    <li className="border-line border-b">
      <Link
        className="group flex items-center gap-4 py-2.5 -outline-offset-2 hover:bg-shade/60"
        params={{ dataset: item.datasetName, id: item.id }}
        to="/review/$dataset/$id"
      >
        <span className="flex min-w-0 flex-1 flex-col gap-1 sm:flex-row sm:items-center sm:gap-4">
          <span className="flex min-w-0 flex-1 flex-col gap-0.5">
            <span className="line-clamp-2 font-medium group-hover:text-accent sm:line-clamp-1" dir="auto">
              {question === '' ? item.id : question.slice(0, 300)}
            </span>
            <span className="flex min-w-0 gap-1 text-quiet text-xs">
              <span className="truncate">
                <bdi>{item.datasetName}</bdi> · <bdi>{item.id}</bdi>
              </span>
              <span className="shrink-0">· {renderNumberOf(turns.length, 'turn')}</span>
            </span>
          </span>
          <span className="flex shrink-0 gap-3 text-xs sm:flex-col sm:items-end sm:gap-0.5">
            <StatusMark status={item.status} />
            {rules !== undefined && <MissingMark count={listMissing(item, rules).length} />}
          </span>
        </span>
        <span className="text-quiet group-hover:text-accent">
          <Icon name="chevron" size={14} />
        </span>
      </Link>
    </li>
  );
}

function MissingMark({ count }: { readonly count: number }) {
  if (count === 0) return <span className="text-pass">Ready to approve</span>;
  return <span className="text-warn">{renderNumberOf(count, 'problem')}</span>;
}
