import { resolve } from 'node:path';
import { assertNoErrors, Fault } from '../../base/fault.ts';
import { findKindByName } from '../../files/project/file-kind.ts';
import { listFiles } from '../../files/project/list-files.ts';
import { toShownFile } from '../../files/project/project.ts';
import { findStats } from '../../files/text/read-text.ts';
import { usageFault } from '../usage-fault.ts';

/** The decks that names on the command line stand for: files as they are typed, folders by the decks in them. */
export function listNamedDecks(names: readonly string[], cwd: string): readonly string[] {
  return names.flatMap((name) => {
    if (findStats(resolve(cwd, name))?.isDirectory() === true) return listDecksIn(name, cwd);
    if (findKindByName(name) === 'eval')
      throw usageFault(`"${name}" is an eval file.`, "Pass the judge's deck instead.");
    return [name];
  });
}

function listDecksIn(folder: string, cwd: string): readonly string[] {
  const { files, problems } = listFiles([folder], cwd);
  const decks = files.filter((file) => findKindByName(file) === 'deck').map((file) => toShownFile(file, cwd));
  if (decks.length > 0) return decks;
  assertNoErrors(problems.filter(({ code }) => code !== 'FILE_NONE_FOUND'));
  const message = `There are no decks in the folder "${folder}".`;
  throw new Fault({ code: 'FILE_NONE_FOUND', message, hint: 'Use a file such as tone.deck.md.' });
}
