import { useState } from 'react';
import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { ApiFault } from '../../../../data/api-fault.ts';
import { Button } from '../../../../parts/button/Button.tsx';
import { Modal } from '../../../../parts/dialog/Modal.tsx';
import { TextArea } from '../../../../parts/fields/TextField.tsx';
import { FaultView } from '../../../../parts/page/FaultView.tsx';
import { LoadingView } from '../../../../parts/page/LoadingView.tsx';
import { HostLink } from '../../../../parts/text/HostLink.tsx';
import { toExcerptChange } from '../../changes/key-excerpt.ts';
import type { RefChange } from '../../changes/ref-changes.ts';
import { ExcerptPicker } from './ExcerptPicker.tsx';
import { useSourceText } from './use-source-text.ts';

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
    <Modal isOpen={isOpen} onClose={onClose} size="wide" title={source.title?.trim() || 'Document'}>
      <SourceText {...props} />
    </Modal>
  );
}

/** The document of the server, else the text that the reference carries, else one that is pasted. */
function SourceText({ source, onChange, onClose, onRead }: SourceDialogProps) {
  const { isLoading, text, isWhole, isCut, error, retry, askForWhole } = useSourceText(source);
  if (isLoading) return <LoadingView label="Loading document" lines={10} />;
  const isUnknown = error instanceof ApiFault && error.status === 404;
  if (text.trim() === '') {
    return error !== null && !isUnknown ? (
      <FaultView error={error} onRetry={retry} title="Couldn't load the document." />
    ) : (
      <PasteSource onRead={onRead} onText={(content) => onChange({ content })} source={source} />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {isCut && <p className="text-sm text-warn">This is only the beginning of the document.</p>}
      {!isWhole && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet text-sm">
          <p>This is the text stored with the reference. The full document may contain more.</p>
          {askForWhole !== undefined && <Button onClick={askForWhole}>Load full document</Button>}
          {error !== null && (
            <p role="status">{isUnknown ? "This server doesn't have it." : "Couldn't load it from this server."}</p>
          )}
        </div>
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
        This server doesn't have the text of <HostLink onOpen={onRead} url={source.url} />. Open it, copy the relevant
        part, and paste it here.
      </p>
      <TextArea label="Document text" onChange={(event) => setText(event.target.value)} rows={10} value={text} />
      <div>
        <Button disabled={text.trim() === ''} kind="main" onClick={() => onText(text.trim())}>
          Save text
        </Button>
      </div>
    </div>
  );
}
