/** Markup made by JSX: text in it is escaped unless it was made as markup. */
import type { JSX } from 'hono/jsx/jsx-runtime';

export type Markup = JSX.Element;
/** Content that may stand within an element. */
export type { Child } from 'hono/jsx';

/** Renders markup. @throws TypeError for an asynchronous component: pages load their data beforehand */
export function renderMarkup(markup: Markup): string {
  if (markup instanceof Promise) throw new TypeError('a component of a page must not be asynchronous');
  return String(markup);
}
