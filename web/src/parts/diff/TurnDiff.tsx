import type { Turn } from '../../../../src/conversation/item/item.ts';
import { toTurnNumber } from '../../../../src/conversation/turn-number.ts';
import type { TurnChange } from '../../../../src/curate/diff-items.ts';
import { joinClasses } from '../join-classes.ts';
import { ChangeMark } from './ChangeMark.tsx';
import { FactView } from './FactView.tsx';
import { listTurnFacts, toFieldLabel } from './facts.ts';
import type { DiffLayout } from './LayoutToggle.tsx';

const edges: Readonly<Record<TurnChange['kind'], string>> = {
  same: 'border-line',
  changed: 'border-accent',
  added: 'border-pass',
  removed: 'border-fail',
  moved: 'border-warn border-dashed',
};

/** One turn and its changes. */
export function TurnDiff({ change, layout }: { readonly change: TurnChange; readonly layout: DiffLayout }) {
  const { kind, before, after } = change;
  const turn = after?.turn ?? before?.turn;
  if (turn === undefined) return null;
  return (
    <article className={joinClasses('flex flex-col gap-2 border-s-3 ps-4', edges[kind])}>
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-semibold">Turn {toPlace(change)}</span>
        <span className="text-quiet" dir="auto">
          {turn.role}
        </span>
        {kind !== 'same' && <ChangeMark kind={kind} />}
        {kind === 'changed' && <span className="text-quiet">{toWords(change)}</span>}
      </h3>
      {kind === 'changed' ? <ChangedTurn change={change} layout={layout} turn={turn} /> : <WholeTurn turn={turn} />}
    </article>
  );
}

/** Turn numbers for people, from 1. */
function toPlace({ before, after }: TurnChange): string {
  const old = before === undefined ? undefined : toTurnNumber(before.turnIndex);
  const now = after === undefined ? undefined : toTurnNumber(after.turnIndex);
  if (old === undefined || now === undefined || old === now) return String(now ?? old ?? '');
  return `${now} (was ${old})`;
}

function toWords({ fields = [] }: TurnChange): string {
  return fields.map((field) => toFieldLabel(field).toLowerCase()).join(', ');
}

interface ChangedTurnProps {
  readonly change: TurnChange;
  readonly turn: Turn;
  readonly layout: DiffLayout;
}

function ChangedTurn({ change, turn, layout }: ChangedTurnProps) {
  const isTextSame = change.fields?.includes('msg') !== true;
  return (
    <>
      {isTextSame && <TurnText text={turn.msg} />}
      {listTurnFacts(change).map((fact) => (
        <FactView fact={fact} isLabelHidden={fact.label === toFieldLabel('msg')} key={fact.label} layout={layout} />
      ))}
    </>
  );
}

/** An added or removed turn, with all its content. */
function WholeTurn({ turn }: { readonly turn: Turn }) {
  const refs = turn.refs ?? [];
  return (
    <>
      <TurnText text={turn.msg} />
      {refs.length > 0 && (
        <ul className="text-quiet text-sm">
          {refs.map(({ url, title }) => (
            <li className="[overflow-wrap:anywhere]" dir="auto" key={url}>
              {title === undefined ? url : `${title} (${url})`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function TurnText({ text }: { readonly text: string }) {
  if (text === '') return <p className="text-quiet">No text</p>;
  return (
    <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
      {text}
    </p>
  );
}
