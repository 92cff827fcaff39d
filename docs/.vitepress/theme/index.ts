// The default theme with the reader's own fonts: nothing is loaded from the network, and the site is smaller.
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
