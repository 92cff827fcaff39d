import { Button } from '../../../parts/button/Button.tsx';
import { Icon } from '../../../parts/Icon.tsx';
import type { TurnRemark } from './turn-remarks.ts';

/** What is missing at a place, and what is worth a look. */
export function RemarkLines({ remarks }: { readonly remarks: readonly TurnRemark[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {remarks.map(({ kind, message }) => (
        <li
          className={`flex items-start gap-1.5 text-sm ${kind === 'missing' ? 'text-fail' : 'text-warn'}`}
          key={`${kind} ${message}`}
        >
          <span className="mt-0.5">
            <Icon name="warn" size={14} />
          </span>
          <span className="min-w-0 break-words" dir="auto">
            {message}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The key was written for another conversation than the one before the turn now. */
export function ContextChanged({ place, onCheck }: { readonly place: string; readonly onCheck: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md bg-warn-soft px-2.5 py-1.5 text-sm text-warn">
      <Icon name="warn" size={14} />
      <p className="min-w-0 flex-1 basis-48">An earlier turn changed. Check this answer key again.</p>
      <Button data-place={place} icon="approve" keys="Shift+Y" onClick={onCheck}>
        Mark as checked
      </Button>
    </div>
  );
}
