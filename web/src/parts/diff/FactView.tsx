import { joinClasses } from '../join-classes.ts';
import { ChangeMark } from './ChangeMark.tsx';
import { DiffText } from './DiffText.tsx';
import type { EditStep } from './edit-script.ts';
import { type Fact, type RefChange, toFacts } from './facts.ts';
import type { DiffLayout } from './LayoutToggle.tsx';

export interface FactViewProps {
  readonly fact: Fact;
  readonly layout: DiffLayout;
  /** The text of a turn needs no label. */
  readonly isLabelHidden?: boolean;
}

/** One changed field with its label. */
export function FactView({ fact, layout, isLabelHidden = false }: FactViewProps) {
  return (
    <div className="min-w-0">
      <p className={isLabelHidden ? 'sr-only' : 'mb-0.5 font-medium text-quiet text-xs'}>{fact.label}</p>
      <FactBody fact={fact} layout={layout} />
    </div>
  );
}

function FactBody({ fact, layout }: Pick<FactViewProps, 'fact' | 'layout'>) {
  switch (fact.kind) {
    case 'text':
    case 'code':
      return <TextFact fact={fact} layout={layout} />;
    case 'word':
      return <WordFact after={fact.after} before={fact.before} />;
    case 'list':
      return <ListFact steps={fact.steps} />;
    default:
      return (
        <ul className="flex flex-col gap-2">
          {fact.changes.map((change) => (
            <li key={`${change.kind} ${change.ref.url}`}>
              <RefChangeView change={change} layout={layout} />
            </li>
          ))}
        </ul>
      );
  }
}

interface TextFactProps {
  readonly fact: Extract<Fact, { kind: 'text' | 'code' }>;
  readonly layout: DiffLayout;
}

function TextFact({ fact: { kind, before, after }, layout }: TextFactProps) {
  const isCode = kind === 'code';
  if (layout === 'inline') return <DiffText after={after} before={before} isCode={isCode} />;
  return (
    <div className="grid gap-x-6 gap-y-2 @xl:grid-cols-2">
      <Side isEmpty={before === ''} name="Before">
        <DiffText after={after} before={before} isCode={isCode} side="before" />
      </Side>
      <Side isEmpty={after === ''} name="After">
        <DiffText after={after} before={before} isCode={isCode} side="after" />
      </Side>
    </div>
  );
}

interface SideProps {
  readonly name: string;
  readonly isEmpty: boolean;
  readonly children: React.ReactNode;
}

function Side({ name, isEmpty, children }: SideProps) {
  return (
    <div className="min-w-0">
      <span className="sr-only">{name}: </span>
      {isEmpty ? <span className="text-quiet">empty</span> : children}
    </div>
  );
}

function WordFact({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-1.5" dir="auto">
      <Word kind="removed" value={before} />
      <span aria-hidden="true" className="text-quiet">
        →
      </span>
      <span className="sr-only">became</span>
      <Word kind="added" value={after} />
    </p>
  );
}

function ListFact({ steps }: { readonly steps: readonly EditStep[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {steps.map(({ kind, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word may stand there twice, and nothing is ever moved
        <li key={place}>
          <Word kind={kind} value={value} />
        </li>
      ))}
    </ul>
  );
}

const looks = {
  same: 'bg-shade text-quiet',
  added: 'bg-pass-soft text-pass underline decoration-from-font underline-offset-2',
  removed: 'bg-fail-soft text-fail line-through',
};

function Word({ kind, value }: EditStep) {
  if (value === '') return <span className="text-quiet text-sm">empty</span>;
  return (
    <span
      className={joinClasses('inline-block rounded px-1.5 py-0.5 text-sm [overflow-wrap:anywhere]', looks[kind])}
      dir="auto"
    >
      {kind !== 'same' && (
        <span className="sr-only" dir="ltr">
          {kind}:{' '}
        </span>
      )}
      {value}
    </span>
  );
}

/** The changes of a reference. Its address is plain text, not a link, because it may be outdated. */
function RefChangeView({ change, layout }: { readonly change: RefChange; readonly layout: DiffLayout }) {
  const { kind, ref, fields } = change;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <ChangeMark kind={kind} />
        {ref.title !== undefined && <span dir="auto">{ref.title}</span>}
        <span className="text-quiet text-sm [overflow-wrap:anywhere]" dir="ltr">
          {ref.url}
        </span>
      </p>
      {ref.keyExcerpt !== undefined && kind !== 'changed' && (
        <blockquote className="border-line border-s-2 ps-3 text-quiet text-sm" dir="auto">
          {ref.keyExcerpt}
        </blockquote>
      )}
      {fields.flatMap(toFacts).map((fact) => (
        <div className="ps-4" key={fact.label}>
          <FactView fact={fact} layout={layout} />
        </div>
      ))}
    </div>
  );
}
