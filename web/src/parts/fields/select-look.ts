/** The closed box, the same before and after the list is loaded. */
export const selectLook =
  'flex min-h-8 min-w-32 items-center justify-between gap-2 rounded-md border border-field bg-card px-2.5 text-left text-sm hover:bg-hover disabled:opacity-60 data-disabled:opacity-60';

export function toLabelLook(isHidden: boolean): string {
  return isHidden ? 'sr-only' : 'font-medium text-quiet text-xs';
}
