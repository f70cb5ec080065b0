/** What pages are made of. Text of clients, registers and files is shown by `Client` alone. */
import { randomUUID } from 'node:crypto';
import type { Child, Markup } from './markup.js';
import { thousands } from '../../shared/text/formats.js';

/** A longer text is folded: its beginning is shown, and opens to the whole. */
const LONGEST_SHOWN = 240;

/** Text that was not written by this program, set apart so that it can't turn the line around it. */
export function Client({ text }: { text: string | null | undefined }): Markup {
  if (text === null || text === undefined || text === '') return <span class="soft">none</span>;
  if (text.length <= LONGEST_SHOWN) return <bdi class="client">{text}</bdi>;
  return (
    <details class="long">
      <summary>
        <bdi class="client">{text.slice(0, LONGEST_SHOWN)}…</bdi>{' '}
        <span class="soft">({thousands(text.length)} characters)</span>
      </summary>
      <bdi class="client">{text}</bdi>
    </details>
  );
}

export function Section({ title, children }: { title: string; children: Child }): Markup {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What stands out: `good`, `bad`, or neither; the word says it too. */
export const Badge = ({
  tone = 'plain',
  children,
}: {
  tone?: 'good' | 'bad' | 'plain';
  children: Child;
}): Markup => <span class={`badge ${tone}`}>{children}</span>;

/** The hidden fields that every form carries: that a page of this session sent it, and which form it is. */
export const Csrf = ({ token }: { token: string }): Markup => (
  <>
    <input type="hidden" name="csrf" value={token} />
    <input type="hidden" name="form" value={randomUUID()} />
  </>
);

export const Time = ({ at }: { at: string | null }): Markup =>
  at === null || at === '' ? (
    <span class="soft">never</span>
  ) : (
    <time datetime={at}>{`${at.slice(0, 10)} ${at.slice(11, 19)} UTC`}</time>
  );

export const Count = ({ of }: { of: number }): Markup => <span class="figure">{thousands(of)}</span>;

/** How much of a whole. */
export const Share = ({ of, whole, name }: { of: number; whole: number; name: string }): Markup => (
  <progress max={Math.max(1, whole)} value={of} aria-label={name}>
    {of} of {whole}
  </progress>
);
