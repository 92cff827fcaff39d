import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, useState } from 'react';
import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { nameTurn } from '../../../../../../src/conversation/turn-number.ts';
import { hasHistory } from '../../../../../../src/curate/conversation-view.ts';
import { visitedRefsQuery } from '../../../../data/visits.ts';
import { toShownTurns } from '../../../../parts/conversation/shown-turns.ts';
import { showToast } from '../../../../parts/feedback/toasts.ts';
import { withRefAdded } from '../../changes/ref-changes.ts';
import type { RefOwner } from '../../changes/ref-place.ts';
import { fieldPlaces } from '../field-places.ts';
import { focusField } from '../focus-place.ts';
import { PanelSection } from '../PanelSection.tsx';
import type { PanelProps } from '../panel-props.ts';
import { AllRefs } from './AllRefs.tsx';
import { FindRef } from './FindRef.tsx';
import { RefCard } from './RefCard.tsx';
import { toRefPath } from './ref-path.ts';
import { findPastedUrl } from './typed-ref.ts';
import type { RefCursor } from './use-ref-cursor.ts';
import { useRefKeys } from './use-ref-keys.ts';

export interface RefsPanelProps extends PanelProps {
  readonly cursor: RefCursor;
}

/** The sources behind the selected turn, or behind the item: find, add, change, take away. */
export function RefsPanel({ editor, selection, cursor }: RefsPanelProps) {
  const { item, key } = editor;
  const [text, setText] = useState('');
  const visits = useQuery(visitedRefsQuery(key)).data ?? [];
  const { owner, refs, at, put } = cursor;
  // Over a page without room for it, the panel has keys of its own.
  useRefKeys({ editor, cursor, onPanel: () => undefined });
  const name = toOwnerName(editor, owner);
  const warning = editor.warnings.find(({ path }) => path === toRefPath(item, owner));

  const add = (ref: Ref) => {
    const isThere = refs.some(({ url }) => url === ref.url);
    editor.change((before) => withRefAdded(before, owner, ref), `Add reference to ${name}`);
    if (isThere) showToast({ title: 'This reference already exists.' });
    setText('');
  };
  /** Text with a URL that is pasted outside the fields goes into the URL field. */
  const paste = (event: ClipboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const url = findPastedUrl(event.clipboardData.getData('text'));
    if (url === undefined) return;
    event.preventDefault();
    setText(url);
    focusField(fieldPlaces.findDocument);
  };

  return (
    <div className="flex flex-col gap-6" onPaste={paste}>
      <FindRef onAdd={add} onText={setText} ownerName={name} text={text} />
      <PanelSection title={`References for ${name}`} {...(refs.length > 1 ? { keys: ', .' } : {})}>
        <div className="-m-1 flex flex-col gap-1 rounded p-1" data-place={toRefPath(item, owner)} tabIndex={-1}>
          {warning !== undefined && <p className="text-sm text-warn">{warning.message}</p>}
          {refs.length === 0 && <p className="text-quiet text-sm">None yet. Find a document above, or paste a URL.</p>}
          <ul className="flex flex-col divide-y divide-line">
            {refs.map((ref, index) => (
              <RefCard
                editor={editor}
                isCurrent={index === at}
                isKeyed={index === (at ?? 0)}
                // biome-ignore lint/suspicious/noArrayIndexKey: an address may stand twice, and changes under the hand
                key={`${owner} ${index}`}
                onFocus={() => put(index)}
                place={{ owner, index, url: ref.url }}
                source={ref}
                visits={visits}
              />
            ))}
          </ul>
        </div>
      </PanelSection>
      {hasHistory(item) && <AllRefs item={item} onSelect={selection.select} owner={owner} />}
    </div>
  );
}

function toOwnerName({ item }: PanelProps['editor'], owner: RefOwner): string {
  if (owner === undefined) return hasHistory(item) ? 'the conversation' : 'the answer';
  return nameTurn(toShownTurns(item).findIndex(({ id }) => id === owner));
}
