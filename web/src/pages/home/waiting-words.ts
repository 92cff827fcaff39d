/** What waits, in words: the title of the home page and the sentence below it. */
export function toWaitingWords(held: number, open: number): { readonly title: string; readonly lead: string } {
  if (held === 1) return { title: 'One conversation waits for you', lead: toLead(open - held) };
  if (held > 1) return { title: `${held} conversations wait for you`, lead: toLead(open - held) };
  if (open === 0) return { title: 'Everything is reviewed', lead: 'Import more, or look through what is there.' };
  const left = open === 1 ? 'One conversation is' : `${open.toLocaleString('en')} conversations are`;
  return {
    title: 'Nothing waits for you',
    lead: `${left} still to be reviewed. Take some: nobody else gets them then.`,
  };
}

/** What the button to take more says: never more than there are. */
export function toTakeWords(held: number, open: number): string {
  if (held === 0) return 'Take 10 to review';
  const left = open - held;
  if (left === 1) return 'Take the last one';
  return left < 10 ? `Take the last ${left}` : 'Take 10 more';
}

function toLead(left: number): string {
  if (left <= 0) return 'They are yours until you approve or skip them. There is nothing else to review.';
  const others = left === 1 ? 'One more is' : `${left.toLocaleString('en')} more are`;
  return `Yours until you approve or skip them. ${others} still to be reviewed.`;
}
