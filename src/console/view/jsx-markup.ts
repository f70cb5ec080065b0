/** Renders markup that JSX made. JSX escapes all text in it. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { safeLine } from '../../../packages/words/src/text/safe-text.js';

export type Markup = JSX.Element;
/** Content that may stand within an element. */
export type { Child } from 'hono/jsx';

/** Renders markup. @throws TypeError for an asynchronous component: pages load their data beforehand */
export function renderMarkup(markup: Markup): string {
  if (markup instanceof Promise) throw new TypeError('a component of a page must not be asynchronous');
  return String(markup);
}

/**
 * Replaces invisible characters by their escapes, as the command line does: text of clients, registers and
 * files can neither change the direction of a line nor hide. Our own markup has no such characters except
 * line breaks.
 * @param markup rendered, so that all text in it is escaped as HTML already
 */
export const safeMarkup = (markup: string): string =>
  markup
    .split('\n')
    .map((line) => safeLine(line))
    .join('\n');
