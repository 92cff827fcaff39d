import type { Device, Screen } from './screen.ts';

export function toFileName({ name }: Screen, device: Device, theme: string): string {
  return `${name}-${device}-${theme}.webp`;
}

/** The page that shows every picture, by screen. */
export function renderSheet(screens: readonly Screen[]): string {
  return `# Screens

Every screen of the Studio, on a desktop (1280 × 800) and on a phone (360 × 740), light and dark, with the demo's made-up
team at work. Made by \`npm run screens\`; the report's pictures (\`report-*.png\`) are older than that and not listed. What
the screens are for: [The Studio](../how-to/review-in-the-studio.md).

${screens.map(renderScreen).join('\n')}`;
}

function renderScreen(screen: Screen): string {
  const { title, devices = ['desktop', 'phone'] } = screen;
  const cells = devices.flatMap((device) =>
    (['light', 'dark'] as const).map((theme) => {
      const width = device === 'desktop' ? 320 : 110;
      return `<img src="${toFileName(screen, device, theme)}" width="${width}" alt="${title}, ${device}, ${theme}">`;
    }),
  );
  return `## ${title}\n\n${cells.join('\n')}\n`;
}
