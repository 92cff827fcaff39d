import { TextArea } from '../../../../parts/TextField.tsx';
import { Time } from '../../../../parts/Time.tsx';
import { fieldPlaces } from '../focus-place.ts';
import type { PanelProps } from '../panel-props.ts';
import { withComment } from './with-comment.ts';

/** A note for whoever works on the item next. */
export function CommentPanel({ editor }: Pick<PanelProps, 'editor'>) {
  const { item, stored } = editor;
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        data-place={fieldPlaces.comment}
        label="Comment"
        onChange={(event) => editor.change((before) => withComment(before, event.target.value))}
        placeholder="What the next person should know"
        rows={6}
        value={item.comment ?? ''}
      />
      <p className="text-quiet text-xs">
        The conversation was last changed by <bdi>{stored.updatedBy}</bdi>, <Time at={stored.updatedAt} />.
      </p>
    </div>
  );
}
