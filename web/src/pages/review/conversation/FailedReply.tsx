import { type FormEvent, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { ReplyUnderTest } from '../../../../../src/conversation/item/item.ts';
import { Button } from '../../../parts/button/Button.tsx';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import { DiffText } from '../../../parts/diff/DiffText.tsx';
import { TextField } from '../../../parts/fields/TextField.tsx';
import { Icon } from '../../../parts/Icon.tsx';
import type { TurnActs } from './turn-acts.ts';

export interface FailedReplyProps {
  readonly turn: ShownTurn;
  readonly mark: ReplyUnderTest;
  readonly acts: TurnActs;
  /** Whether approval waits for it. */
  readonly isUnsettled: boolean;
  /** Whether the reason is being written. */
  readonly isAsked: boolean;
}

/** What a run said about the reply at this turn, and the three ways to settle it. */
export function FailedReply({ turn, mark, acts, isUnsettled, isAsked }: FailedReplyProps) {
  if (!isUnsettled) return <SettledReply mark={mark} />;
  const reply = typeof turn.meta?.reply === 'string' ? turn.meta.reply : mark.failed?.msg;
  return (
    <section
      aria-label={`Failed in run ${mark.run}`}
      className="flex flex-col gap-2 rounded-md border border-fail/40 bg-fail-soft/40 px-3 py-2.5 text-sm"
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium text-fail">
        <Icon name="warn" size={14} />
        <span className="break-all">Failed in run {mark.run}</span>
        <span className="break-all font-normal text-quiet">case {mark.caseId}</span>
      </p>
      <ul className="flex flex-col gap-1">
        {listFailures(mark).map(({ grader, reason }) => (
          <li className="min-w-0 break-words" dir="auto" key={`${grader} ${reason}`}>
            <span className="text-quiet">{grader}:</span> {reason}
          </li>
        ))}
      </ul>
      {reply !== undefined && reply !== turn.msg && (
        <div className="border-line border-t pt-2">
          <p className="mb-0.5 text-quiet text-xs">Failed reply, compared with the answer above</p>
          <DiffText after={reply} before={turn.msg} />
        </div>
      )}
      {acts.canEdit && (isAsked ? <WhyForm acts={acts} turnId={turn.id} /> : <Ways acts={acts} turnId={turn.id} />)}
    </section>
  );
}

interface WaysProps {
  readonly turnId: string;
  readonly acts: TurnActs;
}

function Ways({ turnId, acts }: WaysProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon="approve" keys="Shift+W" onClick={() => acts.open(turnId, 'why')}>
        Confirm answer
      </Button>
      <Button icon="edit" keys="e" onClick={() => acts.open(turnId, 'text')}>
        Fix answer
      </Button>
      <Button icon="key" keys="y" onClick={() => acts.open(turnId, 'key')}>
        Fix answer key
      </Button>
    </div>
  );
}

function WhyForm({ turnId, acts }: WaysProps) {
  const [reason, setReason] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') acts.settleReply(turnId, reason.trim());
  };
  return (
    <form className="flex flex-col gap-2" onSubmit={submit} ref={form}>
      <TextField
        label="Why is the answer right?"
        onChange={(event) => setReason(event.target.value)}
        placeholder="The check was too strict, because …"
        value={reason}
      />
      <div className="flex flex-wrap gap-2">
        <Button disabled={reason.trim() === ''} keys="Enter" kind="main" type="submit">
          Confirm answer
        </Button>
        <Button keys="Escape" onClick={() => acts.finish(turnId)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const settledTexts = {
  'answer-was-right': 'The answer was right',
  'answer-fixed': 'The answer was fixed',
  'key-fixed': 'The answer key was fixed',
};

function SettledReply({ mark: { run, settled } }: Pick<FailedReplyProps, 'mark'>) {
  if (settled === undefined) return null;
  return (
    <p className="break-words text-quiet text-xs" dir="auto">
      Failed in run {run}. {settledTexts[settled.as]}
      {settled.reason === undefined ? '.' : `: ${settled.reason}`}
    </p>
  );
}

export interface Failure {
  readonly grader: string;
  readonly reason: string;
}

/** A part of a composite, or a grader with the weight 0, fails nothing. */
const Failed = z.looseObject({
  ...{ grader: z.string(), pass: z.literal(false), reason: z.string() },
  ...{ partOf: z.undefined().optional(), weight: z.number().positive().optional() },
});

/** What failed the reply. The number of the turn in the name of a grader is left out: the box is at the turn. */
export function listFailures({ verdicts }: Pick<ReplyUnderTest, 'verdicts'>): readonly Failure[] {
  return verdicts.flatMap((verdict) => {
    const read = Failed.safeParse(verdict);
    return read.success ? [{ grader: read.data.grader.replace(/^turn-\d+\//, ''), reason: read.data.reason }] : [];
  });
}
