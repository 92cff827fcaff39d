import { renderNumberOf } from '../../../../src/base/number-of.ts';
import { Button } from '../../parts/button/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { GroupFields } from './GroupFields.tsx';
import type { GroupDraft, GroupProblems } from './schema-draft.ts';
import type { TagUse } from './schema-effects.ts';

export interface GroupRowProps {
  readonly draft: GroupDraft;
  readonly problems: GroupProblems;
  readonly effects: readonly string[];
  readonly uses: readonly TagUse[];
  readonly isOpen: boolean;
  readonly acts: GroupActs;
}

export interface GroupActs {
  readonly toggle: () => void;
  readonly change: (draft: GroupDraft) => void;
  readonly remove: () => void;
  /** Undefined: it is first already. */
  readonly up: (() => void) | undefined;
  readonly down: (() => void) | undefined;
}

/** A tag group in the list. Expanding it shows its settings. */
export function GroupRow({ draft, problems, effects, uses, isOpen, acts }: GroupRowProps) {
  const name = draft.name.trim() === '' ? 'New group' : draft.name;
  const hasProblem = Object.keys(problems).length > 0;
  return (
    <li className="border-line border-b py-2" data-group={draft.key}>
      <div className="flex items-center gap-1">
        <button
          aria-expanded={isOpen}
          className="flex min-h-9 min-w-0 flex-1 flex-wrap items-baseline gap-x-3 rounded py-1 text-start -outline-offset-2 sm:flex-nowrap"
          data-act="open"
          onClick={acts.toggle}
          type="button"
        >
          <span className={isOpen ? 'rotate-90 text-quiet' : 'text-quiet'}>
            <Icon name="chevron" size={12} />
          </span>
          <span className="font-semibold" dir="auto">
            {name}
          </span>
          <span
            className="line-clamp-2 min-w-0 ps-6 text-quiet text-sm max-sm:order-last max-sm:basis-full sm:line-clamp-1 sm:ps-0"
            dir="auto"
          >
            {toSummary(draft)}
          </span>
          {hasProblem && <span className="text-fail text-sm">has errors</span>}
        </button>
        <Button
          data-act="up"
          aria-label={`Move ${name} up`}
          disabled={acts.up === undefined}
          icon="arrowUp"
          kind="quiet"
          onClick={acts.up}
        />
        <Button
          data-act="down"
          aria-label={`Move ${name} down`}
          disabled={acts.down === undefined}
          icon="arrowDown"
          kind="quiet"
          onClick={acts.down}
        />
        <Button aria-label={`Remove ${name}`} icon="trash" kind="quiet" onClick={acts.remove} />
      </div>
      {effects.length > 0 && <Effects effects={effects} />}
      {isOpen && (
        <div className="max-w-2xl ps-6 pt-2 pb-6">
          <GroupFields draft={draft} onChange={acts.change} problems={problems} uses={uses} />
        </div>
      )}
    </li>
  );
}

/** The effects of the changes on existing items. */
export function Effects({ effects }: { readonly effects: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-1 ps-6 text-sm text-warn">
      {effects.map((effect) => (
        <li className="flex items-baseline gap-2" key={effect}>
          <span className="translate-y-0.5">
            <Icon name="warn" size={14} />
          </span>
          <span dir="auto">{effect}</span>
        </li>
      ))}
    </ul>
  );
}

function toSummary({ description, exclusive, closed, values }: GroupDraft): string {
  const rules = [...(exclusive ? ['one value only'] : []), ...(closed ? ['listed values only'] : [])];
  const count = values.length === 0 ? [] : [renderNumberOf(values.length, 'value')];
  return [...count, ...rules, ...(description === '' ? [] : [description])].join(' · ');
}
