import { useState } from 'react';
import { renderNumberOf } from '../../../../src/base/number-of.ts';
import type { ItemDiff, TurnChange } from '../../../../src/curate/diff-items.ts';
import { Icon } from '../Icon.tsx';
import { FactView } from './FactView.tsx';
import { toFacts } from './facts.ts';
import type { DiffLayout } from './LayoutToggle.tsx';
import { TurnDiff } from './TurnDiff.tsx';

export interface ItemDiffViewProps {
  readonly diff: ItemDiff;
  readonly layout: DiffLayout;
}

/** The differences between two states of an item: its fields, then turn by turn. Unchanged turns are collapsed. */
export function ItemDiffView({ diff, layout }: ItemDiffViewProps) {
  const facts = diff.fields.flatMap(toFacts);
  const stretches = foldTurns(diff.turns);
  const isSame = facts.length === 0 && stretches.every(({ kind }) => kind === 'same');
  if (isSame) return <p className="py-6 text-quiet">No differences.</p>;
  return (
    <div className="@container flex flex-col gap-6">
      {facts.length > 0 && (
        <section aria-label="Conversation fields" className="flex flex-col gap-3">
          {facts.map((fact) => (
            <FactView fact={fact} key={fact.label} layout={layout} />
          ))}
        </section>
      )}
      <div className="flex flex-col gap-5">
        {stretches.map((stretch) =>
          stretch.kind === 'same' ? (
            <SameTurns key={`same ${toKey(stretch.turns[0])}`} layout={layout} turns={stretch.turns} />
          ) : (
            <TurnDiff change={stretch.change} key={toKey(stretch.change)} layout={layout} />
          ),
        )}
      </div>
    </div>
  );
}

interface SameTurnsProps {
  readonly turns: readonly TurnChange[];
  readonly layout: DiffLayout;
}

function SameTurns({ turns, layout }: SameTurnsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-5">
      <button
        aria-expanded={isOpen}
        className="flex min-h-7 items-center gap-2 self-start rounded text-quiet text-sm hover:text-ink"
        onClick={() => setOpen(!isOpen)}
        type="button"
      >
        <span className={isOpen ? 'rotate-90' : ''}>
          <Icon name="chevron" size={12} />
        </span>
        {renderNumberOf(turns.length, 'turn')} unchanged
      </button>
      {isOpen && turns.map((turn) => <TurnDiff change={turn} key={toKey(turn)} layout={layout} />)}
    </div>
  );
}

/** A turn occurs once in a diff, on one side or both. */
function toKey(change: TurnChange | undefined): string {
  return `${change?.before?.turnIndex ?? ''} ${change?.after?.turnIndex ?? ''}`;
}

/** A changed turn, or a run of unchanged ones. */
type TurnStretch =
  | { readonly kind: 'change'; readonly change: TurnChange }
  | { readonly kind: 'same'; readonly turns: TurnChange[] };

/** Groups consecutive unchanged turns. */
export function foldTurns(turns: readonly TurnChange[]): readonly TurnStretch[] {
  const stretches: TurnStretch[] = [];
  for (const turn of turns) {
    const last = stretches.at(-1);
    if (turn.kind !== 'same') stretches.push({ kind: 'change', change: turn });
    else if (last?.kind === 'same') last.turns.push(turn);
    else stretches.push({ kind: 'same', turns: [turn] });
  }
  return stretches;
}
