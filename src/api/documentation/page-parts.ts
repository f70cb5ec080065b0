/** Renders the parts of the documentation pages: escaped text, rows, and the HTML document around them. */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Escapes text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

/** Renders a row with name and type on the left and the meaning on the right; stacked on a narrow screen. */
export const pageRow = (name: string, kind: string, text: string): string =>
  `<div class="row"><div>${name}${kind === '' ? '' : `<div class="kind">${kind}</div>`}</div><div>${text}</div></div>`;

/** Renders a remark in smaller, paler letters. */
export const softText = (text: string): string => `<span class="soft">${escapeHtml(text)}</span>`;

/** Renders the marks that our descriptions use: paragraphs, lists, `code` and **strong**. */
export function renderMarks(text: string): string {
  const inline = (line: string): string =>
    escapeHtml(line)
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

/** Renders a block of code. It scrolls, so it can be focused from the keyboard. */
export const codeSample = (text: string, name: string): string =>
  `<pre tabindex="0" role="group" aria-label="${escapeHtml(name)}">${escapeHtml(text)}</pre>`;

/** A page without the site's menu: its title as plain text, the rest as HTML. */
export interface PageContent {
  readonly title: string;
  /** Links to sections of the page, as list items. */
  readonly menu: string;
  readonly main: string;
}

/** The scripts of `assets` that every page runs. A page can be read without them. */
const SCRIPTS = ['pages.mjs', 'search.mjs', 'try-call.mjs'];

/** Renders a whole page. Styles and scripts come from this service; nothing is inline. */
export function htmlDocument(site: string, { title, menu, main }: PageContent): string {
  const tags = SCRIPTS.map((name) => `<script type="module" src="/docs/assets/${name}"></script>`);
  const documentTitle = title === site ? site : `${title} - ${site}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(documentTitle)}</title><link rel="stylesheet" href="/docs/assets/docs.css">${tags.join('')}</head><body><nav aria-label="Documentation"><p class="title"><a href="/docs">${escapeHtml(site)}</a></p>${menu}</nav><main><h1 tabindex="-1">${escapeHtml(title)}</h1>${main}</main></body></html>`;
}
