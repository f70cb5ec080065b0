/** The form of an act that can't be undone or affects a customer at once: effect, reason, a name to type. */
import type { Child, Markup } from './jsx-markup.js';
import { ForeignText, HiddenFields } from './parts.js';

export interface FinalActProps {
  readonly title: string;
  /** The path that the form is sent to. */
  readonly to: string;
  readonly csrf: string;
  /** Names of the thing that the act changes. The operator types one, so that no other thing is changed. */
  readonly names: readonly string[];
  /** The effect of the act: what changes and what stays. */
  readonly effect: Child;
  /** The form as it was sent, and why nothing was done. */
  readonly refusal?: { readonly typedReason: string; readonly typedName: string; readonly detail: string };
}

export function FinalActForm({ title, to, csrf, names, effect, refusal }: FinalActProps): Markup {
  const id = to.split('/').at(-1);
  return (
    <section class="danger">
      <h2>{title}</h2>
      {refusal !== undefined && (
        <p class="trouble" role="alert">
          {refusal.detail}
        </p>
      )}
      <p>{effect}</p>
      <form class="stacked" method="post" action={to}>
        <HiddenFields token={csrf} />
        <label for={`${id}-reason`}>Reason. It stays in the log, so name no person.</label>
        <input id={`${id}-reason`} name="reason" value={refusal?.typedReason} maxlength={500} required />
        <label for={`${id}-typed`}>
          To confirm, type <ForeignText text={names.join(' or ')} />
        </label>
        <input
          id={`${id}-typed`}
          name="typed"
          value={refusal?.typedName}
          maxlength={500}
          autocomplete="off"
          required
        />
        <button type="submit" class="danger">
          {title}
        </button>
      </form>
    </section>
  );
}
