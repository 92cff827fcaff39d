import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { typingAhead } from '../../app/keys/typing-ahead.ts';
import { tagGlossaryQuery, tagSchemaQuery, tagsQuery } from '../../data/tags.ts';
import { Button } from '../../parts/button/Button.tsx';
import { EmptyView } from '../../parts/page/EmptyView.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { FilterField } from './FilterField.tsx';
import { meaningEdits } from './MeaningForm.tsx';
import { MeaningRow } from './MeaningRow.tsx';
import { NewWordForm } from './NewWordForm.tsx';
import { listTerms, type Term, withTerms } from './terms.ts';

export interface MeaningsTabProps {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

const step = 100;

/** The meanings of tags, shown to reviewers on hover. Tags without one come first. */
export function MeaningsTab({ filter, onFilter }: MeaningsTabProps) {
  const [schema, glossary, tags] = [useQuery(tagSchemaQuery()), useQuery(tagGlossaryQuery()), useQuery(tagsQuery())];
  const [editing, setEditing] = useState<string>();
  const [last, setLast] = useState<string>();
  const [most, setMost] = useState(step);
  const { data: unsaved = [], refetch: listUnsaved } = useQuery(meaningEdits.unsavedQuery());
  if (!schema.data || !glossary.data || !tags.data) {
    const error = schema.error ?? glossary.error ?? tags.error;
    const retry = () => Promise.all([schema.refetch(), glossary.refetch(), tags.refetch()]);
    if (error === null) return <LoadingView lines={8} />;
    return <FaultView error={error} onRetry={retry} title="Couldn't load the glossary." />;
  }
  const all = listTerms({ schema: schema.data, glossary: glossary.data, tags: tags.data.tags });
  const named = withTerms(all, editing === undefined ? unsaved : [editing, ...unsaved]);
  const known = named.filter((term) => hasText(term, filter) || term.term === editing);
  // The edited term stays in the list, however long it is.
  const shown = known.filter(({ term }, place) => place < most || term === editing);
  const missing = all.filter(({ meaning }) => meaning === '').length;
  const edit = (term: string, isEditing: boolean) => {
    if (isEditing) typingAhead.expect();
    // A save may finish while another row is open.
    setEditing((now) => (isEditing ? term : now === term ? undefined : now));
    if (isEditing || editing === term) setLast(term);
    void listUnsaved();
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <NewWordForm
          action="Add definition"
          findProblem={(word) => (word.trim() === '' ? 'Enter a tag, a group or a turn tag.' : undefined)}
          label="Term to define"
          onAdd={(word) => edit(word.trim(), true)}
          placeholder="A tag, group or turn tag"
        />
        <FilterField onChange={onFilter} text={filter} />
      </div>
      <p aria-live="polite" className="flex flex-wrap items-center gap-x-4 text-quiet text-sm">
        {missing === 0 ? 'Every tag has a definition.' : `${missing} without a definition, listed first.`}
        <UnsavedTerms onOpen={(term) => edit(term, true)} terms={unsaved.filter((term) => term !== editing)} />
      </p>
      {shown.length === 0 && (
        <EmptyView icon="book" title={filter === '' ? 'No tags yet' : `No tag matches “${filter}”`} />
      )}
      <ul className="border-line border-t empty:border-0">
        {shown.map((term) => (
          <MeaningRow
            isEditing={editing === term.term}
            key={term.term}
            isLast={last === term.term}
            onEdit={(isEditing) => edit(term.term, isEditing)}
            term={term}
          />
        ))}
      </ul>
      {known.length > most && (
        <div>
          <Button onClick={() => setMost(most + step)}>Show more of {known.length.toLocaleString('en')}</Button>
        </div>
      )}
    </div>
  );
}

interface UnsavedTermsProps {
  readonly terms: readonly string[];
  readonly onOpen: (term: string) => void;
}

/** Terms with unsaved text that are not open now. */
function UnsavedTerms({ terms, onOpen }: UnsavedTermsProps) {
  if (terms.length === 0) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <span className="text-warn">Unsaved:</span>
      {terms.map((term) => (
        <button
          className="min-h-6 rounded px-1 text-accent hover:underline"
          dir="auto"
          key={term}
          onClick={() => onOpen(term)}
          type="button"
        >
          {term}
        </button>
      ))}
    </span>
  );
}

function hasText({ term, meaning }: Term, text: string): boolean {
  return `${term}\n${meaning}`.toLowerCase().includes(text.trim().toLowerCase());
}
