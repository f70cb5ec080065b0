/** What the pages of the documentation are made of: text made safe, rows, and the document around them. */
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

/** What scrolls within itself can be reached from the keyboard. */
export const sample = (text: string, name: string): string =>
  `<pre tabindex="0" role="group" aria-label="${escaped(name)}">${escaped(text)}</pre>`;

/** Markup of a page's two sides, and its title as plain text. */
interface PageParts {
  readonly title: string;
  readonly menu: string;
  readonly main: string;
  /** Scripts of `assets` that it runs; it can be read without. Default: none. */
  readonly scripts?: readonly string[];
}

/** A whole document: style and scripts come from this service, nothing is inline. */
export function pageOf({ title, menu, main, scripts = [] }: PageParts): string {
  const run = scripts.map((name) => `<script type="module" src="/docs/assets/${escaped(name)}"></script>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><link rel="stylesheet" href="/docs/assets/docs.css">${run.join('')}</head><body><nav aria-label="On this page"><p class="title">${escaped(title)}</p>${menu}</nav><main><h1>${escaped(title)}</h1>${main}</main></body></html>`;
}
