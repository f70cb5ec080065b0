/** The form of an act that can't be undone or affects a customer at once: effect, reason, a name to type. */
import type { Child, Markup } from './jsx-markup.js';
import { Client, Csrf } from './parts.js';

export interface FinalAct {
  readonly title: string;
  /** The path that the form is sent to. */
  readonly to: string;
  readonly csrf: string;
  /** What the act is done to. The operator types one of these names, so that it is not another. */
  readonly names: readonly string[];
  readonly button: string;
  /** The effect of the act: what changes and what stays. */
  readonly children: Child;
}

export const FinalAct = ({ title, to, csrf, names, button, children }: FinalAct): Markup => (
  <section class="danger">
    <h2>{title}</h2>
    <p>{children}</p>
    <form class="stacked" method="post" action={to}>
      <Csrf token={csrf} />
      <label for="act-reason">Reason. It stays in the log, so name no person.</label>
      <input id="act-reason" name="reason" maxlength={500} required />
      <label for="act-typed">
        To confirm, type <Client text={names.join(' or ')} />
      </label>
      <input id="act-typed" name="typed" maxlength={500} autocomplete="off" required />
      <button type="submit" class="danger">
        {button}
      </button>
    </form>
  </section>
);
