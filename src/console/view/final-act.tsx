/** The form of an act that can't be taken back, or that a customer feels at once: why, a confirmation, and what it does. */
import type { Child, Markup } from './markup.js';
import { Csrf, Section } from './parts.js';

export interface FinalAct {
  readonly title: string;
  /** Where it is sent. */
  readonly to: string;
  readonly csrf: string;
  /** What is confirmed. */
  readonly confirm: string;
  readonly button: string;
  /** What it does, and what it leaves. */
  readonly children: Child;
}

export const FinalAct = ({ title, to, csrf, confirm, button, children }: FinalAct): Markup => (
  <Section title={title}>
    <p>{children}</p>
    <form class="stacked" method="post" action={to}>
      <Csrf token={csrf} />
      <label for="act-reason">Why: it stays in the log, so name no person in it</label>
      <input id="act-reason" name="reason" maxlength={500} required />
      <label>
        <input type="checkbox" name="confirmed" value="yes" required /> {confirm}
      </label>
      <button type="submit">{button}</button>
    </form>
  </Section>
);
