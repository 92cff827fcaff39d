import { toItemTag } from '../../../../src/conversation/item/item-tags.ts';
import { Checkbox } from '../../parts/fields/Checkbox.tsx';
import { TextArea, TextField } from '../../parts/fields/TextField.tsx';
import type { GroupDraft, GroupProblems } from './schema-draft.ts';
import type { TagUse } from './schema-effects.ts';
import { WordsField } from './WordsField.tsx';

export interface GroupFieldsProps {
  readonly draft: GroupDraft;
  readonly problems: GroupProblems;
  readonly uses: readonly TagUse[];
  readonly onChange: (draft: GroupDraft) => void;
}

/** All settings of a tag group. */
export function GroupFields({ draft, problems, uses, onChange }: GroupFieldsProps) {
  const counts = new Map(uses.map(({ tag, items }) => [tag, items]));
  const countOf = (value: string) => counts.get(toItemTag(`${draft.name}:${value}`) ?? '');
  const unlisted = uses.filter(({ tag }) => !draft.values.some((value) => toItemTag(`${draft.name}:${value}`) === tag));
  return (
    <div className="flex flex-col gap-4">
      <div className="sm:max-w-xs">
        <TextField
          autoComplete="off"
          label="Name (the part before the colon)"
          maxLength={100}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
          problem={problems.name}
          value={draft.name}
        />
      </div>
      <TextArea
        label="Description"
        maxLength={4000}
        onChange={(event) => onChange({ ...draft, description: event.target.value })}
        problem={problems.description}
        rows={2}
        value={draft.description}
      />
      <WordsField
        hint={
          unlisted.length === 0
            ? 'Press Enter or comma after each value.'
            : `Also in use: ${unlisted
                .slice(0, 8)
                .map(({ tag, items }) => `${tag} (${items})`)
                .join(', ')}`
        }
        label="Suggested values"
        noteOf={(value) => countOf(value)?.toLocaleString('en')}
        onChange={(values) => onChange({ ...draft, values: [...values] })}
        problem={problems.values}
        words={draft.values}
      />
      <div className="flex flex-col gap-2">
        <Checkbox
          hint="A conversation can't have more than one value from this group."
          isChecked={draft.exclusive}
          label="One value only"
          onChange={(exclusive) => onChange({ ...draft, exclusive })}
        />
        <Checkbox
          hint="A conversation with any other value can't be approved."
          isChecked={draft.closed}
          label="Listed values only"
          onChange={(closed) => onChange({ ...draft, closed })}
        />
      </div>
      <WordsField
        hint="Group names, or tags such as source:sme. A conversation tagged with this group can't be approved without them."
        label="Requires"
        onChange={(requires) => onChange({ ...draft, requires: [...requires] })}
        problem={problems.requires}
        words={draft.requires}
      />
    </div>
  );
}
