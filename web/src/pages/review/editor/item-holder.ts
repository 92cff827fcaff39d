import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { ConfirmQuestion } from '../../../parts/dialog/confirmed.ts';

/** Who else works on the item; undefined: nobody, or this person. */
export function findHolder({ assignedTo }: ItemAnswer, me: string | undefined): string | undefined {
  return me === undefined || assignedTo === me ? undefined : assignedTo;
}

/** Whether what somebody else holds may be changed: asked once, until it is forgotten. */
export class HolderLeave {
  readonly #findHolder: () => string | undefined;
  readonly #confirm: (question: ConfirmQuestion) => Promise<boolean>;
  #isGiven = false;

  constructor(find: () => string | undefined, confirm: (question: ConfirmQuestion) => Promise<boolean>) {
    this.#findHolder = find;
    this.#confirm = confirm;
  }

  get holder(): string | undefined {
    return this.#findHolder();
  }

  get isNeeded(): boolean {
    return !this.#isGiven && this.holder !== undefined;
  }

  give(): void {
    this.#isGiven = true;
  }

  forget(): void {
    this.#isGiven = false;
  }

  /** True: it may be changed. */
  async ask(): Promise<boolean> {
    const { holder } = this;
    if (holder === undefined || this.#isGiven) return true;
    this.#isGiven = await this.#confirm(toLeaveQuestion(holder));
    return this.#isGiven;
  }
}

function toLeaveQuestion(holder: string): ConfirmQuestion {
  return {
    title: `${holder} is reviewing this`,
    text: "Your edits will change it while they work. They'll see your changes, and both edits stay in the history.",
    action: 'Edit anyway',
    kind: 'main',
  };
}
