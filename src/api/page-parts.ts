/** The parts of the documentation pages: escaped text, rows, and the HTML document around them. */
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

/** A row with name and type on the left and the meaning on the right; stacked on a narrow screen. */
export const pageRow = (name: string, kind: string, text: string): string =>
  `<div class="row"><div>${name}${kind === '' ? '' : `<div class="kind">${kind}</div>`}</div><div>${text}</div></div>`;

/** A remark in smaller, paler letters. */
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

/** A block of code. It scrolls, so it can be focused from the keyboard. */
export const codeSample = (text: string, name: string): string =>
  `<pre tabindex="0" role="group" aria-label="${escapeHtml(name)}">${escapeHtml(text)}</pre>`;

/** The title of a page as plain text, and its menu and main part as HTML. */
interface PageParts {
  readonly title: string;
  readonly menu: string;
  readonly main: string;
  /** Scripts of `assets` that the page runs; it can be read without them. Default: none. */
  readonly scripts?: readonly string[];
}

/** The whole document. Style and scripts come from this service; nothing is inline. */
export function htmlDocument({ title, menu, main, scripts = [] }: PageParts): string {
  const tags = scripts.map(
    (name) => `<script type="module" src="/docs/assets/${escapeHtml(name)}"></script>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/docs/assets/docs.css">${tags.join('')}</head><body><nav aria-label="On this page"><p class="title">${escapeHtml(title)}</p>${menu}</nav><main><h1>${escapeHtml(title)}</h1>${main}</main></body></html>`;
}
