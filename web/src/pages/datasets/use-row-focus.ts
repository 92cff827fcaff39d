import { type RefObject, useRef } from 'react';
import { useAction } from '../../app/keys/use-action.ts';

/** Goes through the names of the datasets by key. Who has none in focus begins with the first. */
export function useRowFocus(): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const find = () => {
    const names = [...(list.current?.querySelectorAll<HTMLElement>('[data-dataset]') ?? [])];
    const row = document.activeElement?.closest('li') ?? null;
    return { names, at: names.findIndex((name) => name.closest('li') === row) };
  };
  const step = (by: number) => {
    const { names, at } = find();
    const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), names.length - 1);
    names[next]?.focus();
  };
  useAction('datasets.next', () => step(1));
  useAction('datasets.previous', () => step(-1));
  useAction('datasets.open', () => {
    const { names, at } = find();
    names[at]?.click();
  });
  return list;
}
