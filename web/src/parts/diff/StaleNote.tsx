import { Button } from '../button/Button.tsx';
import { DiffText } from './DiffText.tsx';

export interface StaleNoteProps {
  readonly theirs: string;
  readonly mine: string;
  /** Who wrote theirs. */
  readonly who: string | undefined;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/** Somebody else saved something else meanwhile: how mine differs from it, and which of them is to stay. */
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
