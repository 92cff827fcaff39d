import { isOverruledByReason, type MissingThing } from '../../../../../../src/curate/approval.ts';
import type { ItemRemark } from '../../../../../../src/curate/warnings.ts';
import { Button } from '../../../../parts/button/Button.tsx';
import { MoreButton, useShortened } from '../../../../parts/button/MoreButton.tsx';
import { Icon } from '../../../../parts/Icon.tsx';
import type { ItemEditor } from '../../editor/item-editor.ts';
import { PanelSection } from '../PanelSection.tsx';
import type { ItemPlace } from './item-place.ts';
import { findQuickFix } from './quick-fix.ts';
import { RemarkRow } from './RemarkRow.tsx';

export interface CheckPanelProps {
  readonly editor: ItemEditor;
  readonly onJump: (place: ItemPlace) => void;
  readonly onApprove: () => void;
}

/** What keeps the item from being approved, and what is worth a look. Each leads to its place. */
export function CheckPanel({ editor, onJump, onApprove }: CheckPanelProps) {
  const { missing, warnings } = editor;
  return (
    <div className="flex flex-col gap-6">
      {missing.length === 0 ? (
        <NothingMissing editor={editor} onApprove={onApprove} />
      ) : (
        <PanelSection keys="n" title="Problems">
          <RemarkList editor={editor} kind="missing" onJump={onJump} remarks={missing} />
          {missing.every(isOverruledByReason) && editor.stored.status !== 'deleted' && (
            <div className="pt-1">
              <Button icon="warn" keys="a" onClick={onApprove}>
                Approve anyway
              </Button>
            </div>
          )}
        </PanelSection>
      )}
      {warnings.length > 0 && (
        <PanelSection title="Warnings">
          <RemarkList editor={editor} kind="warning" onJump={onJump} remarks={warnings} />
        </PanelSection>
      )}
    </div>
  );
}

function NothingMissing({ editor, onApprove }: Pick<CheckPanelProps, 'editor' | 'onApprove'>) {
  const { status } = editor.stored;
  const isApproved = status === 'approved' && editor.saving.kind === 'saved';
  return (
    <section className="flex flex-col items-start gap-3">
      <p className="flex items-center gap-2 font-medium text-pass">
        <Icon name="approve" /> {isApproved ? 'This conversation is approved.' : 'Ready to approve.'}
      </p>
      {!isApproved && status !== 'deleted' && (
        <Button icon="approve" keys="a" kind={editor.merge === undefined ? 'main' : 'plain'} onClick={onApprove}>
          Approve
        </Button>
      )}
    </section>
  );
}

interface RemarkListProps extends Pick<CheckPanelProps, 'editor' | 'onJump'> {
  readonly remarks: readonly (MissingThing | ItemRemark)[];
  readonly kind: 'missing' | 'warning';
}

/** Fixing this many makes the rest appear. */
const mostRemarks = 40;

function RemarkList({ editor, remarks, kind, onJump }: RemarkListProps) {
  const { shown, rest, showAll } = useShortened(remarks, mostRemarks);
  const keyed = editor.stored.status === 'deleted' ? undefined : findQuickFix(editor);
  return (
    <>
      <ul className="-mx-2 flex flex-col">
        {shown.map((remark) => (
          <RemarkRow
            editor={editor}
            isKeyed={remark === keyed}
            key={`${remark.path} ${remark.message}`}
            kind={kind}
            onJump={onJump}
            remark={remark}
          />
        ))}
      </ul>
      <MoreButton onClick={showAll} rest={rest} what="problems" />
    </>
  );
}
