import { assertNoErrors } from '../../base/fault.ts';
import type { Item } from '../../conversation/item.ts';
import { openItems } from '../../files/items/read-items.ts';
import { renderTranscript, toVisibleText } from '../../format/transcript.ts';
import type { ExitCode, Io } from '../io.ts';
import { type Palette, toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import type { ShowCommand } from './show-command.ts';
import { renderTitle } from './show-text.ts';

/** The items of a file as conversations, each turn with its tags and references. */
export async function showItems(path: string, command: ShowCommand, io: Io): Promise<ExitCode> {
  const file = openItems(path, io.cwd);
  assertNoErrors(file.problems);
  const palette = toPalette(io.color.out);
  const items: Item[] = [];
  for await (const { item, problems } of file.readItems()) {
    printWarnings(problems, io);
    assertNoErrors(problems);
    if (item !== undefined) items.push(item);
  }
  const text = items.map((item) => renderItem(item, palette)).join('\n\n');
  io.out(command.json === true ? `${JSON.stringify(items, null, 2)}\n` : `${text}\n`);
  return 0;
}

function renderItem(item: Item, palette: Palette): string {
  const title = renderTitle(`${item.datasetName} / ${item.id}`, [item.status], palette);
  const turns = (item.history ?? []).map((turn, index) => {
    const text = renderTranscript([{ role: turn.role, content: turn.msg, tool_calls: turn.tool_calls }], index);
    const tags = turn.tags.length === 0 ? [] : [palette.dim(`    # ${toVisibleText(turn.tags.join(', '))}`)];
    const refs = (turn.refs ?? []).map((ref) => palette.dim(`    ↳ ${toVisibleText(ref.url)}`));
    return [text, ...tags, ...refs].join('\n');
  });
  const refs = item.refs.map((ref) => palette.dim(`↳ ${toVisibleText(ref.url)}`));
  return [[title, ...refs].join('\n'), ...turns].join('\n\n');
}
