import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import { isWebAddress } from '../../conversation/url.ts';
import type { ChatMessage } from '../../format/chat.ts';
import { toImageText } from '../../format/question.ts';
import type { TargetRequest } from '../port.ts';

export type ReadImage = NonNullable<TargetRequest['readImage']>;
type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** Parts of a user message. */
export function toUserParts(content: ChatMessage['content'], readImage: ReadImage | undefined): UserPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map((part) =>
    part.type === 'text' ? { type: 'text', text: part.value } : toImagePart(part.value, readImage),
  );
}

/** The provider fetches an address itself. Without a reader an image of the project is named by its path. */
function toImagePart(written: string, readImage: ReadImage | undefined): UserPart {
  if (isWebAddress(written)) return toWebImage(written);
  if (readImage === undefined) return { type: 'text', text: toImageText(written) };
  const { bytes, mediaType } = readImage(written);
  return { type: 'file', data: { type: 'data', data: bytes }, mediaType };
}

function toWebImage(written: string): UserPart {
  const url = URL.parse(written);
  if (url === null) return { type: 'text', text: toImageText(written) };
  return { type: 'file', data: { type: 'url', url }, mediaType: toMediaType(url.pathname) };
}

/** Only Google needs more than that it is an image. */
function toMediaType(path: string): string {
  const ending = /\.(png|jpe?g|gif|webp|bmp|heic|heif)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return 'image';
  return ending === 'jpg' ? 'image/jpeg' : `image/${ending}`;
}

/** Text for places that take no image: system text, assistant messages, results of tools. */
export function toPlainText(content: ChatMessage['content']): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.value : toImageText(part.value))).join('\n\n');
}
