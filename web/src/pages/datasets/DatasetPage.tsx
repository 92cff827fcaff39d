export function DatasetPage() {
  return <p>DatasetPage</p>;
}
