/** What tags and groups mean, in one list. */
export function GlossaryList({ entries }: { readonly entries: Readonly<Record<string, string>> }) {
  const listed = Object.entries(entries).toSorted(([a], [b]) => a.localeCompare(b));
  if (listed.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 items-center rounded text-accent hover:underline">
        What do these mean?
      </summary>
      <dl className="mt-2 flex flex-col gap-2">
        {listed.map(([tag, meaning]) => (
          <div key={tag}>
            <dt className="font-medium" dir="auto">
              {tag}
            </dt>
            <dd className="break-words text-quiet" dir="auto">
              {meaning}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
