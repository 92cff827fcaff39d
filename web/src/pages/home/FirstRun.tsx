import { ButtonLink } from '../../parts/ButtonLink.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { PageBody } from '../../parts/PageBody.tsx';

const command = 'turnwise import file.jsonl';

const steps = [
  ['Import', 'Turnwise items, chat logs from most tools, or the failed conversations of a run.'],
  ['Review', 'Read each conversation, fix it, and add references, tags and a score.'],
  ['Use', 'Approved conversations become eval cases. Scores calibrate your judges.'],
] as const;

/** Before there is anything: how the first conversations come in. */
export function FirstRun() {
  return (
    <PageBody>
      <h1 className="font-semibold text-2xl leading-tight tracking-tight">No conversations yet</h1>
      <p className="mt-1 max-w-prose text-quiet">
        Import a file to get started. You see a preview before anything is saved.
      </p>
      <div className="mt-5">
        <ButtonLink icon="upload" keys="g i" kind="main" size="large" to="/import">
          Import a file
        </ButtonLink>
      </div>
      <p className="mt-8 text-quiet">Or run this in a terminal, in the folder with the file:</p>
      <p className="mt-2 flex w-fit max-w-full items-center gap-3 rounded-md bg-shade py-1 pr-1 pl-3">
        <code className="min-w-0 overflow-x-auto whitespace-nowrap font-mono text-sm">{command}</code>
        <CopyButton text={command} />
      </p>
      <ol className="mt-12 grid gap-8 sm:grid-cols-3">
        {steps.map(([title, text], place) => (
          <li key={title}>
            <h2 className="font-semibold">
              <span className="text-quiet tabular-nums">{place + 1}</span> {title}
            </h2>
            <p className="mt-1 text-quiet text-sm">{text}</p>
          </li>
        ))}
      </ol>
    </PageBody>
  );
}
