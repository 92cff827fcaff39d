import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { ApiFault } from '../../../../data/api-fault.ts';
import { documentQuery } from '../../../../data/workspace.ts';
import { Button } from '../../../../parts/Button.tsx';
import { FaultView } from '../../../../parts/FaultView.tsx';
import { HostLink } from '../../../../parts/HostLink.tsx';
import { LoadingView } from '../../../../parts/LoadingView.tsx';
import { Modal } from '../../../../parts/Modal.tsx';
import { TextArea } from '../../../../parts/TextField.tsx';
import type { RefChange } from '../../edit/ref-changes.ts';
import { ExcerptPicker } from './ExcerptPicker.tsx';
import { toExcerptChange } from './excerpt-change.ts';

export interface SourceDialogProps {
  readonly source: Ref;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChange: (change: RefChange) => void;
  /** Its text is on the screen. */
  readonly onRead: () => void;
}

/** The text of a source, to pick the passage from that the answer rests on. */
export function SourceDialog(props: SourceDialogProps) {
  const { source, isOpen, onClose } = props;
  return (
    <Modal isOpen={isOpen} onClose={onClose} size="wide" title={source.title?.trim() || 'Source'}>
      <SourceText {...props} />
    </Modal>
  );
}

/** The document of the server, else the text that the reference carries, else one that is pasted. */
function SourceText({ source, onChange, onClose, onRead }: SourceDialogProps) {
  const { data, error, isPending, refetch } = useQuery(documentQuery(source.url));
  if (isPending) return <LoadingView label="Loading the source" lines={10} />;
  const text = data?.text ?? source.content ?? '';
  if (text.trim() === '') {
    const isUnknown = error instanceof ApiFault && error.status === 404;
    return error !== null && !isUnknown ? (
      <FaultView error={error} onRetry={() => refetch()} title="The source could not be loaded." />
    ) : (
      <PasteSource onRead={onRead} onText={(content) => onChange({ content })} source={source} />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {data?.isCut === true && <p className="text-sm text-warn">This is only the beginning of the document.</p>}
      {data === undefined && (
        <p className="text-quiet text-sm">The text that the reference carries. The whole source may say more.</p>
      )}
      <ExcerptPicker
        excerpt={source.keyExcerpt ?? ''}
        onPick={(range) => {
          onChange(toExcerptChange(source, text, range));
          onClose();
        }}
        onRead={onRead}
        text={text}
      />
    </div>
  );
}

interface PasteSourceProps {
  readonly source: Ref;
  readonly onText: (text: string) => void;
  readonly onRead: () => void;
}

function PasteSource({ source, onText, onRead }: PasteSourceProps) {
  const [text, setText] = useState('');
  return (
    <div className="flex flex-col gap-3">
      <p>
        This server does not have the text of <HostLink onOpen={onRead} url={source.url} />. Open it, copy the part that
        matters, and paste it here.
      </p>
      <TextArea label="Text of the source" onChange={(event) => setText(event.target.value)} rows={10} value={text} />
      <div>
        <Button disabled={text.trim() === ''} kind="main" onClick={() => onText(text.trim())}>
          Keep the text
        </Button>
      </div>
    </div>
  );
}
