import { Button } from '../../../parts/Button.tsx';

export interface MergeFootProps {
  readonly count: number;
  readonly decided: number;
  readonly onAll: (side: 'mine' | 'theirs') => void;
  readonly onCancel: () => void;
  readonly onSettle: () => void;
}

/** What is left to decide, and the ways out. */
export function MergeFoot({ count, decided, onAll, onCancel, onSettle }: MergeFootProps) {
  return (
    <>
      <p aria-live="polite" className="mr-auto self-center text-quiet text-sm tabular-nums">
        {decided} of {count} decided
      </p>
      {count > 1 && (
        <>
          <Button keys="a m" kind="quiet" onClick={() => onAll('mine')}>
            Keep all mine
          </Button>
          <Button keys="a t" kind="quiet" onClick={() => onAll('theirs')}>
            Keep all theirs
          </Button>
        </>
      )}
      <Button onClick={onCancel}>Later</Button>
      <Button disabled={decided < count} keys="Mod+Enter" kind="main" onClick={onSettle}>
        Finish merge{' '}
      </Button>
    </>
  );
}
