import { type MouseEvent, useState } from 'react';
import { download } from '../../data/ask-api.ts';
import { showToast } from '../feedback/toasts.ts';
import { LinkFace, type LinkFaceProps } from './ButtonLink.tsx';

export interface DownloadLinkProps extends Omit<LinkFaceProps, 'download' | 'href' | 'icon' | 'onClick'> {
  readonly path: string;
  /** The file name. */
  readonly name: string;
}

/** Downloads a file from the API. It is a link, so that you can copy its address. */
export function DownloadLink({ path, name, ...rest }: DownloadLinkProps) {
  const [isLoading, setLoading] = useState(false);
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setLoading(true);
    void downloadOrSay(path, name).finally(() => setLoading(false));
  };
  return <LinkFace {...rest} aria-busy={isLoading} download={name} href={path} icon="download" onClick={onClick} />;
}

/** For a link and for its shortcut. */
export async function downloadOrSay(path: string, name: string): Promise<void> {
  try {
    await download(path, name);
  } catch (error) {
    const why = error instanceof Error ? ` ${error.message}` : '';
    showToast({ title: `Couldn't download ${name}.${why}`, kind: 'fault' });
  }
}
