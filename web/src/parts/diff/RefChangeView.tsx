import { ChangeMark } from './ChangeMark.tsx';
import type { RefChange } from './diff-refs.ts';
import { FactView } from './FactView.tsx';
import { toFacts } from './facts.ts';
import type { DiffLayout } from './use-diff-layout.ts';

/** What became of a source: its address as text, never as a link, because it may be one that nobody wants any more. */
export function RefChangeView({ change, layout }: { readonly change: RefChange; readonly layout: DiffLayout }) {
  const { kind, ref, fields } = change;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <ChangeMark kind={kind} />
        {ref.title !== undefined && <span dir="auto">{ref.title}</span>}
        <span className="text-quiet text-sm [overflow-wrap:anywhere]" dir="ltr">
          {ref.url}
        </span>
      </p>
      {ref.keyExcerpt !== undefined && kind !== 'changed' && (
        <blockquote className="border-line border-s-2 ps-3 text-quiet text-sm" dir="auto">
          {ref.keyExcerpt}
        </blockquote>
      )}
      {fields.flatMap(toFacts).map((fact) => (
        <div className="ps-4" key={fact.label}>
          <FactView fact={fact} layout={layout} />
        </div>
      ))}
    </div>
  );
}
