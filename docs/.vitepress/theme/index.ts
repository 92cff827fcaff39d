// The default theme with the reader's own fonts: nothing is loaded from the network, and the site is smaller.
import theme from 'vitepress/theme-without-fonts';
import './style.css';

// biome-ignore lint/style/noDefaultExport: VitePress takes the theme as the default export.
export default theme;
