/** Drawn on a 20 × 20 grid, with strokes in the text color. */
const shapes = {
  add: 'M10 4v12M4 10h12',
  approve: 'M4 10.5l4 4 8-9',
  arrowDown: 'M10 4v12M5 11l5 5 5-5',
  arrowUp: 'M10 16V4M5 9l5-5 5 5',
  back: 'M12 4l-6 6 6 6',
  bolt: 'M11 2L4 11h5l-1 7 7-9h-5z',
  book: 'M4 4.5h5a2 2 0 0 1 1 .5 2 2 0 0 1 1-.5h5v11h-5a2 2 0 0 0-1 .5 2 2 0 0 0-1-.5H4zM10 5v11',
  camera: 'M3 6.5h3.2l1.3-2h5l1.3 2H17v9.500H3zM10 8.500a2.700 2.700 0 1 0 0 5.400 2.700 2.700 0 0 0 0-5.400z',
  chat: 'M4 4h12v9H9l-4 3v-3H4z',
  chevron: 'M7 4l6 6-6 6',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6v4l3 2',
  close: 'M5 5l10 10M15 5L5 15',
  columns: 'M3 4h14v12H3zM8 4v12M12.5 4v12',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  download: 'M10 3v10M6 9l4 4 4-4M4 16.5h12',
  edit: 'M12.5 4.5l3 3L8 15H5v-3zM4 17.5h12',
  external: 'M8 5H4.500v10.500H15V12M11 4h5v5M16 4l-7 7',
  filter: 'M3 5h14l-5.5 6v5l-3-1.5V11z',
  grid: 'M4 4h5v5H4zM11 4h5v5h-5zM4 11h5v5H4zM11 11h5v5h-5z',
  home: 'M3.5 10L10 4l6.5 6M5.5 8.5V16h9V8.5',
  key: 'M6.800 6.600a3.400 3.400 0 1 0 0 6.800 3.400 3.400 0 0 0 0-6.800zM10.200 10H17M14 10v3M17 10v2.400',
  keyboard: 'M2.500 5.500h15v9h-15zM5.500 8.500h.01M8.500 8.500h.01M11.500 8.500h.01M14.500 8.500h.01M6.500 11.500h7',
  link: 'M8.5 11.5l3-3M9 6.5l1.5-1.5a3 3 0 0 1 4.5 4.5L13.5 11M11 13.5L9.500 15A3 3 0 0 1 5 10.500L6.500 9',
  list: 'M7 5h10M7 10h10M7 15h10M3.500 5h.01M3.500 10h.01M3.500 15h.01',
  menu: 'M3 5h14M3 10h14M3 15h14',
  moon: 'M16 11.500A6.500 6.500 0 1 1 8.500 4a5.200 5.200 0 0 0 7.500 7.500z',
  more: 'M4.500 10h.01M10 10h.01M15.500 10h.01',
  offline:
    'M3 3l14 14M4 9.200a9 9 0 0 1 3.500-2M16 9.200a9 9 0 0 0-5.500-2.600M7 12a4.500 4.500 0 0 1 3.500-1.200M10 15.500h.01',
  rail: 'M3 4h14v12H3zM7.500 4v12',
  restore: 'M4 4v4h4M4.500 8A6.500 6.500 0 1 1 4 12',
  search: 'M9 3.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM13 13l4 4',
  skip: 'M4 5l6 5-6 5zM11 5l5 5-5 5z',
  star: 'M10 3l2.200 4.600 5 .6-3.700 3.500 1 5L10 14.200 5.500 16.700l1-5L2.800 8.200l5-.6z',
  sun: 'M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1.100 1.100M14.600 14.600l1.100 1.100M15.700 4.300l-1.100 1.100M5.400 14.600l-1.100 1.100',
  system: 'M3 4.500h14v9H3zM7 16.500h6M10 13.500v3',
  tag: 'M3.500 3.500h6l7 7-6 6-7-7zM6.800 6.800h.01',
  trash: 'M4 6h12M8 6V4h4v2M5.500 6l.8 10.500h7.400L14.500 6M8.500 9v5M11.500 9v5',
  undo: 'M7.500 4.500L4 8l3.500 3.500M4 8h7.500a4 4 0 0 1 0 8H8',
  upload: 'M10 13V3M6 7l4-4 4 4M4 16.500h12',
  warn: 'M10 3.500L2.500 16.500h15zM10 8v4M10 14.200h.01',
} as const;

export type IconName = keyof typeof shapes;

/** An icon next to a text with the same meaning, so screen readers skip it. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0"
      fill="none"
      focusable="false"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.6"
      viewBox="0 0 20 20"
      width={size}
    >
      <path d={shapes[name]} />
    </svg>
  );
}
