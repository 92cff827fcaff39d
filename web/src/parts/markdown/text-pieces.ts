/** A paragraph is read in pieces of at most this many characters. */
export const longestPiece = 5000;

/**
 * A long paragraph in pieces that end before a line break or a space. A word that is longer than a piece is one by
 * itself. Joined they are the paragraph.
 */
export function toPieces(paragraph: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (paragraph.length - start > longestPiece) {
    const end = findEnd(paragraph, start);
    pieces.push(paragraph.slice(start, end));
    start = end;
  }
  pieces.push(paragraph.slice(start));
  return pieces;
}

function findEnd(paragraph: string, start: number): number {
  const furthest = start + longestPiece;
  const line = paragraph.lastIndexOf('\n', furthest);
  if (line > start + longestPiece / 2) return line;
  const space = Math.max(line, paragraph.lastIndexOf(' ', furthest));
  if (space > start) return space;
  const behind = paragraph.slice(furthest).search(/[ \n]/u);
  return behind === -1 ? paragraph.length : furthest + behind;
}
