import { showToast } from '../../parts/feedback/toasts.ts';

/** Copies a text and says so; `what` names it: "the id". */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: `Copied ${what}` });
  } catch {
    // Permission denied, or not available on plain http.
    showToast({ title: 'This browser blocked copying. Select the text and copy it yourself.', kind: 'fault' });
  }
}
