import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { ConfirmQuestion } from '../../../parts/dialog/confirmed.ts';

/** The reviewer that the item is assigned to, unless that is this person. */
export function findOtherAssignee({ assignedTo }: ItemAnswer, me: string | undefined): string | undefined {
  return me === undefined || assignedTo === me ? undefined : assignedTo;
}

/** Permission to change an item that is assigned to someone else. The person gives it once per visit. */
export class EditPermission {
  readonly #findAssignee: () => string | undefined;
  readonly #confirm: (question: ConfirmQuestion) => Promise<boolean>;
  #isGranted = false;

  constructor(findAssignee: () => string | undefined, confirm: (question: ConfirmQuestion) => Promise<boolean>) {
    this.#findAssignee = findAssignee;
    this.#confirm = confirm;
  }

  get otherAssignee(): string | undefined {
    return this.#findAssignee();
  }

  get isMissing(): boolean {
    return !this.#isGranted && this.otherAssignee !== undefined;
  }

  grant(): void {
    this.#isGranted = true;
  }

  revoke(): void {
    this.#isGranted = false;
  }

  /** Asks the person if necessary. True: the item may be changed. */
  async request(): Promise<boolean> {
    const { otherAssignee } = this;
    if (otherAssignee === undefined || this.#isGranted) return true;
    this.#isGranted = await this.#confirm(toQuestion(otherAssignee));
    return this.#isGranted;
  }
}

function toQuestion(assignee: string): ConfirmQuestion {
  return {
    title: `${assignee} is reviewing this`,
    text: "Your edits will change it while they work. They'll see your changes, and both edits stay in the history.",
    action: 'Edit anyway',
    kind: 'main',
  };
}
