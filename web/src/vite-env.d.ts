declare module '*.css';
declare module '*?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the builder gives the text of a file so
  export default text;
}
