/** Why a wish of the operator's was not carried out. Doors turn them into exit codes or statuses. */

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

/** Rightly asked; what was found stood in the way. */
export class NotDone extends Refusal {
  override readonly name = 'NotDone';
}
