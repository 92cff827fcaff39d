import { Fault } from '../../base/fault.ts';
import type { TextLine } from './lines.ts';
import { decodeUtf8, evalLimitBytes, toMegabytes } from './read-text.ts';

const newline = 0x0a;

/** The lines of what comes in piece by piece, such as standard input; blank ones too. */
export async function* streamInputLines(pieces: AsyncIterable<Uint8Array>, shown: string): AsyncGenerator<TextLine> {
  const request = { path: shown, shown };
  let carried: Uint8Array[] = [];
  let carriedBytes = 0;
  let line = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, from)) {
      line += 1;
      const bytes = Buffer.concat([...carried, piece.subarray(from, at)]);
      carried = [];
      carriedBytes = 0;
      from = at + 1;
      yield { line, text: decodeUtf8(bytes, request, line) };
    }
    carried.push(piece.subarray(from));
    carriedBytes += piece.length - from;
    if (carriedBytes > evalLimitBytes) throw lineTooLong(shown, line + 1);
  }
  if (carriedBytes > 0) yield { line: line + 1, text: decodeUtf8(Buffer.concat(carried), request, line + 1) };
}

function lineTooLong(shown: string, line: number): Fault {
  const message = `Line ${line} of ${shown} exceeds ${toMegabytes(evalLimitBytes)} MB.`;
  return new Fault({ code: 'FILE_TOO_BIG', message, hint: 'Write one item per line.', file: shown, line, column: 1 });
}
