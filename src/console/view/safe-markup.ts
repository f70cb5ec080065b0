/** Makes rendered markup safe. Every page passes through here before it is sent. */
import { safeLine } from '../../shared/text/safe-text.js';

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
