export function DatasetsPage() {
  return <p>DatasetsPage</p>;
}
