/** Errors of refused commands. Callers turn them into an exit code (Contract 8.2) or a status. */

class Refusal extends Error {
  constructor(
    /** A code in snake_case. */
    readonly code: string,
    /** One line that says what is wrong and how to mend it. */
    detail: string,
    /** Further data for programs. */
    readonly data: object = {},
  ) {
    super(detail);
  }
}

/** The request is wrong: it names something that does not exist or can't be requested. */
export class WrongRequest extends Refusal {
  override readonly name = 'WrongRequest';
}

/** The request is right, but the present state prevents it, or a check found a fault. */
export class NotDone extends Refusal {
  override readonly name = 'NotDone';
}
