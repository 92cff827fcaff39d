import { assertNoErrors, Fault } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import type { Sample } from '../../conversation/sample.ts';
import { readSamples } from '../../files/samples/read-samples.ts';
import { renderTranscript } from '../../format/transcript.ts';
import type { Palette } from '../../report/palette.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { renderTitle } from '../show/show-text.ts';
import type { PreviewCommand } from './preview-command.ts';

/** The samples of a file as conversations, each with its human score. */
export async function previewSamples(path: string, command: PreviewCommand, io: Io): Promise<ExitCode> {
  const { samples, problems } = await readSamples(path, { cwd: io.cwd });
  printWarnings(problems, io);
  assertNoErrors(problems);
  const chosen = command.sample === undefined ? samples : [getSample(samples, command.sample)];
  const palette = toPalette(io.color.out);
  const text = chosen.map((sample) => renderSample(sample, palette)).join('\n\n');
  io.out(command.json === true ? `${JSON.stringify(chosen, null, 2)}\n` : `${text}\n`);
  return 0;
}

function renderSample(sample: Sample, palette: Palette): string {
  const reason = sample.reason === undefined ? '' : ` (${sample.reason})`;
  const facts = [sample.split, ...sample.tags.map((tag) => `# ${tag}`), `score ${renderScore(sample)}${reason}`];
  return `${renderTitle(sample.id, facts, palette)}\n\n${renderTranscript(sample.messages)}`;
}

function renderScore({ score, ratings }: Sample): string {
  if (score !== undefined) return String(score);
  return ratings === undefined ? 'none' : ratings.map((rating) => rating.score).join(', ');
}

/** The sample of that id; a Fault that names the ones there are. */
export function getSample(samples: readonly Sample[], id: string): Sample {
  const found = samples.find((sample) => sample.id === id);
  if (found !== undefined) return found;
  const ids = samples.map((sample) => sample.id);
  throw new Fault({ code: 'SAMPLE_UNKNOWN', message: `There is no sample "${id}".`, hint: suggestFrom(id, ids) });
}
