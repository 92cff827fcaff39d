/** The name in `dataset:NAME`, as sources of conversations are written; undefined: it names something else. */
export function findDatasetName(source: string): string | undefined {
  return /^dataset:(.+)$/s.exec(source)?.[1];
}

/** Where labels of a deck are collected if nothing else is set: `dataset:tone` for `graders/tone.deck.md`. */
export function suggestDataset(deck: string): string {
  const [file = deck] = deck.split(/[/\\]/).slice(-1);
  return `dataset:${file.replace(/(?:\.deck)?\.(?:md|toml)$/, '')}`;
}
