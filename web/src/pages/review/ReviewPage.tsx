export function ReviewPage() {
  return <p>ReviewPage</p>;
}
