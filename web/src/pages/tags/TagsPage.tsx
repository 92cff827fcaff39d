export function TagsPage() {
  return <p>TagsPage</p>;
}
