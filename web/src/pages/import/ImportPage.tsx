export function ImportPage() {
  return <p>ImportPage</p>;
}
