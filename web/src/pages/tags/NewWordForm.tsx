import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import { Button } from '../../parts/button/Button.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';

export interface NewWordFormProps {
  readonly label: string;
  readonly placeholder: string;
  readonly action: string;
  /** Returns the problem of a word, if there is one. */
  readonly findProblem: (word: string) => string | undefined;
  readonly onAdd: (word: string) => void;
}

/** Adds one word. Its problem is shown on submit. */
export function NewWordForm({ label, placeholder, action, findProblem, onAdd }: NewWordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [word, setWord] = useState('');
  const [problem, setProblem] = useState<string>();
  useAction('tags.new', () => form.current?.querySelector('input')?.focus());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findProblem(word);
    setProblem(found);
    if (found !== undefined) return;
    onAdd(word);
    setWord('');
  };
  return (
    <form className="flex flex-wrap items-start gap-2" onSubmit={submit} ref={form}>
      <div className="w-full sm:w-72">
        <TextField
          autoComplete="off"
          isLabelHidden
          label={label}
          maxLength={300}
          onChange={(event) => {
            setWord(event.target.value);
            setProblem(undefined);
          }}
          placeholder={placeholder}
          problem={problem}
          value={word}
        />
      </div>
      <Button icon="add" keys="n" type="submit">
        {action}
      </Button>
    </form>
  );
}
