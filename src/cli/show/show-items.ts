import { assertNoErrors } from '../../base/fault.ts';
import type { Item } from '../../conversation/item.ts';
import { openItems } from '../../files/items/read-items.ts';
import { renderTranscript } from '../../format/transcript.ts';
import type { ShowCommand } from '../commands/show.ts';
import type { ExitCode, Io } from '../io.ts';
import { type Palette, toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';

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
  const title = `${palette.bold(`${item.datasetName} / ${item.id}`)}  ${palette.dim(item.status)}`;
  const turns = (item.history ?? []).map((turn, index) => {
    const text = renderTranscript([{ role: turn.role, content: turn.msg, tool_calls: turn.tool_calls }], index);
    const tags = turn.tags.length === 0 ? [] : [palette.dim(`    # ${turn.tags.join(', ')}`)];
    const refs = (turn.refs ?? []).map((ref) => palette.dim(`    ↳ ${ref.url}`));
    return [text, ...tags, ...refs].join('\n');
  });
  return [title, ...turns].join('\n\n');
}
