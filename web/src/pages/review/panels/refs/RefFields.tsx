import { useState } from 'react';
import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { findUrlFault } from '../../../../../../src/conversation/url.ts';
import { Switch } from '../../../../parts/fields/Switch.tsx';
import { TextArea, TextField } from '../../../../parts/fields/TextField.tsx';
import { type RefChange, withRefChanged } from '../../changes/ref-changes.ts';
import type { RefPlace } from '../../changes/ref-place.ts';
import type { ItemEditor } from '../../editor/item-editor.ts';

export interface RefFieldsProps {
  readonly editor: ItemEditor;
  readonly place: RefPlace;
  readonly source: Ref;
  /** JSON path of the ref. */
  readonly path: string;
}

/** The fields of a reference. What is typed is in the item at once; only an address waits until it is one. */
export function RefFields({ editor, place, source, path }: RefFieldsProps) {
  const change = (fields: RefChange) => editor.change((item) => withRefChanged(item, place, fields));
  return (
    <div className="ms-6 flex flex-col gap-3 pb-1">
      <TextField
        data-place={`${path}.title`}
        label="Title"
        onChange={(event) => change({ title: event.target.value })}
        value={source.title ?? ''}
      />
      <URLField onChange={(url) => change({ url })} path={path} url={source.url} />
      <TextField
        label="Type"
        onChange={(event) => change({ type: event.target.value })}
        placeholder="kb, page, ticket"
        value={source.type ?? ''}
      />
      <TextArea
        data-place={`${path}.keyExcerpt`}
        label="Key excerpt"
        onChange={(event) => change({ keyExcerpt: event.target.value })}
        value={source.keyExcerpt ?? ''}
      />
      <Switch
        isOn={source.bonus === true}
        label="Optional: good to cite, but not required"
        onChange={(bonus) => change({ bonus })}
      />
    </div>
  );
}

interface URLFieldProps {
  readonly url: string;
  readonly path: string;
  readonly onChange: (url: string) => void;
}

function URLField({ url, path, onChange }: URLFieldProps) {
  // What was typed counts while the address is the one it was typed over: undo, and others, change it too.
  const [typed, setTyped] = useState({ over: url, text: url });
  const written = typed.over === url ? typed.text : url;
  const problem = findUrlFault(written)?.replaceAll('\n', ' ');
  const commit = () => {
    const trimmed = written.trim();
    if (problem === undefined && trimmed !== url) onChange(trimmed);
  };
  return (
    <TextField
      data-place={`${path}.url`}
      inputMode="url"
      label="URL"
      onBlur={commit}
      onChange={(event) => setTyped({ over: url, text: event.target.value })}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      problem={problem}
      value={written}
    />
  );
}
