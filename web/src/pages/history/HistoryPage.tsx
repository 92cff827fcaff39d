export function HistoryPage() {
  return <p>HistoryPage</p>;
}
