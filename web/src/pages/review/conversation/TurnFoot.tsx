import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { isContextChanged } from '../../../../../src/curate/context-changed.ts';
import { loadCode } from '../../../data/load-code.ts';
import { KeySummary } from '../../../parts/conversation/KeySummary.tsx';
import { RefChips } from '../../../parts/conversation/RefChips.tsx';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import { Icon } from '../../../parts/Icon.tsx';
import { TagChip } from '../../../parts/item/TagChip.tsx';
import { TagInput } from '../panels/TagInput.tsx';
import { KeyEditor } from './KeyEditor.tsx';
import { ContextChanged, RemarkLines } from './TurnNotes.tsx';
import type { TurnActs } from './turn-acts.ts';
import type { TurnRemark } from './turn-remarks.ts';
import type { TurnField } from './turn-work.ts';

/** Few turns come from a run, so it is loaded with the first. */
const FailedReply = lazy(async () => ({
  default: (await loadCode(() => import('./FailedReply.tsx'))).FailedReply,
}));

export interface TurnFootProps {
  readonly turn: ShownTurn;
  readonly number: number;
  readonly acts: TurnActs;
  readonly open: TurnField | undefined;
  readonly remarks: readonly TurnRemark[];
}

/** The lower part of a turn: references, tags, key and problems. */
export function TurnFoot({ turn, number, acts, open, remarks }: TurnFootProps) {
  const refs = turn.refs ?? [];
  const others = remarks.filter(({ kind }) => kind !== 'unsettled');
  return (
    <>
      {refs.length > 0 && <RefChips onOpen={() => acts.showRefs(turn.id)} refs={refs} />}
      <TurnTags acts={acts} isOpen={open === 'tags'} number={number} turn={turn} />
      {open === 'key' ? (
        <KeyEditor acts={acts} turn={turn} />
      ) : (
        turn.answerKey !== undefined && (
          <div className="flex gap-2">
            <span className="mt-0.5 text-quiet" title="Answer key">
              <Icon name="key" size={14} />
            </span>
            <KeySummary turn={turn} />
          </div>
        )
      )}
      {isContextChanged(turn) && (
        <ContextChanged onCheck={() => acts.check(turn.id)} place={`history[${number - 1}].answerKey.contextChanged`} />
      )}
      {turn.replyUnderTest !== undefined && (
        <Suspense fallback={<div className="h-24" />}>
          <FailedReply
            acts={acts}
            isAsked={open === 'why'}
            isUnsettled={remarks.some(({ kind }) => kind === 'unsettled')}
            mark={turn.replyUnderTest}
            turn={turn}
          />
        </Suspense>
      )}
      {others.length > 0 && <RemarkLines remarks={others} />}
    </>
  );
}

interface TurnTagsProps extends Pick<TurnFootProps, 'turn' | 'number' | 'acts'> {
  readonly isOpen: boolean;
}

function TurnTags({ turn, number, acts, isOpen }: TurnTagsProps) {
  if (isOpen) return <TagEditor acts={acts} number={number} turn={turn} />;
  if (turn.tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1">
      {turn.tags.map((tag) => (
        <li className="flex max-w-full" key={tag}>
          <TagChip tag={tag} />
        </li>
      ))}
    </ul>
  );
}

function TagEditor({ turn, number, acts }: Pick<TurnFootProps, 'turn' | 'number' | 'acts'>) {
  return (
    <Suspense fallback={<div className="h-13" />}>
      <Focused>
        <TagInput
          label={`Tags for turn ${number}`}
          onChange={(tags) => acts.setTags(turn.id, tags)}
          suggestions={acts.suggestTags()}
          tags={turn.tags}
        />
      </Focused>
    </Suspense>
  );
}

/** Puts the focus into the field in it. */
function Focused({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return <div ref={box}>{children}</div>;
}
