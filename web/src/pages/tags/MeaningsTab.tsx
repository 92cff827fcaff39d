import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tagGlossaryQuery, tagSchemaQuery, tagsQuery } from '../../data/tags.ts';
import { Button } from '../../parts/Button.tsx';
import { EmptyView } from '../../parts/EmptyView.tsx';
import { FaultView } from '../../parts/FaultView.tsx';
import { LoadingView } from '../../parts/LoadingView.tsx';
import { FilterField } from './FilterField.tsx';
import { MeaningRow } from './MeaningRow.tsx';
import { NewWordForm } from './NewWordForm.tsx';
import { listTerms, type Term } from './terms.ts';

export interface MeaningsTabProps {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

const step = 100;

/** What tags mean: shown to reviewers who hover over one. Those that have no meaning yet come first. */
export function MeaningsTab({ filter, onFilter }: MeaningsTabProps) {
  const [schema, glossary, tags] = [useQuery(tagSchemaQuery()), useQuery(tagGlossaryQuery()), useQuery(tagsQuery())];
  const [editing, setEditing] = useState<string>();
  const [last, setLast] = useState<string>();
  const [most, setMost] = useState(step);
  const error = schema.error ?? glossary.error ?? tags.error;
  if (error !== null) {
    const retry = () => Promise.all([schema.refetch(), glossary.refetch(), tags.refetch()]);
    return <FaultView error={error} onRetry={retry} title="The meanings could not be loaded." />;
  }
  if (!schema.data || !glossary.data || !tags.data) return <LoadingView lines={8} />;
  const all = listTerms({ schema: schema.data, glossary: glossary.data, tags: tags.data.tags });
  const known = withTerm(all, editing).filter((term) => hasText(term, filter) || term.term === editing);
  const shown = known.slice(0, most);
  const missing = all.filter(({ meaning }) => meaning === '').length;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <NewWordForm
          action="Explain it"
          findProblem={(word) => (word.trim() === '' ? 'Write a tag, a group, or a word of turns.' : undefined)}
          label="Something else to explain"
          onAdd={(word) => setEditing(word.trim())}
          placeholder="A tag, a group, a word of turns"
        />
        <FilterField onChange={onFilter} text={filter} />
      </div>
      <p aria-live="polite" className="text-quiet text-sm">
        {missing === 0 ? 'Every tag has a meaning.' : `${missing} without a meaning, listed first.`}
      </p>
      {shown.length === 0 && (
        <EmptyView icon="book" title={filter === '' ? 'No tags yet' : `No tag has “${filter}” in it`} />
      )}
      <ul className="border-line border-t empty:border-0">
        {shown.map((term) => (
          <MeaningRow
            isEditing={editing === term.term}
            key={term.term}
            isLast={last === term.term}
            onEdit={(isEditing) => {
              setEditing(isEditing ? term.term : undefined);
              setLast(term.term);
            }}
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

/** A word that nothing knows yet is explained at the top. */
function withTerm(terms: readonly Term[], editing: string | undefined): readonly Term[] {
  const isKnown = editing === undefined || terms.some(({ term }) => term === editing);
  return isKnown ? terms : [{ term: editing, meaning: '', items: 0 }, ...terms];
}

function hasText({ term, meaning }: Term, text: string): boolean {
  return `${term}\n${meaning}`.toLowerCase().includes(text.trim().toLowerCase());
}
