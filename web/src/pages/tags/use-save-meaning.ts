import { useQueryClient } from '@tanstack/react-query';
import { replaceField } from '../../data/setting-edit/replace-field.ts';
import type { Setting } from '../../data/setting-edit/setting.ts';
import { changeTagGlossary, tagGlossaryQuery } from '../../data/tags.ts';
import { findMeaning, withMeaning } from './terms.ts';

/** The glossary is replaced as a whole, so the text itself tells which version a meaning is. */
export function toMeaningSetting(meaning: string): Setting<string> {
  return { value: meaning, version: meaning };
}

export interface MeaningServer {
  /** Changes one meaning and leaves those of others alone. */
  readonly send: (edit: Setting<string>) => Promise<Setting<string>>;
  readonly refresh: () => void;
}

export function useSaveMeaning(term: string): MeaningServer {
  const client = useQueryClient();
  const read = () => client.fetchQuery({ ...tagGlossaryQuery(), staleTime: 0, retry: false });
  return {
    send: async ({ value, version }) => {
      const meaning = value.trim();
      const answer = await replaceField({
        read,
        isBase: (current) => [version, meaning].includes(findMeaning(current, term)),
        write: (current) => changeTagGlossary(withMeaning(current, term, meaning), current._etag),
      });
      client.setQueryData(tagGlossaryQuery().queryKey, answer);
      return toMeaningSetting(meaning);
    },
    refresh: () => void read().catch(() => undefined),
  };
}
