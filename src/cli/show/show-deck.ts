import { assertNoErrors, Fault } from '../../base/fault.ts';
import type { Deck } from '../../conversation/deck.ts';
import type { Sample } from '../../conversation/sample.ts';
import { readDeck } from '../../files/deck/read-deck.ts';
import { type DeckMessage, renderDeck } from '../../grade/deck/render-deck.ts';
import { toSampleContext } from '../../grade/deck/sample-context.ts';
import type { ExitCode, Io } from '../io.ts';
import { type Palette, toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { getSample } from './get-sample.ts';
import type { ShowCommand } from './show-command.ts';
import { renderHeading, renderTitle, showText } from './show-text.ts';

/** The exact request a judge would get for one sample of the deck. */
export async function showDeck(path: string, command: ShowCommand, io: Io): Promise<ExitCode> {
  const { deck, problems } = readDeck(path, { cwd: io.cwd });
  printWarnings(problems, io);
  assertNoErrors(problems);
  if (deck === undefined) return 2;
  const sample = chooseSample(deck, command.sample);
  const { messages } = renderDeck(deck, toSampleContext(sample, { deck }));
  const { min, max } = deck.scale;
  const contexts = deck.contexts.map(({ name }) => name);
  const json = { deck: deck.file, scale: [min, max], contexts, messages };
  io.out(
    command.json === true
      ? `${JSON.stringify(json, null, 2)}\n`
      : renderRequest({ deck, sample, messages }, toPalette(io.color.out)),
  );
  return 0;
}

function chooseSample(deck: Deck, id: string | undefined): Sample {
  if (id !== undefined) return getSample(deck.samples, id);
  const [first] = deck.samples;
  if (first !== undefined) return first;
  const message = 'The deck has no sample to show it with.';
  const hint = 'Include a TOML file with [[samples]]: ![samples](my.samples.toml)';
  throw new Fault({ code: 'SAMPLE_UNKNOWN', message, hint, file: deck.file });
}

interface Request {
  readonly deck: Deck;
  readonly sample: Sample;
  readonly messages: readonly DeckMessage[];
}

function renderRequest({ deck, sample, messages }: Request, palette: Palette): string {
  const { min, max, step } = deck.scale;
  const scale = `scale ${min} to ${max}${step === 0 ? '' : ` by ${step}`}, passes from ${deck.pass}`;
  const title = renderTitle(`${deck.file} / ${sample.id}`, [scale], palette);
  const parts = messages.map(({ role, content }) => `${renderHeading(role, palette)}\n${showText(content)}`);
  return `${[title, ...parts].join('\n\n')}\n`;
}
