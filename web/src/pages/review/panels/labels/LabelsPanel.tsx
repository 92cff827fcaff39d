import type { ReactNode } from 'react';
import type { Question } from '../../../../../../src/contract/workspace.ts';
import { FaultView } from '../../../../parts/FaultView.tsx';
import { LoadingView } from '../../../../parts/LoadingView.tsx';
import { Markdown } from '../../../../parts/markdown/Markdown.tsx';
import { Segmented } from '../../../../parts/Segmented.tsx';
import { Select } from '../../../../parts/Select.tsx';
import { TextArea } from '../../../../parts/TextField.tsx';
import { fieldPlaces } from '../field-places.ts';
import { MyLabels } from './MyLabels.tsx';
import { OtherLabels } from './OtherLabels.tsx';
import { PendingNote } from './PendingNote.tsx';
import { ScoreField } from './ScoreField.tsx';
import { ScoreRow } from './ScoreRow.tsx';
import type { Scoring } from './use-scoring.ts';

export interface LabelsPanelProps {
  readonly scoring: Scoring;
  /** Of the item as it is stored. */
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
