import { useMemo } from 'react';
import { joinClasses } from '../join-classes.ts';
import { diffWords, type TextPiece } from './word-diff.ts';

export interface DiffTextProps {
  readonly before: string;
  readonly after: string;
  /** Shows only one side, for two columns. */
  readonly side?: 'before' | 'after';
  readonly isCode?: boolean;
}

/** The changes of a text: struck through and underlined as well as colored, and announced to screen readers. */
export function DiffText({ before, after, side, isCode = false }: DiffTextProps) {
  const pieces = useMemo(() => placePieces(diffWords(before, after)), [before, after]);
  const hidden = side === 'before' ? 'added' : side === 'after' ? 'removed' : undefined;
  return (
    <div
      className={joinClasses('whitespace-pre-wrap [overflow-wrap:anywhere]', isCode && 'font-mono text-xs leading-5')}
      dir="auto"
    >
      {pieces
        .filter(({ kind }) => kind !== hidden)
        .map(({ id, kind, text }) => (
          <Piece key={id} kind={kind} text={text} />
        ))}
    </div>
  );
}

/** The hidden words have their own text direction, so that the text around them does not change it. */
function Piece({ kind, text }: TextPiece) {
  if (kind === 'same') return text;
  if (kind === 'added') {
    return (
      <ins className="rounded-xs bg-pass-soft text-pass underline decoration-from-font underline-offset-2">
        <span className="sr-only" dir="ltr">
          [added:{' '}
        </span>
        {text}
        <span className="sr-only" dir="ltr">
          ]
        </span>
      </ins>
    );
  }
  return (
    <del className="rounded-xs bg-fail-soft text-fail line-through decoration-from-font">
      <span className="sr-only" dir="ltr">
        [removed:{' '}
      </span>
      {text}
      <span className="sr-only" dir="ltr">
        ]
      </span>
    </del>
  );
}

/** The same piece may occur twice, so its index is part of the key. */
function placePieces(pieces: readonly TextPiece[]) {
  return pieces.map((piece, place) => ({ ...piece, id: place }));
}
