/** Error pages for customers. They don't say why a link opens nothing, and name no other account. */
import { describeError, errorPage, type ErrorPage } from '../error-pages.js';

/** Shown for a page that doesn't exist and for every link that doesn't open, whatever the cause. */
export const NOTHING_HERE = errorPage(
  404,
  'Nothing is here',
  'Your visit may be over: open your link again. If it leads here too, ask whoever gave it to you for a new one.',
);

export const LOCKED_OUT = errorPage(
  429,
  'Try again later',
  'Too many links that open nothing were tried from here. Wait for up to 15 minutes.',
);

const TEXT_BY_STATUS: Readonly<Record<number, string>> = {
  403: 'Nothing was done: the form did not come from this page, or your visit is over.',
  500: 'The page could not be made. The cause is in the log of the service.',
  503: 'The service is catching up: try again in a minute.',
};

/** Returns the error page. It leaves out the text for operators, which may name things of another account. */
export function ownErrorPageOf(error: unknown): ErrorPage {
  const { status, title } = describeError(error);
  if (status === 400 || status === 404) return NOTHING_HERE;
  return errorPage(status, title, TEXT_BY_STATUS[status] ?? 'The request was not understood.');
}
