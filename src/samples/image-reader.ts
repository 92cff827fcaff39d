import { extname } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Attachments } from '../files/project/attachments.ts';
import type { ImageData } from '../format/attachment.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** Reads images of the project. Each is read when it is sent, and not kept. */
export function openImageReader(attachments: Attachments): (written: string) => ImageData {
  return (written) => {
    const path = attachments.resolve(written);
    const mediaType = mediaTypes[extname(path).toLowerCase()];
    if (mediaType === undefined) {
      const known = Object.keys(mediaTypes).join(' ');
      throw new Fault({
        code: 'FILE_UNREADABLE',
        message: `"${written}" is not a supported image. Supported: ${known}.`,
      });
    }
    return { bytes: attachments.readImage(written), mediaType };
  };
}
