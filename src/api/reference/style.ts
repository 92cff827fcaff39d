const colors = `
:root { color-scheme: light dark; --paper: #fdfdfc; --ink: #1d1f23; --soft: #5d636e; --line: #e2e3e6; --panel: #f4f5f6; --accent: #1d5fbf;
  --get: #1a7f4b; --post: #1d5fbf; --put: #9a5b00; --delete: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --ink: #e6e7ea; --soft: #9aa1ad; --line: #2b2f36; --panel: #1c1f25; --accent: #7fb0ff;
  --get: #5fc78f; --post: #7fb0ff; --put: #e3a548; --delete: #f28b82; } }`;

const text = `
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .25rem; } h2 { font-size: 1.35rem; margin: 3.5rem 0 .25rem; } h3 { font-size: 1.02rem; margin: 0; } h4 { font-size: .78rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); margin: 1.4rem 0 .4rem; }
p { margin: .5rem 0; max-width: 44rem; } .soft { color: var(--soft); }
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; } code { background: var(--panel); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; overflow-x: auto; } pre code { background: none; padding: 0; }`;

/** For a page with nothing but a few lines. */
export const pageStyle = `${colors}${text}
main { max-width: 44rem; margin: 12vh auto; padding: 0 1.5rem; }`;

/** For the reference: a list of addresses next to what they do. */
export const referenceStyle = `${colors}${text}
.frame { display: grid; grid-template-columns: 18rem minmax(0, 1fr); min-height: 100vh; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem 3rem 1.5rem; border-right: 1px solid var(--line); font-size: .86rem; }
nav h2 { font-size: .78rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); margin: 1.4rem 0 .3rem; } nav ul { list-style: none; margin: 0; padding: 0; } nav li { margin: .1rem 0; } nav a { display: block; padding: .12rem 0; color: var(--ink); }
main { padding: 2.5rem clamp(1.25rem, 4vw, 4rem) 6rem; max-width: 64rem; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; }
article { border-top: 1px solid var(--line); padding: 1.6rem 0 .6rem; } article:target, tr:target { background: color-mix(in srgb, var(--accent) 8%, transparent); }
.address { display: flex; gap: .7rem; align-items: baseline; flex-wrap: wrap; } .address a { color: inherit; } .address code { background: none; padding: 0; font-size: 1rem; font-weight: 600; }
.method { font: 700 .74rem/1 ui-monospace, monospace; letter-spacing: .04em; padding: .3rem .45rem; border-radius: 5px; border: 1px solid currentColor; min-width: 3.6rem; text-align: center; }
.GET { color: var(--get); } .POST { color: var(--post); } .PUT { color: var(--put); } .DELETE { color: var(--delete); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; } td, th { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); } th { font-weight: 600; color: var(--soft); } td:first-child { white-space: nowrap; }
.type { color: var(--soft); font-size: .86rem; } .need { color: var(--delete); font-size: .74rem; }
dl { margin: .3rem 0 .3rem; font-size: .9rem; border-left: 2px solid var(--line); padding-left: .9rem; } dt { margin-top: .45rem; } dd { margin: 0 0 0 1rem; color: var(--soft); } dd > dl { color: var(--ink); } details > summary { cursor: pointer; color: var(--accent); font-size: .86rem; }
@media (max-width: 56rem) { .frame { display: block; } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); } td:first-child { white-space: normal; } }
@media print { nav { display: none; } .frame { display: block; } }`;
