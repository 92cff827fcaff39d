import type { Question } from '../../../../../../src/contract/workspace.ts';
import { PanelSection } from '../PanelSection.tsx';
import { LabelLine } from './LabelLine.tsx';
import { findRevision, type LabelView } from './label-view.ts';

export interface MyLabelsProps {
  readonly view: LabelView;
  readonly question: Question;
  /** Of the item as it is stored. */
  readonly revision: number;
}

/** What I said here, the latest first: that one counts. */
export function MyLabels({ view: { mine }, question, revision }: MyLabelsProps) {
  const [latest, ...earlier] = mine;
  if (latest === undefined) return null;
  const given = findRevision(latest);
  return (
    <PanelSection title="Your score">
      <LabelLine label={latest} question={question} />
      {given !== undefined && given < revision && (
        <p className="text-quiet text-xs">
          Given on revision {given}. The conversation is now at revision {revision}. Score it again if the change
          matters.
        </p>
      )}
      {earlier.length > 0 && (
        <details className="text-sm">
          <summary className="inline-flex min-h-6 items-center rounded text-accent hover:underline">
            {earlier.length} earlier
          </summary>
          <ul className="mt-2 flex flex-col gap-2 opacity-80">
            {earlier.map((label) => (
              <li key={label.id}>
                <LabelLine label={label} question={question} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </PanelSection>
  );
}
