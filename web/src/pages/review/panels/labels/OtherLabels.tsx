import type { Question } from '../../../../../../src/contract/workspace.ts';
import { Button } from '../../../../parts/Button.tsx';
import { PanelSection } from '../PanelSection.tsx';
import { LabelLine } from './LabelLine.tsx';
import type { Scoring } from './use-scoring.ts';

export interface OtherLabelsProps {
  readonly question: Question;
  readonly scoring: Scoring;
}

/** What others said here, once I have said something myself: a score given in sight of others is worth less. */
export function OtherLabels({ question, scoring: { view, areOthersShown, showOthers } }: OtherLabelsProps) {
  const { others } = view;
  if (others.length === 0) return null;
  if (!areOthersShown) {
    return (
      <PanelSection title="Other scores">
        <p className="text-quiet text-sm">
          {others.length === 1 ? 'One person has' : `${others.length} people have`} scored this. You'll see other scores
          after you give your own. If you look first, your score won't count as blind.
        </p>
        <div>
          <Button onClick={showOthers}>Show scores</Button>
        </div>
      </PanelSection>
    );
  }
  return (
    <PanelSection title="Other scores">
      <ul className="flex flex-col gap-2.5">
        {others.map((label) => (
          <li key={label.id}>
            <LabelLine hasRater label={label} question={question} />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
