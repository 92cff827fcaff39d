import { caseBlock, indexBlock, toBlockJson } from '../../format/page-data.ts';
import { renderBlock, renderLines } from './render-block.ts';
import { type ReportCase, toPageCase } from './to-page-case.ts';
import { toPageIndex } from './to-page-index.ts';

/** Cases of one chunk: enough that ten thousand make a few dozen blocks, few enough that one is read in a blink. */
const chunkCases = 200;
/** Long conversations make shorter chunks, so that neither side ever holds much. */
const chunkLength = 2_000_000;

/** The cases as blocks of data, a chunk at a time; nothing is kept. See format/page-data.ts. */
export async function* renderCaseChunks(cases: AsyncIterable<ReportCase>): AsyncGenerator<string> {
  let chunk: ReportCase[] = [];
  let lines: string[] = [];
  let length = 0;
  for await (const conversation of cases) {
    const line = toBlockJson(toPageCase(conversation));
    chunk.push(conversation);
    lines.push(line);
    length += line.length;
    if (chunk.length < chunkCases && length < chunkLength) continue;
    yield renderChunk(chunk, lines);
    chunk = [];
    lines = [];
    length = 0;
  }
  if (chunk.length > 0) yield renderChunk(chunk, lines);
}

function renderChunk(chunk: readonly ReportCase[], lines: readonly string[]): string {
  const index = renderBlock(indexBlock, toBlockJson(toPageIndex(chunk)));
  return `${index}${renderLines(caseBlock, lines)}`;
}
