import type { Turn } from '../../../../src/conversation/item.ts';
import { Icon } from '../Icon.tsx';
import { type KeyHint, toKeyHints } from './key-hints.ts';

/** What the answer key of a turn says, in a few lines, held against the turn's own text. */
export function KeySummary({ turn }: { readonly turn: Pick<Turn, 'msg' | 'answerKey'> }) {
  const { answerKey } = turn;
  if (answerKey === undefined) return null;
  const { mustMention, mustNotMention } = toKeyHints(turn);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
      <HintLine hints={mustMention} kept="said" name="Must mention" unkept="not said" />
      <HintLine hints={mustNotMention} kept="not said" name="Must not mention" unkept="said" />
      {answerKey.outcome !== undefined && <TextLine name="Outcome" text={answerKey.outcome} />}
      {answerKey.reference !== undefined && <TextLine name="Reference" text={answerKey.reference} />}
    </dl>
  );
}

interface HintLineProps {
  readonly name: string;
  readonly hints: readonly KeyHint[];
  readonly kept: string;
  readonly unkept: string;
}

function HintLine({ name, hints, kept, unkept }: HintLineProps) {
  if (hints.length === 0) return null;
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5">
        {hints.map(({ text, isKept }) => (
          <span className={`inline-flex min-w-0 items-baseline gap-1 ${isKept ? 'text-pass' : 'text-fail'}`} key={text}>
            <span className="self-center">
              <Icon name={isKept ? 'approve' : 'close'} size={12} />
            </span>
            <span className="min-w-0 break-words text-ink" dir="auto">
              {text}
            </span>
            <span className="shrink-0 text-quiet">· {isKept ? kept : unkept}</span>
          </span>
        ))}
      </dd>
    </>
  );
}

function TextLine({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="line-clamp-3 min-w-0 whitespace-pre-wrap break-words" dir="auto">
        {text}
      </dd>
    </>
  );
}
