/** Why an operator's command was not carried out. Callers turn it into an exit code or a status. */

class Refusal extends Error {
  constructor(
    /** snake_case. */
    readonly code: string,
    detail: string,
    /** More of it, for programs. */
    readonly more: object = {},
  ) {
    super(detail);
  }
}

/** What was named isn't there, or can't be asked for. */
export class WrongRequest extends Refusal {
  override readonly name = 'WrongRequest';
}

/** The request is right, but what was found prevents it. */
export class NotDone extends Refusal {
  override readonly name = 'NotDone';
}
