import { parseItem } from '../../conversation/item/parse-item.ts';
import { openImportFile } from '../foreign/open-import-file.ts';
import { toEntryPlace } from '../foreign/read-entries.ts';
import { toProblems } from '../syntax/placed-data.ts';
import type { Validator } from './validate-eval.ts';

/** Reads a file in the format of another program as `import` does, without a database. Returns its conversations. */
export const validateConversations: Validator = async (path, { cwd }, problems) => {
  const { file, entries, questions, dataset = file } = await openImportFile(path, cwd);
  if (questions !== undefined) return questions.length;
  let count = 0;
  for await (const { value, problem, at } of entries) {
    if (problems.isFull) break;
    if (problem !== undefined) {
      problems.add([problem]);
      continue;
    }
    const { value: item, issues } = parseItem(value, { dataset, id: `item-${count + 1}` });
    if (item !== undefined) count += 1;
    if (issues.length === 0) continue;
    const placeOf = () => ({ column: 1, ...toEntryPlace(at, file) });
    problems.add(toProblems(issues, { file, reading: 'conversations', value, placeOf }, { prefix: 'ITEM' }));
  }
  return count;
};
