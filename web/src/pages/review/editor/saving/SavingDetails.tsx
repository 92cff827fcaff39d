import { Popover } from '@base-ui/react/popover';
import { ApiFault } from '../../../../data/api-fault.ts';
import { Time } from '../../../../parts/Time.tsx';
import type { ItemEditor } from '../item-editor.ts';
import type { SavingText } from './saving-texts.ts';

export interface SavingDetailsProps {
  readonly editor: ItemEditor;
  readonly text: SavingText;
  readonly onJump?: (path: string) => void;
}

/** The whole of it: what the state means, what the server complains about, what the server has. */
export function SavingDetails({ editor, text, onJump }: SavingDetailsProps) {
  const { saving, stored, isElsewhere } = editor;
  const problems = saving.kind === 'refused' && saving.error instanceof ApiFault ? saving.error.problems : [];
  return (
    <div className="flex flex-col gap-2">
      <Popover.Title className="font-semibold">{text.short}</Popover.Title>
      <Popover.Description className="[overflow-wrap:anywhere]" dir="auto">
        {text.long}
      </Popover.Description>
      {problems.length > 0 && (
        <ul className="flex flex-col gap-1">
          {problems.map(({ path, message }) => (
            <li className="[overflow-wrap:anywhere]" dir="auto" key={`${path} ${message}`}>
              <ProblemPlace onJump={onJump} path={path} /> {message}
            </li>
          ))}
        </ul>
      )}
      {isElsewhere && <p>Also open in another tab. Edits from both tabs are merged.</p>}
      <p className="text-quiet">
        On the server: revision {stored.revision} by <span dir="auto">{stored.updatedBy}</span>,{' '}
        <Time at={stored.updatedAt} />.
      </p>
    </div>
  );
}

interface ProblemPlaceProps {
  readonly path: string;
  readonly onJump: ((path: string) => void) | undefined;
}

function ProblemPlace({ path, onJump }: ProblemPlaceProps) {
  if (onJump === undefined) return <code className="font-mono text-xs">{path}</code>;
  return (
    <button className="min-h-6 font-mono text-accent text-xs underline" onClick={() => onJump(path)} type="button">
      {path}
    </button>
  );
}
