/** What markup is: text in it is escaped unless it was made as markup. */
import type { JSX } from 'hono/jsx/jsx-runtime';

export type Markup = JSX.Element;
/** What may stand within an element. */
export type { Child } from 'hono/jsx';

/** @throws TypeError for a component that waits: a page has all that it shows before it is made */
export function textOf(markup: Markup): string {
  if (markup instanceof Promise) throw new TypeError('a component of a page must not wait');
  return String(markup);
}
