import type { Item } from '../../../../../../src/conversation/item/item.ts';
import { nameTurn } from '../../../../../../src/conversation/turn-number.ts';
import { toUrlKey } from '../../../../../../src/conversation/url.ts';
import { aggregateRefs } from '../../../../../../src/curate/aggregate-refs.ts';
import { MoreButton, useShortened } from '../../../../parts/button/MoreButton.tsx';
import { type ShownTurn, toShownTurns } from '../../../../parts/conversation/shown-turns.ts';
import { joinClasses } from '../../../../parts/join-classes.ts';
import { findWebHost } from '../../../../parts/text/web-address.ts';
import { listRefs, type RefOwner } from '../../changes/ref-place.ts';
import { PanelSection } from '../PanelSection.tsx';

export interface AllRefsProps {
  readonly item: Item;
  /** Whose refs are shown above. */
  readonly owner: RefOwner;
  readonly onSelect: (turnId: string | undefined) => void;
}

const mostRefs = 20;
const mostPlaces = 8;

/** Every reference of the conversation once, with its turns. */
export function AllRefs({ item, owner, onSelect }: AllRefsProps) {
  const turns = toShownTurns(item);
  const all = aggregateRefs(item);
  const { shown, rest, showAll } = useShortened(all, mostRefs);
  const shownAbove = new Set(listRefs(item, owner).map(({ url }) => toUrlKey(url)));
  if (all.every((ref) => shownAbove.has(ref.url) && ref.turns.length < 2)) return null;
  return (
    <PanelSection title={`All references (${all.length})`}>
      <ul className="flex flex-col gap-2">
        {shown.map((ref) => (
          <li className="flex flex-col gap-0.5 text-sm" key={ref.url}>
            <span className="truncate" dir="auto">
              {ref.title?.trim() || ref.url}
              {ref.title !== undefined && <span className="text-quiet text-xs"> {findWebHost(ref.url)}</span>}
            </span>
            <span className="flex flex-wrap gap-1">
              {item.refs.length > 0 && ref.turns.length === 0 && (
                <PlaceButton isCurrent={owner === undefined} onClick={() => onSelect(undefined)} text="conversation" />
              )}
              <TurnButtons at={ref.turns} onSelect={onSelect} owner={owner} turns={turns} />
            </span>
          </li>
        ))}
      </ul>
      <MoreButton onClick={showAll} rest={rest} what="references" />
    </PanelSection>
  );
}

interface TurnButtonsProps extends Pick<AllRefsProps, 'owner' | 'onSelect'> {
  readonly turns: readonly ShownTurn[];
  readonly at: readonly number[];
}

function TurnButtons({ turns, at, owner, onSelect }: TurnButtonsProps) {
  const { shown, rest, showAll } = useShortened(at, mostPlaces);
  return (
    <>
      {shown.map((index) => {
        const id = turns[index]?.id;
        return <PlaceButton isCurrent={id === owner} key={index} onClick={() => onSelect(id)} text={nameTurn(index)} />;
      })}
      {rest > 0 && <PlaceButton isCurrent={false} onClick={showAll} text={`${rest} more`} />}
    </>
  );
}

interface PlaceButtonProps {
  readonly text: string;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
}

function PlaceButton({ text, isCurrent, onClick }: PlaceButtonProps) {
  return (
    <button
      aria-current={isCurrent}
      className={joinClasses(
        'min-h-6 rounded px-1.5 text-xs',
        isCurrent ? 'bg-accent-soft text-accent' : 'bg-shade text-quiet hover:bg-hover hover:text-ink',
      )}
      onClick={onClick}
      type="button"
    >
      {text}
    </button>
  );
}
