import type { Item } from '../../../../src/conversation/item/item.ts';
import type { Label } from '../../../../src/conversation/label.ts';
import { nameTurn } from '../../../../src/conversation/turn-number.ts';
import { diffItems } from '../../../../src/curate/diff-items.ts';
import { useAssistantRoles } from '../../data/assistant-roles.ts';
import { ConversationView } from '../../parts/conversation/ConversationView.tsx';
import { AssistantRoles } from '../../parts/conversation/use-role-look.ts';
import { ItemDiffView } from '../../parts/diff/ItemDiffView.tsx';
import type { DiffLayout } from '../../parts/diff/LayoutToggle.tsx';

export interface RevisionPaneProps {
  /** Absent: this is the first revision. */
  readonly before: Item | undefined;
  readonly after: Item;
  readonly isWhole: boolean;
  readonly layout: DiffLayout;
  readonly labels: readonly Label[];
}

/** The changes of a revision or the whole conversation at that time, with the labels given on it. */
export function RevisionPane({ before, after, isWhole, layout, labels }: RevisionPaneProps) {
  const assistantRoles = useAssistantRoles()(after.datasetName);
  return (
    <div className="flex flex-col gap-6">
      {labels.length > 0 && <RevisionLabels labels={labels} />}
      {before === undefined && <p className="text-quiet">This is the first revision.</p>}
      {isWhole || before === undefined ? (
        <AssistantRoles value={assistantRoles}>
          <ConversationView item={after} />
        </AssistantRoles>
      ) : (
        <ItemDiffView diff={diffItems(before, after)} layout={layout} />
      )}
    </div>
  );
}

function RevisionLabels({ labels }: { readonly labels: readonly Label[] }) {
  return (
    <section aria-label="Scores given on this revision">
      <h3 className="mb-1 font-medium text-quiet text-xs">Scores given on this revision</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {labels.map(({ id, rater, score, subject, question, reason }) => (
          <li className="flex flex-wrap gap-x-2" key={id}>
            <span className="font-medium tabular-nums">{score}</span>
            <span dir="auto">{question}</span>
            <span className="text-quiet">{toPlaceWords(subject)}</span>
            <span className="text-quiet" dir="auto">
              {rater}
            </span>
            {reason !== '' && (
              <span className="basis-full text-quiet" dir="auto">
                {reason}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function toPlaceWords(subject: Label['subject']): string {
  const turn = 'turnIndex' in subject ? subject.turnIndex : null;
  return turn === null ? 'the whole conversation' : nameTurn(turn);
}
