import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFault } from '../../data/api-fault.ts';
import { changeTagGlossary, tagGlossaryQuery } from '../../data/tags.ts';
import { toSentence } from '../../parts/FaultView.tsx';
import { say } from '../../parts/toasts.ts';
import { withMeaning } from './terms.ts';

/** A meaning that somebody wrote, and what stood there when they began. */
export interface MeaningEdit {
  readonly term: string;
  readonly before: string;
  readonly after: string;
}

export type MeaningOutcome =
  | { readonly kind: 'saved' }
  /** The person has been told. */
  | { readonly kind: 'failed' }
  /** Somebody else wrote something there meanwhile, and it is not overwritten unseen. */
  | { readonly kind: 'theirs'; readonly meaning: string };

export interface SaveMeaning {
  readonly save: (edit: MeaningEdit) => Promise<MeaningOutcome>;
  readonly isSaving: boolean;
}

/** How often an edit goes round others that were faster, at other terms. */
const mostTries = 5;

/** Changes one meaning and leaves those of others alone: the glossary is replaced as a whole, but only where it is known. */
export function useSaveMeaning(): SaveMeaning {
  const client = useQueryClient();
  const save = async ({ term, before, after }: MeaningEdit): Promise<MeaningOutcome> => {
    for (let tries = 1; ; tries++) {
      const current = await client.fetchQuery({ ...tagGlossaryQuery(), staleTime: 0 });
      const theirs = new Map(Object.entries(current.entries)).get(term) ?? '';
      if (theirs !== before && theirs !== after) return { kind: 'theirs', meaning: theirs };
      try {
        const answer = await changeTagGlossary(withMeaning(current, term, after), current._etag);
        client.setQueryData(tagGlossaryQuery().queryKey, answer);
        return { kind: 'saved' };
      } catch (error) {
        const isStale = error instanceof ApiFault && error.status === 412;
        if (!isStale || tries === mostTries) throw error;
      }
    }
  };
  const mutation = useMutation({
    mutationFn: (edit: MeaningEdit) =>
      save(edit).catch((error): MeaningOutcome => {
        say({ title: `The meaning was not saved. ${toSentence(error)}`, kind: 'fault' });
        return { kind: 'failed' };
      }),
  });
  return { save: mutation.mutateAsync, isSaving: mutation.isPending };
}
