import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { findVisit, markVisited, type VisitedRef } from '../../../../data/visited-refs.ts';
import { Button } from '../../../../parts/Button.tsx';
import { HostLink } from '../../../../parts/HostLink.tsx';
import { Time } from '../../../../parts/Time.tsx';
import { findWebHost } from '../../../../parts/web-address.ts';
import { withRefChanged } from '../../edit/ref-changes.ts';
import type { RefPlace } from '../../edit/ref-place.ts';
import type { ItemEditor } from '../../editor/item-editor.ts';
import { fieldPlaces } from '../field-places.ts';
import { RefFields } from './RefFields.tsx';
import { RefMenu } from './RefMenu.tsx';
import { toRefPath } from './ref-path.ts';
import { SourceDialog } from './SourceDialog.tsx';

export interface RefCardProps {
  readonly editor: ItemEditor;
  readonly place: RefPlace;
  readonly source: Ref;
  readonly visits: readonly VisitedRef[];
}

/** One source: what it is, whether it was looked at, and the passage that the answer rests on. */
export function RefCard({ editor, place, source, visits }: RefCardProps) {
  const client = useQueryClient();
  const [isEdited, setEdited] = useState(false);
  const [isSourceOpen, setSourceOpen] = useState(false);
  const path = toRefPath(editor.item, place.owner, place.index);
  const warning = editor.warnings.find((remark) => remark.path === `${path}.keyExcerpt`);
  const title = source.title?.trim() || undefined;
  const visit = () => void markVisited(client, editor.key, source.url);
  return (
    <li className="flex flex-col gap-2 rounded py-3 first:pt-1" data-place={path} tabIndex={-1}>
      <div className="flex items-start gap-2">
        <span className="w-4 shrink-0 pt-px text-quiet text-sm tabular-nums">{place.index + 1}</span>
        <div className="min-w-0 flex-1">
          <p className="text-sm">
            <HostLink onOpen={visit} url={source.url}>
              {title}
            </HostLink>
          </p>
          <RefFacts source={source} visitedAt={findVisit(visits, source.url)} />
        </div>
      </div>
      {source.keyExcerpt !== undefined && source.keyExcerpt !== '' && !isEdited && (
        <blockquote className="ms-6 line-clamp-4 border-accent/50 border-s-2 ps-2.5 text-sm" dir="auto">
          {source.keyExcerpt}
        </blockquote>
      )}
      {warning !== undefined && <p className="ms-6 text-sm text-warn">{warning.message}</p>}
      <div className="ms-4 flex flex-wrap items-center gap-1">
        <Button
          data-place={fieldPlaces.excerpt}
          kind="quiet"
          onClick={() => setSourceOpen(true)}
          {...(place.index === 0 ? { keys: 'Shift+F' } : {})}
        >
          Pick an excerpt
        </Button>
        <Button aria-expanded={isEdited} kind="quiet" onClick={() => setEdited(!isEdited)}>
          {isEdited ? 'Done' : 'Edit'}
        </Button>
        <RefMenu editor={editor} place={place} source={source} />
      </div>
      {isEdited && <RefFields editor={editor} path={path} place={place} source={source} />}
      <SourceDialog
        isOpen={isSourceOpen}
        onChange={(change) => editor.change((item) => withRefChanged(item, place, change), 'Pick an excerpt')}
        onClose={() => setSourceOpen(false)}
        onRead={visit}
        source={source}
      />
    </li>
  );
}

function RefFacts({ source, visitedAt }: { readonly source: Ref; readonly visitedAt: string | undefined }) {
  return (
    <p className="flex flex-wrap gap-x-1.5 break-words text-quiet text-xs [overflow-wrap:anywhere]">
      {findWebHost(source.url) === undefined && source.title !== undefined && (
        <>
          <bdi>{source.url}</bdi> <span aria-hidden="true">·</span>
        </>
      )}
      {source.type !== undefined && source.type !== '' && (
        <>
          <bdi>{source.type}</bdi> <span aria-hidden="true">·</span>
        </>
      )}
      {source.bonus === true && (
        <>
          <span>bonus</span> <span aria-hidden="true">·</span>
        </>
      )}
      {visitedAt === undefined ? (
        <span>not opened yet</span>
      ) : (
        <span>
          opened <Time at={visitedAt} />
        </span>
      )}
    </p>
  );
}
