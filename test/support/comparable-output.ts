/*
 * What a page shows was printed once, by one machine. Run ids, times of the day, latencies, process numbers, sizes of
 * the database, ids of turns, names and hashes of snapshots and the day of a certificate differ each time. Everything
 * else must be printed again exactly. So only these are taken out, on both sides, and only where they occur.
 */

const runId = /\b\d{8}-\d{6}-[a-z2-9]{4}\b|\bs-[0-9a-f]{16}\b/g;
const latencyTables = [
  { head: / +median +p95\b/, cell: / +(?:–|<1 ms|\d+(?:\.\d+)? m?s)(?= |$)/g },
  { head: / +median(?= +cost$)/, cell: / +(?:–|<1 ms|\d+(?:\.\d+)? m?s)(?= +(?:≥ )?\S+$)/g },
];

/** A printed text without what differs each time. The same run keeps the same name, so two runs stay two. */
export function toComparable(text: string): string {
  const names = new Map<string, string>();
  const withNames = text.replaceAll(runId, (id) => {
    const name = names.get(id) ?? `<run ${names.size + 1}>`;
    names.set(id, name);
    return name;
  });
  const plain = withNames
    .replaceAll(/\b\d{4}-\d\d-\d\d \d\d:\d\d\b/g, '<time>')
    .replaceAll(/(certificate of|samples,|n=\d+,) \d{4}-\d\d-\d\d\b/g, '$1 <day>')
    .replaceAll(/"latencyMs":\s?[\d.e-]+/g, '"latencyMs":<ms>')
    .replaceAll(/^ +(?:<1 ms|[\d.]+ m?s) · /gm, '<ms> · ')
    .replaceAll(/\(process \d+\)/g, '(process <n>)')
    .replaceAll(/"id":"[a-z2-9]{10}"/g, '"id":"<turn>"')
    .replaceAll(/content hash [0-9a-f]{64}/g, 'content hash <hash>')
    .replaceAll(/, [\d.]+ [kM]B\.$/gm, ', <size>.')
    .replaceAll(/[\d.]+ (?:bytes?|[kMG]B) freed/g, '<size> freed');
  return withoutLatencies(plain.replaceAll(/^Means per conversation:\n(?: .*\n?)+/gm, withoutMeanLatency));
}

/** The latency of a comparison; its width moves the cells around it. */
function withoutMeanLatency(table: string): string {
  return table.replaceAll(/ +/g, ' ').replace(/^ latency .*$/m, ' latency <ms>');
}

/**
 * Latencies are in tables whose head has `median`: followed by `p95` in a full table, by `cost` and nothing else in a
 * short one. Their width moves the cells before them.
 */
function withoutLatencies(text: string): string {
  let cell: RegExp | undefined;
  const lines = text.split('\n').map((line) => {
    const head = latencyTables.find((table) => table.head.test(line));
    if (head !== undefined) {
      cell = head.cell;
      return line.replace(head.head, (found) => found.replaceAll(/ +/g, ' '));
    }
    if (line === '' || line === '…') cell = undefined;
    return cell === undefined ? line : line.replaceAll(cell, ' <ms>');
  });
  return lines.join('\n');
}
