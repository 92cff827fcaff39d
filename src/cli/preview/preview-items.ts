import { assertNoErrors, Fault, type Problem } from '../../base/fault.ts';
import { suggestValue } from '../../base/nearest.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import type { Ref } from '../../conversation/ref.ts';
import { openItems } from '../../files/read-items.ts';
import { renderTranscript, toVisibleText } from '../../format/transcript.ts';
import type { Palette } from '../../report/palette.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { renderTitle, showText } from '../show/show-text.ts';
import type { PreviewCommand } from './preview-command.ts';

/** The items of a file as conversations, each turn with its tags, references and answer key. */
export async function previewItems(path: string, command: PreviewCommand, io: Io): Promise<ExitCode> {
  const file = openItems(path, io.cwd);
  const problems: Problem[] = [...file.problems];
  const items: Item[] = [];
  for await (const { item, problems: found } of file.readItems()) {
    problems.push(...found);
    if (item !== undefined) items.push(item);
  }
  printWarnings(problems, io);
  assertNoErrors(problems);
  const chosen = command.case?.map((id) => getItem(items, id, command.case)) ?? items;
  const palette = toPalette(io.color.out);
  const text = chosen.map((item) => renderItem(item, palette)).join('\n\n');
  io.out(command.json === true ? `${JSON.stringify(chosen, null, 2)}\n` : `${text}\n`);
  return 0;
}

function getItem(items: readonly Item[], id: string, values: readonly string[] = []): Item {
  const found = items.find((item) => item.id === id);
  if (found !== undefined) return found;
  const hint = suggestValue(id, { flag: '--case', values, known: items.map((item) => item.id) });
  throw new Fault({ code: 'CASE_UNKNOWN', message: `There is no item "${id}".`, hint });
}

function renderItem(item: Item, palette: Palette): string {
  const tags = item.manualTags.map((tag) => `# ${tag}`);
  const title = renderTitle(`${item.datasetName} / ${item.id}`, [item.status, ...tags], palette);
  const texts = [
    ['question', item.editedQuestion ?? item.synthQuestion],
    ['answer', item.answer],
  ].flatMap(([name, text]) => (text === undefined ? [] : [`${palette.dim(`${name}:`)} ${showText(text)}`]));
  const head = [title, ...texts, ...item.refs.map((ref) => renderRef(ref, palette))].join('\n');
  return [head, ...(item.history ?? []).map((turn, index) => renderTurn(turn, index, palette))].join('\n\n');
}

function renderTurn(turn: Turn, index: number, palette: Palette): string {
  const text = renderTranscript([{ role: turn.role, content: turn.msg, tool_calls: turn.tool_calls }], index);
  const tags = turn.tags.length === 0 ? [] : [palette.dim(toVisibleText(`# ${turn.tags.join(', ')}`))];
  const key = turn.answerKey === undefined ? [] : [palette.dim(`✓ ${toVisibleText(JSON.stringify(turn.answerKey))}`)];
  const refs = (turn.refs ?? []).map((ref) => renderRef(ref, palette));
  return [text, ...[...tags, ...refs, ...key].map((line) => `    ${line}`)].join('\n');
}

function renderRef({ url, title, keyExcerpt, bonus }: Ref, palette: Palette): string {
  const facts = [
    url,
    title,
    keyExcerpt === undefined ? undefined : `“${keyExcerpt}”`,
    bonus === true ? 'optional' : undefined,
  ];
  return palette.dim(toVisibleText(`↳ ${facts.filter((fact) => fact !== undefined).join(' · ')}`));
}
