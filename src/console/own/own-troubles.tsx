/** What a customer reads where a page can't be shown: never why a link opens nothing, nor what is another account's. */
import { kindOf } from '../troubles.js';
import type { Markup } from '../view/markup.js';

interface Trouble {
  readonly status: number;
  readonly title: string;
  readonly body: Markup;
}

const saying = (status: number, title: string, detail: string): Trouble => ({
  status,
  title,
  body: (
    <>
      <h1>{title}</h1>
      <p class="trouble" role="alert">
        {detail}
      </p>
    </>
  ),
});

/** A link that was never issued, has ended or expired, of an account that is suspended or forgotten, and a page that isn't there. */
export const NOTHING = saying(
  404,
  'Nothing is here',
  'Your visit may be over: open your link again. Where it leads here too, ask whoever gave it to you for a new one.',
);

export const LOCKED = saying(
  429,
  'Try again later',
  'Links that open nothing were tried too often from here: wait for up to a quarter of an hour.',
);

const WORDS: Readonly<Record<number, string>> = {
  403: 'The form did not come from this page, or your visit is over: nothing was done.',
  500: 'The page could not be made. What it was is in the log of the service.',
  503: 'The service is catching up: try again in a minute.',
};

/** What the console says to operators of it is not for customers: it may name what is another's. */
export function ownTroubleOf(error: unknown): Trouble {
  const { status, title } = kindOf(error);
  if (status === 400 || status === 404) return NOTHING;
  return saying(status, title, WORDS[status] ?? 'The request was not understood.');
}
