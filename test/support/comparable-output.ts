/*
 * What a page shows was printed once, by one machine. Run ids, times of the day, latencies, process numbers, sizes of
 * the database, ids of turns, names and hashes of snapshots, the day of a certificate differ each time; everything else has to be printed again letter by letter. So only these are taken out,
 * on both sides, and only where they can stand.
 */

const runId = /\b\d{8}-\d{6}-[a-z2-9]{4}\b|\bs-[0-9a-f]{16}\b/g;
const latencyHead = /\bmedian +p95\b/;
const latency = / +(?:–|<1 ms|\d+(?:\.\d+)? m?s)(?= |$)/g;

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
  return withoutLatencies(plain.replaceAll(/^Means of a conversation:\n(?: .*\n?)+/gm, withoutMeanLatency));
}

/** The latency of a comparison; its width moves the cells around it. */
function withoutMeanLatency(table: string): string {
  return table.replaceAll(/ +/g, ' ').replace(/^ latency .*$/m, ' latency <ms>');
}

/** Latencies stand in tables whose head has `median` and `p95`; their width moves what stands before them. */
function withoutLatencies(text: string): string {
  let isTable = false;
  const lines = text.split('\n').map((line) => {
    if (latencyHead.test(line)) {
      isTable = true;
      return line.replace(/ +median +p95/, ' median p95');
    }
    if (line === '') isTable = false;
    return isTable ? line.replaceAll(latency, ' <ms>') : line;
  });
  return lines.join('\n');
}
