import { Button } from '../../parts/button/Button.tsx';
import { CopyButton } from '../../parts/button/CopyButton.tsx';
import { Icon } from '../../parts/Icon.tsx';

const example = JSON.stringify({
  id: 'late-package',
  history: [
    { role: 'user', msg: 'My package arrived after 20 days. Can I return it?' },
    { role: 'assistant', msg: 'Yes, within 14 days of delivery.', refs: [{ url: 'https://example.com/returns' }] },
  ],
});

const formats = [
  { name: 'Turnwise items', what: 'an export, a snapshot, or a file you wrote' },
  { name: 'OpenAI and plain chats', what: '{"messages": [{"role", "content"}]}' },
  { name: 'Anthropic chats', what: '{"system", "messages": [{"role", "content": […]}]}' },
  { name: 'ShareGPT chats', what: '{"conversations": [{"from", "value"}]}' },
  { name: 'CSV, TSV and Parquet', what: 'columns question, answer, or conversation_id, role, content' },
  { name: 'Public datasets', what: 'OASST, UltraChat, MT-Bench-101, tau-bench' },
];

/** Shown before a file is chosen: how to choose one, and the supported formats. */
export function ImportStart({ onChoose }: { readonly onChoose: () => void }) {
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col items-center gap-3 rounded-2xl border-2 border-line border-dashed px-6 py-14 text-center">
        <span className="text-quiet">
          <Icon name="upload" size={30} />
        </span>
        <p className="font-semibold text-lg">Drop files anywhere on this page</p>
        <p className="text-quiet">JSON Lines, JSON, YAML, CSV, TSV or Parquet. You can drop several files at once.</p>
        <div className="pt-2">
          <Button icon="add" keys="o" kind="main" onClick={onChoose} size="large">
            Choose files
          </Button>
        </div>
      </div>
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
        <section className="flex min-w-0 flex-col gap-2">
          <h2 className="flex min-h-8 items-center font-semibold">Supported formats</h2>
          <dl className="flex flex-col">
            {formats.map(({ name, what }) => (
              <div className="border-line border-t py-2.5" key={name}>
                <dt className="text-sm">{name}</dt>
                <dd className="break-words font-mono text-quiet text-xs">{what}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="flex min-w-0 flex-col gap-2">
          <div className="flex items-center justify-between gap-4">
            <h2 className="font-semibold">Minimal example</h2>
            <CopyButton text={`${example}\n`} />
          </div>
          <pre className="whitespace-pre-wrap break-words rounded-lg bg-shade p-3 font-mono text-xs">{example}</pre>
          <p className="text-quiet text-sm">
            Save it as <code className="font-mono text-xs">refunds.jsonl</code>, one conversation per line. The dataset
            is named after the file unless a conversation names one.
          </p>
        </section>
      </div>
    </div>
  );
}
