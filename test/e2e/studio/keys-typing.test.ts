import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionSpec } from '../../../web/src/app/keys/action-spec.ts';
import { actionTable } from '../../../web/src/app/keys/action-table.ts';
import { toBody } from '../../support/api-client.ts';
import { listItems } from '../../support/api-client-items.ts';
import { findBrowser } from '../../support/browser.ts';
import { beginDay, type Day } from '../../support/studio-day.ts';
import { eventually } from '../../support/studio-desk.ts';
import { Walk } from '../../support/studio-walk.ts';
import { fillForFields, typingPlaces } from './keys-fields.ts';

const executablePath = findBrowser();
const written = Object.values(actionTable).flatMap(({ keys }: ActionSpec) => keys);
/** The table writes capitals: Shift+T types T. */
const signs = written.map((key) => key.replace(/^Shift\+/, '')).filter((key) => [...key].length === 1);
/** One chord per first key: in a field all of them are stopped where the first key is. */
const chords = Map.groupBy(
  written.filter((key) => key.includes(' ')).map((key) => key.replace(' ', '')),
  ([first]) => first,
);
/** Every key of the table that types a character. A comma ends a tag: it comes first, where it ends nothing. */
const sentence = [...new Set([',', ...signs, ...[...chords.values()].map(([chord]) => chord)])].join('');

/** The fields to type in that are in sight: of the dialog that is open, else of the page. Each knows its number. */
const listFields = `(() => {
  const dialogs = document.querySelectorAll('[role="dialog"]:not([data-type])');
  const root = [...dialogs].at(-1) ?? document.querySelector('main');
  const isTyped = ({ type }) => !['checkbox', 'radio', 'file', 'hidden'].includes(type);
  const fields = [...root.querySelectorAll('input, textarea')].filter(
    (field) => isTyped(field) && field.checkVisibility() && field.tabIndex >= 0 && !field.disabled,
  );
  for (const field of document.querySelectorAll('[data-number]')) delete field.dataset.number;
  return fields.map((field, number) => {
    field.dataset.number = number;
    return field.ariaLabel ?? field.labels[0].firstChild.textContent.trim();
  });
})()`;

/** What a key could have changed that is not in the field. */
const readPlace = `JSON.stringify([location.pathname, document.documentElement.dataset.theme,
  document.querySelectorAll('[role="dialog"]:not([data-type]), [role="alertdialog"], article[data-turn]').length,
  document.querySelector('nav').clientWidth])`;

describe.skipIf(executablePath === undefined)('the keys of the Studio, while you type', () => {
  let day: Day;
  let walk: Walk;
  let before: readonly string[];
  beforeAll(async () => {
    day = await beginDay(executablePath ?? '', { fill: fillForFields });
    walk = new Walk(day.desk.page, day.studio);
    before = await listStates();
  }, 120_000);
  afterAll(async () => day?.end());

  const listStates = async () =>
    (await listItems(day.api)).map(({ datasetName, id, status }) => `${datasetName}/${id}: ${status}`).toSorted();

  it.each(Object.entries(typingPlaces))('do nothing but write in the fields of %s', async (_, place) => {
    const { page } = day.desk;
    await walk.load(place.path, place.shows);
    await place.open?.(day.desk, day.studio);
    const names = async () => [...new Set(await page.evaluate<readonly string[]>(listFields))];
    await eventually(names).toEqual(place.fields);
    // From the last: what is typed in the first may filter the list that contains the others.
    for (const number of [...place.fields.keys()].toReversed()) {
      const field = page.locator(`[data-number="${number}"]`);
      // As a press elsewhere: what was opened stops asking for the focus.
      await page.dispatchEvent('body', 'pointerdown');
      await field.focus();
      const old = await field.inputValue();
      const there = await page.evaluate(readPlace);
      await page.keyboard.press('End');
      await day.desk.type(sentence);
      // A field may hold less than there are keys.
      const most = Number((await field.getAttribute('maxlength')) ?? Number.POSITIVE_INFINITY);
      const typed = [old + sentence, old + sentence.slice(1)].map((text) => text.slice(0, most));
      const texts = place.isReadOnly === true ? [old] : typed;
      expect(texts, place.fields[number]).toContain(await page.evaluate('document.activeElement.value'));
      expect(await page.evaluate(readPlace), place.fields[number]).toBe(there);
    }
  });

  it('did nothing to any conversation', async () => {
    expect(await listStates()).toEqual(before);
    const { labels } = toBody<{ labels: readonly { score: number }[] }>(await day.api.get('/v1/labels?dataset=keys'));
    // One was given, to have a reason to write; it may still be on its way.
    expect(labels.filter(({ score }) => score !== 3)).toEqual([]);
    // Sources that the server has no text of, the conflict that was made, and pages that were left with
    // unsaved text in a field.
    const isMeant = (complaint: string) => /status of (?:404|412)|dialog: beforeunload/.test(complaint);
    expect(day.complaints.filter((complaint) => !isMeant(complaint))).toEqual([]);
  });
});
