import type { Answer } from './api-client.ts';
import { getItem, type Key, toItemPath } from './api-client-items.ts';
import type { Studio } from './studio.ts';
import type { Desk } from './studio-desk.ts';

/** Two people edit one turn, and one of them sees both edits. The assigned reviewer is second. */
export async function openConflict(desk: Desk, studio: Studio, key: Key): Promise<void> {
  await desk.open(studio, key);
  await desk.write(1);
  await putText(studio, key, 1, 'Where is it?');
  await desk.type(' I wait.');
  await desk.press('Control+s');
  await desk.seesState('Edit conflict');
  await desk.press('Escape', 'Shift+G');
  await desk.page.getByRole('dialog', { name: /^Edit conflict with/ }).waitFor();
}

/** Another reviewer edits a turn, counted from 1. */
export async function putText({ api }: Studio, key: Key, number: number, msg: string): Promise<void> {
  const { item, etag } = await getItem(api, key);
  const history = item.history?.map((turn, index) => (index === number - 1 ? { ...turn, msg } : turn));
  const answer: Answer = await api.put(toItemPath(key), { history }, etag);
  if (answer.status !== 200) throw new Error(`The text was not stored: ${answer.text.slice(0, 2000)}`);
}
