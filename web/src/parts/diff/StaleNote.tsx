import { Button } from '../button/Button.tsx';
import { DiffText } from './DiffText.tsx';

export interface StaleNoteProps {
  readonly theirs: string;
  readonly mine: string;
  /** The user who saved the other version. */
  readonly who: string | undefined;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/**
 * An edit conflict: someone saved another version while you were editing. Shows the differences and lets you choose
 * one.
 */
export function StaleNote({ theirs, mine, who, onTheirs, onMine }: StaleNoteProps) {
  return (
    <section aria-label="Edit conflict" className="flex flex-col gap-3 border-warn border-s-3 ps-4">
      <div role="alert">
        <p className="font-semibold text-warn">
          {who === undefined ? 'Someone else' : <span dir="auto">{who}</span>} saved another version in the meantime
        </p>
        <p className="text-sm">
          The comparison below shows how your version differs from theirs. You can keep editing yours to include both,
          then save it.
        </p>
      </div>
      <div className="max-h-72 overflow-auto rounded-md bg-card px-4 py-3">
        <DiffText after={mine} before={theirs} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button kind="main" onClick={onMine}>
          Overwrite with mine
        </Button>
        <Button onClick={onTheirs}>Keep theirs</Button>
      </div>
    </section>
  );
}
