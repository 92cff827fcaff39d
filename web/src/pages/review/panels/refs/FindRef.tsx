import { Autocomplete } from '@base-ui/react/autocomplete';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { findHits } from '../../../../../../src/curate/keyword-hits.ts';
import { useSettled } from '../../../../app/use-settled.ts';
import { configQuery, searchQuery } from '../../../../data/workspace.ts';
import { Icon } from '../../../../parts/Icon.tsx';
import { KeyCaps } from '../../../../parts/KeyCaps.tsx';
import { toSentence } from '../../../../parts/page/FaultView.tsx';
import { Highlight } from '../../../../parts/text/Highlight.tsx';
import { fieldPlaces } from '../field-places.ts';
import { readTypedRef } from './typed-ref.ts';

export interface FindRefProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** "turn 3": where it is added. */
  readonly ownerName: string;
  readonly onAdd: (ref: Ref) => void;
}

interface Offer {
  readonly ref: Ref;
  readonly passage: string;
}

/** One field for words and for addresses: documents that fit are offered, Enter adds the one that is marked. */
export function FindRef({ text, onText, ownerName, onAdd }: FindRefProps) {
  const id = useId();
  const typed = readTypedRef(text);
  const settled = useSettled(typed.kind === 'words' ? typed.words : '', 200);
  const words = typed.kind === 'words' ? settled : '';
  const hasSearch = useQuery(configQuery()).data?.hasSearch !== false;
  const search = useQuery({
    ...searchQuery(words),
    enabled: hasSearch && words !== '',
    placeholderData: keepPreviousData,
  });
  const found = typed.kind === 'words' && words !== '' ? (search.data?.results ?? []) : [];
  const url = typed.kind === 'url' || typed.kind === 'words' ? typed.url : undefined;
  const offers: readonly Offer[] = [
    ...found.map(({ url: own, title, chunk }) => ({ ref: { url: own, title, content: chunk }, passage: chunk })),
    ...(url === undefined ? [] : [{ ref: { url }, passage: '' }]),
  ];
  return (
    <Autocomplete.Root
      autoHighlight="always"
      filter={null}
      inline
      itemToStringValue={({ ref }: Offer) => ref.url}
      items={offers}
      onValueChange={(value, { reason }) => reason !== 'item-press' && onText(value)}
      open
      value={text}
    >
      <div className="flex flex-col gap-1">
        <label className="flex items-center gap-2 font-medium text-quiet text-xs" htmlFor={id}>
          {hasSearch ? 'Find a document, or paste a URL' : 'Paste a URL'} <KeyCaps keys="f" />
        </label>
        <div className="relative">
          <span className="pointer-events-none absolute inset-y-0 start-2.5 flex items-center text-quiet">
            <Icon name="search" size={14} />
          </span>
          <Autocomplete.Input
            onKeyDown={(event) => event.key === 'Escape' && event.preventBaseUIHandler()}
            className="min-h-9 w-full rounded-md border border-field/70 bg-card py-1.5 ps-8 pe-2.5"
            data-place={fieldPlaces.findDocument}
            dir="auto"
            id={id}
          />
        </div>
        <p className="text-sm empty:hidden" role="status">
          {typed.kind === 'fault' && <span className="text-fail">{typed.problem}</span>}
          {typed.kind === 'words' && search.isError && <span className="text-fail">{toSentence(search.error)}</span>}
          {typed.kind === 'words' && !hasSearch && (
            <span className="text-quiet">This server has no documents to search.</span>
          )}
          {words !== '' && typed.kind === 'words' && search.isSuccess && found.length === 0 && (
            <span className="text-quiet">No matching documents.</span>
          )}
        </p>
        <Autocomplete.List
          aria-label={`Add to ${ownerName}`}
          className="flex max-h-96 flex-col overflow-auto empty:hidden"
        >
          {(offer: Offer) => <OfferLine key={offer.ref.url} keyword={words} offer={offer} onAdd={onAdd} />}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}

interface OfferLineProps {
  readonly offer: Offer;
  readonly keyword: string;
  readonly onAdd: (ref: Ref) => void;
}

function OfferLine({ offer, keyword, onAdd }: OfferLineProps) {
  const { ref, passage } = offer;
  return (
    <Autocomplete.Item
      className="flex cursor-pointer flex-col rounded-md px-2.5 py-2 outline-none data-highlighted:bg-hover"
      onClick={() => onAdd(ref)}
      value={offer}
    >
      <span className="flex items-center gap-2 text-sm">
        <Icon name="add" size={12} />
        <span className="min-w-0 truncate font-medium" dir="auto">
          {ref.title ?? `Add ${ref.url}`}
        </span>
      </span>
      {ref.title !== undefined && (
        <span className="truncate ps-5 text-quiet text-xs" dir="auto">
          {ref.url}
        </span>
      )}
      {passage !== '' && (
        <span className="line-clamp-3 ps-5 text-sm" dir="auto">
          <Highlight keyword={keyword} text={toHitPassage(passage, keyword)} />
        </span>
      )}
    </Autocomplete.Item>
  );
}

/** How much of a passage is shown before its first hit. */
const before = 50;

/** A passage from a little before its first hit, so that the reader sees the hit first. */
export function toHitPassage(text: string, keyword: string): string {
  const [first] = findHits(text, keyword);
  if (first === undefined || first.start <= before) return text;
  const gap = text.indexOf(' ', first.start - before);
  return `… ${text.slice(gap === -1 || gap > first.start ? first.start : gap + 1)}`;
}
