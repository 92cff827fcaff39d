/** The title of the home page and the sentence below it. */
export function toWaitingWords(held: number, open: number): { readonly title: string; readonly lead: string } {
  if (held === 1) return { title: 'You have 1 conversation to review', lead: toLead(held, open - held) };
  if (held > 1) return { title: `You have ${held} conversations to review`, lead: toLead(held, open - held) };
  if (open === 0) return { title: 'Everything is reviewed', lead: 'Import more conversations, or browse all of them.' };
  const left = open === 1 ? '1 conversation needs' : `${open.toLocaleString('en')} conversations need`;
  return { title: 'Your queue is empty', lead: `${left} review. Claim some, and they're assigned to you.` };
}

/** The label of the button that claims more: never more than there are. */
export function toTakeWords(held: number, open: number): string {
  if (held === 0) return 'Claim 10';
  const left = open - held;
  if (left === 1) return 'Claim the last one';
  return left < 10 ? `Claim the last ${left}` : 'Claim 10 more';
}

function toLead(held: number, left: number): string {
  const mine =
    held === 1 ? "It's yours until you approve or skip it." : "They're yours until you approve or skip them.";
  if (left <= 0) return `${mine} There's nothing else to review.`;
  return `${mine} ${left === 1 ? '1 more needs' : `${left.toLocaleString('en')} more need`} review.`;
}
