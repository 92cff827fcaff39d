export function SnapshotsPage() {
  return <p>SnapshotsPage</p>;
}
