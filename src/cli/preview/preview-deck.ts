import { assertNoErrors } from '../../base/fault.ts';
import { type Deck, offeredContexts } from '../../conversation/judge/deck.ts';
import type { Sample } from '../../conversation/sample.ts';
import { readDeck } from '../../files/deck/read-deck.ts';
import { toSampleMaterial } from '../../grade/judge/judge-sample.ts';
import { toJudgeView } from '../../grade/judge/judge-view.ts';
import { type ContextValues, type DeckMessage, renderDeck, toDeckHash } from '../../grade/judge/render-deck.ts';
import type { Palette } from '../../report/palette.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { renderPart, renderTitle } from '../show/show-text.ts';
import { type DeckCertificate, listDeckCertificates, renderDeckCertificate } from './deck-certificates.ts';
import type { PreviewCommand } from './preview-command.ts';
import { getSample } from './preview-samples.ts';

/** Prints the exact request to a judge for one sample of the deck. Without samples, it contains placeholders. */
export async function previewDeck(path: string, command: PreviewCommand, io: Io): Promise<ExitCode> {
  const { deck, problems } = readDeck(path, { cwd: io.cwd });
  printWarnings(problems, io);
  assertNoErrors(problems);
  if (deck === undefined) return 2;
  const sample = command.sample === undefined ? deck.samples[0] : getSample(deck.samples, command.sample);
  const values =
    sample === undefined ? toPlaceholders(deck) : toJudgeView(deck, toSampleMaterial(sample, { deck })).values;
  const { messages } = renderDeck(deck, values);
  const { min, max } = deck.scale;
  const contexts = deck.contexts.map(({ name }) => name);
  const certificates = await listDeckCertificates(path, toDeckHash(deck), io);
  const certified = certificates.length === 0 ? {} : { certificates };
  const json = { deck: deck.file, scale: [min, max], ...certified, contexts, messages };
  io.out(
    command.json === true
      ? `${JSON.stringify(json, null, 2)}\n`
      : renderRequest({ deck, sample, messages, certificates }, toPalette(io.color.out)),
  );
  if (sample === undefined) io.err(deck.isPrompt === true ? noPromptSamples : noSamples);
  return 0;
}

const noSamples =
  'The deck has no samples, so the values in parentheses are placeholders. To see a real request,\n' +
  'include a TOML file with [[samples]] in the deck: ![samples](my.samples.toml)\n';

const noPromptSamples =
  'A prompt has no samples of its own, so the values in parentheses are placeholders. To see a real request,\n' +
  'grade a run with it: turnwise show <run> --judge-calls\n';

/** Placeholders for the values that only a conversation can give. */
function toPlaceholders({ contexts }: Deck): ContextValues {
  // The format comes from the deck.
  const open = contexts.filter(({ name }) => name !== 'outputFormat' && offeredContexts.some((one) => one === name));
  const pairs = open.map(({ name }) => [name, name === 'fullConversation' ? '(the conversation)' : `(${name})`]);
  return Object.fromEntries(pairs);
}

interface Request {
  readonly deck: Deck;
  /** Absent: the deck has no samples. */
  readonly sample: Sample | undefined;
  readonly messages: readonly DeckMessage[];
  readonly certificates: readonly DeckCertificate[];
}

function renderRequest({ deck, sample, messages, certificates }: Request, palette: Palette): string {
  const { min, max, step } = deck.scale;
  const scale = `scale ${min} to ${max}${step === 0 ? '' : ` by ${step}`}, passing score ${deck.pass}`;
  const title = renderTitle(sample === undefined ? deck.file : `${deck.file} / ${sample.id}`, [scale], palette);
  const head = [title, ...certificates.map((certificate) => palette.dim(renderDeckCertificate(certificate)))];
  const parts = messages.map(({ role, content }) => renderPart(role, content, palette));
  return `${[head.join('\n'), ...parts].join('\n\n')}\n`;
}
