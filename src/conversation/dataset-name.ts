/** The name in `dataset:NAME`, as sources of conversations are written; undefined: it names something else. */
export function findDatasetName(source: string): string | undefined {
  return /^dataset:(.+)$/s.exec(source)?.[1];
}
