/** Small elements that pages are built of. `ForeignText` isolates text of clients, registers and files. */
import { randomUUID } from 'node:crypto';
import type { Child, Markup } from './jsx-markup.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

/** Characters. A longer text is folded: its beginning is shown and opens to the whole. */
const MAX_SHOWN_LENGTH = 240;

/** A day or a month, as ISO 8601 writes it. */
const DATE = /(\b\d{4}-\d{2}(?:-\d{2})?\b)/;

/** Text whose dates are never broken at the end of a line. */
export const Words = ({ text }: { text: string }): Markup => (
  <>{text.split(DATE).map((part, index) => (index % 2 === 0 ? part : <span class="whole">{part}</span>))}</>
);

/** Text from outside this program, isolated so that it can't change the direction of the line around it. */
export function ForeignText({ text }: { text: string | null | undefined }): Markup {
  if (text === null || text === undefined || text === '') return <span class="soft">none</span>;
  if (text.length <= MAX_SHOWN_LENGTH)
    return (
      <bdi class={`client${DATE.test(text) && text.length <= 10 ? ' whole' : ''}`}>
        <Breakable text={text} />
      </bdi>
    );
  return (
    <details class="long">
      <summary>
        <bdi class="client">{text.slice(0, MAX_SHOWN_LENGTH)}…</bdi>{' '}
        <span class="soft">({thousands(text.length)} characters)</span>
      </summary>
      <bdi class="client">{text}</bdi>
    </details>
  );
}

/** Text that the browser may break after an @ rather than within a name. */
const Breakable = ({ text }: { text: string }): Markup => (
  <>
    {text.split(/(?<=@)/).map((part, index) =>
      index === 0 ? (
        part
      ) : (
        <>
          <wbr />
          {part}
        </>
      ),
    )}
  </>
);

/** Longer codes, such as ids of events, may be broken at the end of a line. */
const MAX_WHOLE_CODE = 24;

export const Code = ({ text }: { text: string }): Markup => (
  <code class={text.length <= MAX_WHOLE_CODE ? 'whole' : undefined}>{text}</code>
);

export function Section({ title, children }: { title: string; children: Child }): Markup {
  return (
    <section>
      <h2>
        <Words text={title} />
      </h2>
      {children}
    </section>
  );
}

/** A coloured word: `good`, `bad` or neutral. The word alone says the same. */
export const Badge = ({
  tone = 'plain',
  children,
}: {
  tone?: 'good' | 'bad' | 'plain';
  children: Child;
}): Markup => <span class={`badge ${tone}`}>{children}</span>;

/** The hidden fields of every form: the session's token and the form's id. */
export const HiddenFields = ({ token }: { token: string }): Markup => (
  <>
    <input type="hidden" name="csrf" value={token} />
    <input type="hidden" name="form" value={randomUUID()} />
  </>
);

type ActFormProps = { to: string; csrf: string; isInline?: boolean; children: Child };

/** A form that acts. Its fields stand below each other, or in a line where `isInline`. */
export const ActForm = ({ to, csrf, isInline = false, children }: ActFormProps): Markup => (
  <form class={isInline ? 'inline' : 'stacked'} method="post" action={to}>
    <HiddenFields token={csrf} />
    {children}
  </form>
);

type ButtonLinkProps = { to: string; isPlain?: boolean; isDownload?: boolean; children: Child };

/** A link that looks like a button; a pale one where `isPlain`. */
export const ButtonLink = ({
  to,
  isPlain = false,
  isDownload = false,
  children,
}: ButtonLinkProps): Markup => (
  <a class={isPlain ? 'button plain' : 'button'} href={to} download={isDownload}>
    {children}
  </a>
);

/** Says what went wrong. Screen readers speak it at once. */
export const Alert = ({ children }: { children: Child }): Markup => (
  <p class="trouble" role="alert">
    {children}
  </p>
);

/** Attributes of an element that the page fetches again each second, while `isPolled`. */
export const polling = (path: string, isPolled: boolean) =>
  isPolled ? { 'hx-get': path, 'hx-trigger': 'every 1s', 'hx-swap': 'outerHTML' } : {};

/** The box that must be ticked before an act is carried out. */
export const ConfirmBox = ({ children }: { children: Child }): Markup => (
  <label>
    <input type="checkbox" name="confirmed" value="yes" required /> {children}
  </label>
);

/** A time in UTC. The script of every page adds the reader's local time where the pointer rests on it. */
export const Time = ({ at }: { at: string | null }): Markup =>
  at === null || at === '' ? (
    <span class="soft">never</span>
  ) : (
    <time datetime={at}>
      <span>{at.slice(0, 10)}</span> <span>{`${at.slice(11, 19)} UTC`}</span>
    </time>
  );

export const Count = ({ value }: { value: number }): Markup => <span class="figure">{thousands(value)}</span>;

type ShareBarProps = { value: number; whole: number; name: string };

/** A bar that shows a value as a share of a total. */
export const ShareBar = ({ value, whole: total, name }: ShareBarProps): Markup => (
  <progress max={Math.max(1, total)} value={value} aria-label={name}>
    {value} of {total}
  </progress>
);
