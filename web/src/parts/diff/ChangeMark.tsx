import type { TurnChange } from '../../../../src/curate/diff-items.ts';
import { joinClasses } from '../join-classes.ts';

const looks: Readonly<Record<TurnChange['kind'], { readonly text: string; readonly className: string }>> = {
  same: { text: 'Unchanged', className: 'text-quiet' },
  changed: { text: 'Changed', className: 'text-accent' },
  added: { text: 'Added', className: 'text-pass' },
  removed: { text: 'Removed', className: 'text-fail' },
  moved: { text: 'Moved', className: 'text-warn' },
};

/** The kind of a change, in one word. */
export function ChangeMark({ kind }: { readonly kind: TurnChange['kind'] }) {
  const { text, className } = looks[kind];
  return <span className={joinClasses('font-medium text-sm', className)}>{text}</span>;
}
