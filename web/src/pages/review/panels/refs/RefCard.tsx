import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { findVisit, markVisited, type VisitedRef } from '../../../../data/visits.ts';
import { Button } from '../../../../parts/button/Button.tsx';
import { joinClasses } from '../../../../parts/join-classes.ts';
import { KeyCaps } from '../../../../parts/KeyCaps.tsx';
import { Time } from '../../../../parts/Time.tsx';
import { HostLink } from '../../../../parts/text/HostLink.tsx';
import { findWebHost } from '../../../../parts/text/web-address.ts';
import { withRefChanged } from '../../changes/ref-changes.ts';
import type { RefPlace } from '../../changes/ref-place.ts';
import type { ItemEditor } from '../../editor/item-editor.ts';
import { focusField } from '../focus-place.ts';
import { RefFields } from './RefFields.tsx';
import { RefMenu } from './RefMenu.tsx';
import { toRefPath } from './ref-path.ts';
import { SourceDialog } from './SourceDialog.tsx';

export interface RefCardProps {
  readonly editor: ItemEditor;
  readonly place: RefPlace;
  readonly source: Ref;
  readonly visits: readonly VisitedRef[];
  /** The person selected it. */
  readonly isCurrent: boolean;
  /** Shortcuts apply to it. */
  readonly isKeyed: boolean;
  readonly onFocus: () => void;
}

/** One source: what it is, whether it was looked at, and the passage that the answer rests on. */
export function RefCard({ editor, place, source, visits, isCurrent, isKeyed, onFocus }: RefCardProps) {
  const client = useQueryClient();
  const [isEdited, setEdited] = useState(false);
  const [isSourceOpen, setSourceOpen] = useState(false);
  const path = toRefPath(editor.item, place.owner, place.index);
  const warning = editor.warnings.find((remark) => remark.path === `${path}.keyExcerpt`);
  const visit = () => void markVisited(client, editor.key, source.url);
  const read = () => setSourceOpen(true);
  const edit = () => {
    setEdited(!isEdited);
    if (!isEdited) focusField(`${path}.title`);
  };
  return (
    <li
      aria-current={isCurrent}
      className={joinClasses(
        'relative flex flex-col gap-2 rounded py-3 first:pt-1',
        isCurrent && 'before:absolute before:inset-y-2 before:-start-4 before:w-0.75 before:rounded-e before:bg-accent',
      )}
      data-place={path}
      onFocusCapture={onFocus}
      tabIndex={-1}
    >
      <div className="flex items-start gap-2">
        <span className="w-4 shrink-0 pt-px text-quiet text-sm tabular-nums">{place.index + 1}</span>
        <div className="min-w-0 flex-1">
          <RefTitle onRead={read} onVisit={visit} place={`${path}.open`} source={source}>
            <CardKeys isKeyed={isKeyed} keys="d o" />
          </RefTitle>
          <RefFacts source={source} visitedAt={findVisit(visits, source.url)} />
        </div>
        <div className="-my-1 shrink-0">
          <RefMenu editor={editor} place={place} source={source} />
        </div>
      </div>
      {source.keyExcerpt !== undefined && source.keyExcerpt !== '' && !isEdited && (
        <blockquote className="ms-6 line-clamp-4 border-accent/50 border-s-2 ps-2.5 text-sm" dir="auto">
          {source.keyExcerpt}
        </blockquote>
      )}
      {warning !== undefined && <p className="ms-6 text-sm text-warn">{warning.message}</p>}
      <div className="ms-4 flex flex-wrap items-center gap-1">
        <Button data-place={`${path}.pick`} kind="quiet" onClick={read}>
          Pick excerpt <CardKeys isKeyed={isKeyed} keys="Shift+F" />
        </Button>
        <Button aria-expanded={isEdited} data-place={`${path}.edit`} kind="quiet" onClick={edit}>
          {isEdited ? 'Done' : 'Edit'} <CardKeys isKeyed={isKeyed} keys="d e" />
        </Button>
      </div>
      {isEdited && <RefFields editor={editor} path={path} place={place} source={source} />}
      <SourceDialog
        isOpen={isSourceOpen}
        onChange={(change) => editor.change((item) => withRefChanged(item, place, change), 'Pick excerpt')}
        onClose={() => setSourceOpen(false)}
        onRead={visit}
        source={source}
      />
    </li>
  );
}

interface CardKeysProps {
  readonly keys: string;
  readonly isKeyed: boolean;
}

/** A key of the card where keys act. The others keep its room: a button must not move away under the press that goes there. */
function CardKeys({ keys, isKeyed }: CardKeysProps) {
  return (
    <span className={isKeyed ? 'flex' : 'invisible flex'}>
      <KeyCaps keys={keys} />
    </span>
  );
}

interface RefFactsProps {
  readonly source: Ref;
  readonly visitedAt: string | undefined;
}

/** The details of a reference below its title. */
function RefFacts({ source, visitedAt }: RefFactsProps) {
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
          <span>optional</span> <span aria-hidden="true">·</span>
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

interface RefTitleProps {
  readonly source: Ref;
  /** Its name for keys that lead to it. */
  readonly place: string;
  /** Behind it. */
  readonly children: ReactNode;
  /** Shows its text. References that are not web pages are read here. */
  readonly onRead: () => void;
  /** It was opened elsewhere. */
  readonly onVisit: () => void;
}

/** The name of a source, which opens it: a page of the web in a new tab, any other over this one. */
function RefTitle({ source, place, children, onRead, onVisit }: RefTitleProps) {
  const title = source.title?.trim() || undefined;
  return (
    <p className="flex items-baseline gap-2 text-sm">
      {findWebHost(source.url) === undefined ? (
        <button
          className="min-h-6 min-w-0 text-start text-accent underline decoration-accent/40 underline-offset-2 [overflow-wrap:anywhere] hover:decoration-accent"
          data-place={place}
          dir="auto"
          onClick={onRead}
          type="button"
        >
          {title ?? source.url}
        </button>
      ) : (
        <HostLink onOpen={onVisit} place={place} url={source.url}>
          {title}
        </HostLink>
      )}
      {children}
    </p>
  );
}
