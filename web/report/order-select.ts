import { element } from './element.ts';
import type { CaseRow } from './page-cases.ts';
import { canOrder, type RowOrder, rowOrders } from './row-order.ts';

const labels: Readonly<Record<RowOrder, string>> = {
  score: 'worst score first',
  time: 'slowest first',
  cost: 'dearest first',
};

/** The choice of an order; hidden where rows differ in nothing. */
export class OrderSelect {
  readonly host = element('select', { 'aria-label': 'Order' }, element('option', {}, 'Order: as played'));
  readonly #orders: readonly RowOrder[];

  constructor(rows: readonly CaseRow[], onChange: (order: RowOrder | undefined) => void) {
    this.#orders = rowOrders.filter((order) => canOrder(rows, order));
    for (const order of this.#orders) this.host.append(element('option', { value: order }, `Order: ${labels[order]}`));
    this.host.hidden = this.#orders.length === 0;
    this.host.addEventListener('change', () => onChange(this.#orders[this.host.selectedIndex - 1]));
  }

  show(order: RowOrder | undefined): void {
    this.host.selectedIndex = order === undefined ? 0 : this.#orders.indexOf(order) + 1;
    this.host.classList.toggle('chosen', this.host.selectedIndex > 0);
  }
}
