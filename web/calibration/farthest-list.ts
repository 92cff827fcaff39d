import { toScoreText } from '../../src/format/score-text.ts';
import { element } from '../page/element.ts';
import { toShown } from '../page/shown-text.ts';
import { findDistance, judgeOf, kindMarkOf } from './answer-facts.ts';
import { orderAnswers } from './answer-order.ts';
import type { AnswerRow, PageSamples } from './page-samples.ts';
import { toAddress } from './view-state.ts';

/** Samples that the list under a drawing names. */
const shown = 20;

/** Fills the list under every drawing when it is unfolded: what one sees there and cannot point at without a mouse. */
export function listFarthest(samples: PageSamples): void {
  for (const host of document.querySelectorAll<HTMLElement>('.farthest')) {
    host.addEventListener('toggle', () => host.append(listOf(Number(host.getAttribute('data-judge')), samples)), {
      once: true,
    });
  }
}

function listOf(judge: number, { rows, judges }: PageSamples): HTMLElement {
  const own = rows.filter((row) => row.judge === judge && row.human !== null && row.said !== null);
  const worst = orderAnswers(own, judges)(undefined).slice(0, shown);
  const items = worst.map((row) => {
    const link = element('a', { href: toAddress({ text: '', kinds: [], judge, open: row.number }) }, toShown(row.id));
    return element('li', {}, kindMarkOf(row, judgeOf(row, judges)), ' ', link, ` ${toWords(row)}`);
  });
  return element('ol', {}, ...items);
}

function toWords(row: AnswerRow): string {
  return `people ${toScoreText(row.human ?? 0)}, judge ${toScoreText(row.said ?? 0)}: ${findDistance(row) ?? ''}`;
}
