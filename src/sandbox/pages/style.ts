/** The pages' one style sheet: no external assets, readable at 360 px, light and dark. */
export const style = `
:root { color-scheme: light dark; --text: #1f2328; --muted: #59636e; --page: #ffffff; --soft: #f6f8fa; --line: #d1d9e0;
  --link: #0550ae; --banner: #fff3cd; --banner-text: #4d3800; --open: #1a7f37; --closed: #8250df; --button: #1f883d; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --muted: #9da7b3; --page: #0d1117; --soft: #151b23;
  --line: #3d444d; --link: #6cb6ff; --banner: #3a2f00; --banner-text: #ffe69c; --open: #3fb950; --closed: #ab7df8;
  --button: #1f7a37; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
a { color: var(--link); }
.banner { background: var(--banner); color: var(--banner-text); padding: .6rem 1rem; border-bottom: 1px solid var(--line); }
header.site, main { max-width: 64rem; margin: 0 auto; padding: .75rem 1rem; }
header.site nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 1.25rem 0 .5rem; }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem; }
.muted { color: var(--muted); font-size: .9rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; gap: 1.5rem; }
@media (max-width: 50rem) { .columns { grid-template-columns: minmax(0, 1fr); } }
.state { display: inline-block; color: #fff; border-radius: 1rem; padding: .1rem .7rem; font-size: .9rem; }
.state.open { background: #1a7f37; } .state.closed { background: #8250df; }
.label { display: inline-block; border-radius: 1rem; padding: 0 .6rem; font-size: .85rem; font-weight: 600;
  border: 1px solid var(--line); margin: 0 .25rem .25rem 0; overflow-wrap: anywhere; }
article.comment, .box { border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 1rem; }
article.comment > header { background: var(--soft); border-bottom: 1px solid var(--line); padding: .4rem .8rem;
  border-radius: .5rem .5rem 0 0; }
article.comment > .text, .box { padding: .8rem; }
article.bot { border-color: var(--link); border-width: 2px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.45 ui-monospace, monospace; margin: 0; }
.markdown { overflow-wrap: anywhere; } .markdown pre { background: var(--soft); padding: .7rem; border-radius: .4rem; }
.markdown pre, .markdown table { overflow-x: auto; display: block; } .markdown pre { white-space: pre; overflow-wrap: normal; }
.markdown code { font: 13px ui-monospace, monospace; background: var(--soft); padding: .1em .3em; border-radius: .3rem; }
.markdown pre code { padding: 0; } .markdown td, .markdown th { border: 1px solid var(--line); padding: .25rem .6rem; }
.markdown blockquote { margin: 0; padding: 0 1rem; border-left: .25rem solid var(--line); color: var(--muted); }
.markdown summary { cursor: pointer; } .markdown h3 { margin: .2rem 0 .6rem; }
.user-mention, .issue-link { font-weight: 700; text-decoration: underline wavy #cf222e; }
ul.list { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: .5rem; }
ul.list li { padding: .6rem .8rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; } ul.list li:last-child { border: 0; }
ol.events { padding-left: 1.2rem; font-size: .9rem; overflow-wrap: anywhere; }
label { display: block; font-weight: 600; margin: .6rem 0 .2rem; }
input, select, textarea, button { font: inherit; color: inherit; background: var(--page); border: 1px solid #818b98;
  border-radius: .4rem; padding: .4rem .6rem; max-width: 100%; }
input[type=text], textarea { width: 100%; } textarea { min-height: 8rem; font: 13px/1.45 ui-monospace, monospace; }
button { cursor: pointer; background: var(--soft); margin: .5rem .35rem 0 0; }
button.main { background: var(--button); color: #fff; border-color: transparent; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 1px; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
details.manage { margin-top: .6rem; } details.manage > summary { cursor: pointer; color: var(--muted); font-size: .9rem; }
.scroll { overflow-x: auto; } table.plain { border-collapse: collapse; font-size: .9rem; width: 100%; }
table.plain th, table.plain td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
.error { border-color: #cf222e; }
`;
