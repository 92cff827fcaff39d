import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf, readReport } from './imports.ts';

function inPieces(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  );
  return new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

it('gives the same lines however the body is cut', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' '), minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 5 }), fc.boolean(), async (lines, size, isEnded) => {
      const text = lines.join('\n') + (isEnded ? '\n' : '');
      expect(await Array.fromAsync(linesOf(inPieces(text, size)))).toEqual(lines);
    }),
  );
});

it('ends the body when its reader stops', async () => {
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('line\n')),
    cancel: () => {
      isCanceled = true;
    },
  });
  for await (const line of linesOf(body)) {
    expect(line).toBe('line');
    break;
  }
  expect(isCanceled).toBe(true);
});

it('reports which columns of a table were read, and which dataset was meant', async () => {
  const counts = { created: 1, unchanged: 0, updated: 0, failed: 0, piiWarnings: 0, duplicateWarnings: 0 };
  const lines = [
    { kind: 'file', name: 'a.csv', format: 'table', map: 'user=question,id=id', dataset: 'a' },
    { kind: 'rows', results: [{ index: 0, id: 'x', dataset: 'a', verdict: 'created' }] },
    { kind: 'end', counts, stored: false, piiWarnings: [], duplicateWarnings: [], losses: [] },
  ];
  const report = await readReport(inPieces(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 40));
  expect(report).toMatchObject({ format: 'table', map: 'user=question,id=id', dataset: 'a', counts });
});
