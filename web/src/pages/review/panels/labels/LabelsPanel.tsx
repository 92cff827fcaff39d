import type { ReactNode } from 'react';
import type { Question } from '../../../../../../src/contract/workspace.ts';
import type { Label } from '../../../../../../src/conversation/label.ts';
import { Button } from '../../../../parts/button/Button.tsx';
import { Segmented } from '../../../../parts/fields/Segmented.tsx';
import { Select } from '../../../../parts/fields/Select.tsx';
import { TextArea } from '../../../../parts/fields/TextField.tsx';
import { joinClasses } from '../../../../parts/join-classes.ts';
import { Markdown } from '../../../../parts/markdown/Markdown.tsx';
import { FaultView } from '../../../../parts/page/FaultView.tsx';
import { LoadingView } from '../../../../parts/page/LoadingView.tsx';
import { Time } from '../../../../parts/Time.tsx';
import { fieldPlaces } from '../field-places.ts';
import { PanelSection } from '../PanelSection.tsx';
import { findRevision, type LabelView } from './label-view.ts';
import { PendingNote } from './PendingNote.tsx';
import { ScoreField } from './ScoreField.tsx';
import { ScoreRow } from './ScoreRow.tsx';
import { renderScore, toPassMark } from './scale-steps.ts';
import type { Scoring } from './use-scoring.ts';

export interface LabelsPanelProps {
  readonly scoring: Scoring;
  /** The stored revision of the item. */
  readonly revision: number;
}

/** Scoring a turn, or the whole conversation, by one question. */
export function LabelsPanel({ scoring, revision }: LabelsPanelProps) {
  const { loading, labels, question } = scoring;
  const failed = loading.isLoadingError ? loading : labels;
  if (failed.isLoadingError) {
    return <FaultView error={failed.error} onRetry={() => failed.refetch()} title="Couldn't load scores." />;
  }
  if (question === undefined || labels.isPending) return <LoadingView label="Loading scores" lines={5} />;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-3">
        <QuestionChoice question={question} scoring={scoring} />
        <TargetChoice scoring={scoring} />
      </div>
      <div className="flex flex-col gap-3">
        {scoring.steps !== undefined && <ScoreRow question={question} scoring={scoring} steps={scoring.steps} />}
        {scoring.keys === undefined && <ScoreField key={question.question} question={question} scoring={scoring} />}
        <Reason scoring={scoring} />
        <PendingNote question={question} scoring={scoring} />
      </div>
      <MyLabels question={question} revision={revision} view={scoring.view} />
      <OtherLabels question={question} scoring={scoring} />
    </div>
  );
}

interface QuestionProps {
  readonly question: Question;
  readonly scoring: Scoring;
}

function QuestionChoice({ question, scoring: { questions, choose } }: QuestionProps) {
  const choices = questions.map(({ question: value, title }) => {
    const isShared = questions.some((other) => other.title === title && other.question !== value);
    return { value, label: isShared ? `${title} (${value})` : title };
  });
  return (
    <div className="flex flex-col gap-2">
      {questions.length > 1 ? (
        <Select choices={choices} label="Criterion" onChange={choose} value={question.question} />
      ) : (
        <h2 className="font-semibold text-sm" dir="auto">
          {question.title}
        </h2>
      )}
      {question.text !== '' && (
        <Fold title="Show the rubric">
          <Markdown text={question.text} />
        </Fold>
      )}
    </div>
  );
}

function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="group text-sm">
      <summary className="inline-flex min-h-6 items-center rounded text-accent hover:underline">{title}</summary>
      <div className="mt-2 max-h-80 overflow-auto border-line border-s-2 ps-3">{children}</div>
    </details>
  );
}

function TargetChoice({ scoring: { turnNumber, isWhole, setWhole } }: { readonly scoring: Scoring }) {
  if (turnNumber === undefined) {
    return (
      <p className="text-quiet text-sm">
        You're scoring the whole conversation. Select a turn to score only that turn.
      </p>
    );
  }
  const segments = [
    { value: 'turn', label: `Turn ${turnNumber}` },
    { value: 'whole', label: 'Whole conversation' },
  ] as const;
  return (
    <Segmented
      label="What to score"
      onChange={(value) => setWhole(value === 'whole')}
      segments={segments}
      value={isWhole ? 'whole' : 'turn'}
    />
  );
}

function Reason({ scoring: { view, writeReason, beginReason, endReason } }: { readonly scoring: Scoring }) {
  const isScored = view.pending !== undefined || view.mine.length > 0;
  return (
    <TextArea
      data-place={fieldPlaces.reason}
      disabled={!isScored}
      label="Reason (optional)"
      onBlur={endReason}
      onChange={(event) => writeReason(event.target.value)}
      onFocus={beginReason}
      placeholder={isScored ? 'Why this score' : 'Give a score first'}
      value={view.pending?.label.reason ?? ''}
    />
  );
}

interface OtherLabelsProps {
  readonly question: Question;
  readonly scoring: Scoring;
}

/** What others said here, once I have said something myself: a score given in sight of others is worth less. */
function OtherLabels({ question, scoring: { view, areOthersShown, showOthers } }: OtherLabelsProps) {
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

interface MyLabelsProps {
  readonly view: LabelView;
  readonly question: Question;
  /** The stored revision of the item. */
  readonly revision: number;
}

/** What I said here, the latest first: that one counts. */
function MyLabels({ view: { mine }, question, revision }: MyLabelsProps) {
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

interface LabelLineProps {
  readonly label: Label;
  readonly question: Question;
  readonly hasRater?: boolean;
}

/** A score, why, by whom and when. */
function LabelLine({ label: { score, reason, rater, at, blind }, question, hasRater = false }: LabelLineProps) {
  const hasPassed = score >= toPassMark(question);
  return (
    <div className="flex gap-2.5 text-sm">
      <span
        className={joinClasses(
          'inline-flex h-6 min-w-9 shrink-0 items-center justify-center rounded px-1 font-semibold tabular-nums',
          hasPassed ? 'bg-pass-soft text-pass' : 'bg-fail-soft text-fail',
        )}
        title={hasPassed ? 'Pass' : 'Fail'}
      >
        {renderScore(score, question)}
        <span className="sr-only">{hasPassed ? ', pass' : ', fail'}</span>
      </span>
      <div className="min-w-0 pt-0.5">
        {reason !== '' && (
          <p className="whitespace-pre-wrap break-words" dir="auto">
            {reason}
          </p>
        )}
        <p className="text-quiet text-xs leading-5">
          {hasRater && <bdi className="font-medium">{rater}, </bdi>}
          <Time at={at} />
          {blind && ', scored blind'}
        </p>
      </div>
    </div>
  );
}
