/** The form of an action that can't be undone or that affects a customer at once: effect, reason, consent. */
import type { Child, Markup } from './jsx-markup.js';
import { Confirm, Csrf, Section } from './parts.js';

export interface FinalAct {
  readonly title: string;
  /** The path that the form is sent to. */
  readonly to: string;
  readonly csrf: string;
  /** The sentence that the operator confirms. */
  readonly confirm: string;
  readonly button: string;
  /** The effect of the act: what changes and what stays. */
  readonly children: Child;
}

export const FinalAct = ({ title, to, csrf, confirm, button, children }: FinalAct): Markup => (
  <Section title={title}>
    <p>{children}</p>
    <form class="stacked" method="post" action={to}>
      <Csrf token={csrf} />
      <label for="act-reason">Reason. It stays in the log, so name no person.</label>
      <input id="act-reason" name="reason" maxlength={500} required />
      <Confirm>{confirm}</Confirm>
      <button type="submit">{button}</button>
    </form>
  </Section>
);
