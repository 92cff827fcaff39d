/**
 * Runs when the pointer that is down now has been let go, or at once. What closes under a press would move the button
 * away that is being pressed, and the click would be lost.
 */
export class AfterPointer {
  #isDown = false;
  #waiting: (() => void)[] = [];

  constructor(page: EventTarget) {
    page.addEventListener('pointerdown', () => this.#set(true), { capture: true });
    for (const end of ['pointerup', 'pointercancel'])
      page.addEventListener(end, () => this.#set(false), { capture: true });
  }

  run(task: () => void): void {
    if (this.#isDown) this.#waiting.push(task);
    else task();
  }

  #set(isDown: boolean): void {
    this.#isDown = isDown;
    if (isDown || this.#waiting.length === 0) return;
    const tasks = this.#waiting;
    this.#waiting = [];
    // The click comes right after.
    setTimeout(() => {
      for (const task of tasks) task();
    });
  }
}

export const afterPointer = new AfterPointer(document);
