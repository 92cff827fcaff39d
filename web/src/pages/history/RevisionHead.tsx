import { Button } from '../../parts/button/Button.tsx';
import { type DiffLayout, LayoutToggle } from '../../parts/diff/LayoutToggle.tsx';
import { Segmented } from '../../parts/fields/Segmented.tsx';
import { Select } from '../../parts/fields/Select.tsx';
import { StatusMark } from '../../parts/item/StatusMark.tsx';
import { Time } from '../../parts/Time.tsx';
import type { Revision, RevisionPair } from './revision-runs.ts';
import { toActionWords } from './revision-words.ts';

export interface RevisionHeadProps {
  readonly pair: RevisionPair;
  readonly revisions: readonly Revision[];
  readonly onCompare: (from: number) => void;
  readonly isWhole: boolean;
  readonly onWhole: (isWhole: boolean) => void;
  readonly layout: { readonly value: DiffLayout; readonly change: (layout: DiffLayout) => void };
  /** Undefined: it cannot be restored now. */
  readonly onRestore: (() => void) | undefined;
}

/** The header of a revision: which ones are compared, how, and the actions on it. */
export function RevisionHead({ pair, revisions, onCompare, isWhole, onWhole, layout, onRestore }: RevisionHeadProps) {
  const revision = revisions.find((other) => other.revision === pair.to);
  return (
    <header className="flex flex-col gap-3 border-line border-b pb-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="flex flex-wrap items-center gap-2 font-semibold text-lg">
            Revision {pair.to} {revision !== undefined && <StatusMark status={revision.status} />}
          </h2>
          <p className="min-h-6 text-quiet text-sm">
            {revision !== undefined && <RevisionStory revision={revision} />}
          </p>
        </div>
        {pair.to === revisions[0]?.revision ? (
          <p className="flex min-h-8 items-center">
            <span className="rounded-full bg-accent-soft px-2.5 py-0.5 font-medium text-accent text-sm">Current</span>
          </p>
        ) : (
          <Button disabled={onRestore === undefined} icon="restore" keys="Shift+R" onClick={onRestore}>
            Restore this revision
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          label="View"
          onChange={(value) => onWhole(value === 'whole')}
          segments={[
            { value: 'changes', label: 'Changes' },
            { value: 'whole', label: 'Full conversation' },
          ]}
          value={isWhole ? 'whole' : 'changes'}
        />
        {!isWhole && pair.from !== undefined && (
          <>
            <div className="flex items-center gap-2 text-quiet text-sm">
              <span aria-hidden="true">since</span>
              <Select
                choices={toChoices(pair, revisions)}
                isLabelHidden
                label="Compared with revision"
                onChange={(value) => onCompare(Number(value))}
                value={String(pair.from)}
              />
            </div>
            <LayoutToggle layout={layout.value} onLayout={layout.change} />
          </>
        )}
      </div>
    </header>
  );
}

function RevisionStory({ revision }: { readonly revision: Revision }) {
  return (
    <>
      {toActionWords(revision)} by <span dir="auto">{revision.by}</span>, <Time at={revision.at} />
    </>
  );
}

/** Includes the compared revision even if it is older than those loaded. */
function toChoices({ from, to }: RevisionPair, revisions: readonly Revision[]) {
  const listed = revisions.filter(({ revision }) => revision !== to);
  const choices = listed.map((revision) => ({
    value: String(revision.revision),
    label: `${revision.revision}: ${toActionWords(revision).toLowerCase()} by ${revision.by}`,
  }));
  const isListed = listed.some(({ revision }) => revision === from);
  return isListed || from === undefined ? choices : [...choices, { value: String(from), label: String(from) }];
}
