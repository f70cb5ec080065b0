/** What the pages of the documentation are made of: text made safe, rows, and a page with its style. */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text as it may stand in an element or a quoted attribute. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

/** Left: name and type. Right: meaning. On a narrow screen one above the other. */
export const row = (name: string, kind: string, text: string): string =>
  `<div class="row"><div>${name}${kind === '' ? '' : `<div class="kind">${kind}</div>`}</div><div>${text}</div></div>`;

/** Beside what is meant: smaller and paler. */
export const mark = (text: string): string => `<span class="soft">${escaped(text)}</span>`;

/** The few marks that our own descriptions use: paragraphs, lists, `code` and **strong**. */
export function marked(text: string): string {
  const inline = (line: string): string =>
    escaped(line)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
  return text
    .split('\n\n')
    .map((part) =>
      part.startsWith('- ')
        ? `<ul>${part
            .split('\n')
            .map((line) => `<li>${inline(line.slice(2))}</li>`)
            .join('')}</ul>`
        : `<p>${inline(part)}</p>`,
    )
    .join('');
}

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--tint:#8881;--link:#0b5fb0;--good:#1a7f37;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--link:#7db7f0;--good:#57c475;--bad:#f28b82}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:19rem minmax(0,62rem)}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.25rem 1rem;border-right:1px solid var(--line);background:var(--tint)}
nav h1{font-size:1.1rem;margin:0 0 1rem}nav ul{list-style:none;margin:0;padding:0}nav li{margin:.55rem 0;line-height:1.3}nav .soft{display:block}
main{padding:1rem 2.5rem 6rem}section{border-top:1px solid var(--line);padding-top:.5rem;margin-top:2.5rem}
h2{margin:.75rem 0 .25rem;font-size:1.35rem;overflow-wrap:anywhere}h3{margin:1.75rem 0 .5rem;font-size:1rem}p{margin:.5rem 0}
.call{margin:.25rem 0 1rem;overflow-wrap:anywhere}.method{font:600 .8em ui-monospace,monospace;border:1px solid var(--line);border-radius:.3em;padding:.15em .45em}
.row{display:grid;grid-template-columns:17rem minmax(0,1fr);gap:.25rem 1.5rem;border-top:1px solid var(--line);padding:.5rem 0;overflow-wrap:anywhere}
.row .row{grid-template-columns:minmax(0,1fr);padding-left:.75rem;border-left:2px solid var(--line)}
.row p:first-child{margin-top:0}.row p:last-child{margin-bottom:0}ul{padding-left:1.25rem;margin:.5rem 0}.row ul:last-child{margin-bottom:0}
.kind{font-size:.85em}.soft{opacity:.7;font-size:.85em}
.status{font-weight:600}.s2,.s3{color:var(--good)}.s4,.s5{color:var(--bad)}
code,pre{font:.875em ui-monospace,monospace}
pre{overflow:auto;max-height:32rem;background:var(--tint);border:1px solid var(--line);border-radius:.4em;padding:.6rem;margin:.4rem 0}
summary{cursor:pointer;font-size:.9em}details{margin:.25rem 0}
@media(max-width:60rem){body{display:block}nav{position:static;height:auto;border:0;border-bottom:1px solid var(--line)}main{padding:1rem 1rem 4rem}nav .wide{display:none}}
@media(max-width:40rem){.row{grid-template-columns:minmax(0,1fr)}}
@media print{body{display:block}nav{display:none}}`;

/** Markup of a page's two sides, and its title as plain text. */
interface PageParts {
  readonly title: string;
  readonly menu: string;
  readonly main: string;
}

/** A whole document: one file of HTML, no script, no other host. */
export const pageOf = ({ title, menu, main }: PageParts): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><nav><h1>${escaped(title)}</h1>${menu}</nav><main>${main}</main></body></html>`;
