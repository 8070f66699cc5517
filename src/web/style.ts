/** The one stylesheet: system fonts, two colour schemes, readable from 360 px on. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --text: #1b1f24; --soft: #57606a; --page: #ffffff; --panel: #f6f8fa; --line: #d0d7de; --link: #0550ae; --loud: #a40e26;
}
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9da7b3; --page: #0d1117; --panel: #161b22; --line: #3d444d; --link: #79b8ff; --loud: #ff9492; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
header.site, main, footer.site { max-width: 56rem; margin: 0 auto; padding: 1rem; }
header.site { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; border-bottom: 1px solid var(--line); }
header.site nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
footer.site { border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }
.skip { position: absolute; left: -100vw; }
.skip:focus { position: static; }
a { color: var(--link); }
a:focus-visible, button:focus-visible, input:focus-visible, textarea:focus-visible, summary:focus-visible, pre:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px;
}
h1 { font-size: 1.45rem; line-height: 1.3; margin: .25rem 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 1.75rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; overflow-wrap: anywhere; }
p, li, dd, dt { overflow-wrap: anywhere; }
li { margin: .3rem 0; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
code { background: var(--panel); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow-x: auto; line-height: 1.4; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
pre.wrap, pre.wrap code { white-space: pre-wrap; overflow-wrap: anywhere; }
.meta { color: var(--soft); margin: 0; overflow-wrap: anywhere; }
.critical { color: var(--loud); font-weight: 600; }
.search { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 1rem 0; }
.search div { flex: 1 1 14rem; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
input, textarea, button { font: inherit; color: inherit; border: 1px solid var(--soft); border-radius: 6px; padding: .5rem .6rem; background: var(--page); }
input, textarea { width: 100%; }
textarea { font-family: ui-monospace, monospace; font-size: .9rem; }
button { background: var(--panel); font-weight: 600; cursor: pointer; }
.tags { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
.reply { border: 1px solid var(--line); border-radius: 6px; padding: .25rem 1rem; margin: 1rem 0; }
`;
