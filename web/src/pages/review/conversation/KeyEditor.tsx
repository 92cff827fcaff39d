import { useEffect, useRef } from 'react';
import { Button } from '../../../parts/Button.tsx';
import { toKeyHints } from '../../../parts/conversation/key-hints.ts';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import { TextArea } from '../../../parts/TextField.tsx';
import { PhraseList } from './PhraseList.tsx';
import type { TurnActs } from './turn-acts.ts';

const wantedMarks = (isKept: boolean) => (isKept ? 'said' : 'not said');
const unwantedMarks = (isKept: boolean) => (isKept ? 'not said' : 'said');

/** What a good turn is: what it has to say, what not, what it achieves, and a better text than its own. */
export function KeyEditor({ turn, acts }: { readonly turn: ShownTurn; readonly acts: TurnActs }) {
  const { mustMention = [], mustNotMention = [], outcome = '', reference = '' } = turn.answerKey ?? {};
  const isSaid = (phrase: string) =>
    toKeyHints({ msg: turn.msg, answerKey: { mustMention: [phrase] } }).mustMention[0]?.isKept === true;
  const fields = useRef<HTMLFieldSetElement>(null);
  useEffect(() => fields.current?.querySelector('input')?.focus(), []);
  return (
    <fieldset className="grid gap-x-6 gap-y-3 border-line border-t pt-3 @xl:grid-cols-2" ref={fields}>
      <legend className="sr-only">Answer key</legend>
      <PhraseList
        isKept={isSaid}
        label="Must mention"
        onChange={(phrases) => acts.setKey(turn.id, { mustMention: [...phrases] })}
        phrases={mustMention}
        toMark={wantedMarks}
      />
      <PhraseList
        isKept={(phrase) => !isSaid(phrase)}
        label="Must not mention"
        onChange={(phrases) => acts.setKey(turn.id, { mustNotMention: [...phrases] })}
        phrases={mustNotMention}
        toMark={unwantedMarks}
      />
      <TextArea
        label="Outcome, for a judge"
        onChange={(event) => acts.setKey(turn.id, { outcome: event.target.value })}
        placeholder="What a good reply achieves"
        rows={2}
        value={outcome}
      />
      <TextArea
        label="Reference"
        onChange={(event) => acts.setKey(turn.id, { reference: event.target.value })}
        placeholder="The text of the turn is the reference"
        rows={2}
        value={reference}
      />
      <div className="flex items-center gap-3 @xl:col-span-2">
        <Button keys="Escape" onClick={() => acts.close()}>
          Done
        </Button>
        <p className="text-quiet text-xs">
          ✓ and ✗ show whether this turn says the phrase. Upper and lower case count.
        </p>
      </div>
    </fieldset>
  );
}
