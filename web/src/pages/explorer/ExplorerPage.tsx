export function ExplorerPage() {
  return <p>ExplorerPage</p>;
}
