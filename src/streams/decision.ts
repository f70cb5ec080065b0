/** The result of a decision: events to append (none where nothing has to change), or a refusal. */

export type Decision<Event, Refusal> =
  | { readonly outcome: 'decided'; readonly events: readonly Event[] }
  | Refusal;

export interface Refusal<Code extends string> {
  readonly outcome: 'refused';
  readonly code: Code;
}

/** `detail` is for the operator: what is wrong and what would be right. */
export interface DetailedRefusal<Code extends string> extends Refusal<Code> {
  readonly detail: string;
}

export const decided = <Event>(...events: readonly Event[]): Decision<Event, never> => ({
  outcome: 'decided',
  events,
});

export const refuse = <Code extends string>(code: Code): Refusal<Code> => ({ outcome: 'refused', code });

export const refuseWith = <Code extends string>(code: Code, detail: string): DetailedRefusal<Code> => ({
  outcome: 'refused',
  code,
  detail,
});

/** Refuses an act without a reason: people read it years later. */
export const noReason = refuseWith('reason_missing', 'A reason is needed: it stays in the log.');
