import { useEffect, useRef } from 'react';
import { keyPartNames, testAnswerKey } from '../../../../../src/conversation/answer-key.ts';
import { usePatterns } from '../../../data/approval-rules.ts';
import { Button } from '../../../parts/button/Button.tsx';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import { TextArea } from '../../../parts/fields/TextField.tsx';
import { PhraseList } from './PhraseList.tsx';
import type { TurnActs } from './turn-acts.ts';

/** What a good turn is: what it has to say, what not, what it achieves, and a better text than its own. */
export function KeyEditor({ turn, acts }: { readonly turn: ShownTurn; readonly acts: TurnActs }) {
  const { outcome = '', reference = '' } = turn.answerKey ?? {};
  const findPattern = usePatterns(true);
  const findings = Map.groupBy(testAnswerKey(turn.msg, turn.answerKey, findPattern), ({ part }) => part);
  const fields = useRef<HTMLFieldSetElement>(null);
  useEffect(() => fields.current?.querySelector('input')?.focus(), []);
  return (
    <fieldset className="grid gap-x-6 gap-y-3 border-line border-t pt-3 @xl:grid-cols-2" ref={fields}>
      <legend className="sr-only">Answer key</legend>
      {keyPartNames.map((part) => (
        <PhraseList
          findings={findings.get(part) ?? []}
          findPattern={findPattern}
          key={part}
          onChange={(phrases) => acts.setKey(turn.id, { [part]: [...phrases] })}
          part={part}
        />
      ))}
      <TextArea
        label="Outcome (for a judge)"
        onChange={(event) => acts.setKey(turn.id, { outcome: event.target.value })}
        placeholder="What a good reply achieves"
        rows={2}
        value={outcome}
      />
      <TextArea
        label="Reference answer"
        onChange={(event) => acts.setKey(turn.id, { reference: event.target.value })}
        placeholder="Leave empty to use the turn's text"
        rows={2}
        value={reference}
      />
      <div className="flex items-center gap-3 @xl:col-span-2">
        <Button keys="Escape" onClick={() => acts.close()}>
          Done
        </Button>
        <p className="text-quiet text-xs">✓ and ✗ show whether this turn meets the answer key. Case-sensitive.</p>
      </div>
    </fieldset>
  );
}
