/** Ways for a command to end other than well (Contract 8.2). */

class Failure extends Error {
  constructor(
    /** snake_case. */
    readonly code: string,
    /** One helpful line: what is wrong, and what would be right. */
    detail: string,
    /** More of it, shown with `--json`. */
    readonly more: object = {},
  ) {
    super(detail);
  }
}

/** Wrong use: exit 2. */
export class UsageFailure extends Failure {
  override readonly name = 'UsageFailure';
}

/** What was asked for could not be done, or a check found what it looked for: exit 1. */
export class CommandFailure extends Failure {
  override readonly name = 'CommandFailure';
}
