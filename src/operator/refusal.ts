/** Why a command was not carried out. Callers turn it into an exit code (Contract 8.2) or a status. */

class Refusal extends Error {
  constructor(
    /** snake_case. */
    readonly code: string,
    /** One helpful line: what is wrong, and what would be right. */
    detail: string,
    /** More of it, for programs. */
    readonly more: object = {},
  ) {
    super(detail);
  }
}

/** Wrong use: what was named isn't there, or can't be asked for. */
export class WrongRequest extends Refusal {
  override readonly name = 'WrongRequest';
}

/** The request is right, but what was found prevents it, or is what a check looked for. */
export class NotDone extends Refusal {
  override readonly name = 'NotDone';
}
