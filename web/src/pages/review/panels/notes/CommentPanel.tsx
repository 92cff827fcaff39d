import { TextArea } from '../../../../parts/TextField.tsx';
import { fieldPlaces } from '../field-places.ts';
import type { PanelProps } from '../panel-props.ts';
import { withComment } from './with-comment.ts';

/** A note for whoever works on the item next. */
export function CommentPanel({ editor }: Pick<PanelProps, 'editor'>) {
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        data-place={fieldPlaces.comment}
        label="Comment"
        onChange={(event) => editor.change((before) => withComment(before, event.target.value))}
        placeholder="What the next reviewer should know"
        rows={6}
        value={editor.item.comment ?? ''}
      />
    </div>
  );
}
