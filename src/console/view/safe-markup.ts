/** The one place that every page passes on its way out. */
import { safeLine } from '../../shared/text/safe-text.js';

/**
 * What can't be seen stands as its escape, as on the command line: text of clients, registers and files neither turns the
 * direction of a line nor hides. Markup of our own has no such character but line breaks.
 * @param markup rendered, so that all text in it is escaped as HTML already
 */
export const safeMarkup = (markup: string): string =>
  markup
    .split('\n')
    .map((line) => safeLine(line))
    .join('\n');
