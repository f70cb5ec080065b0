/** Ways for a command to end other than well (Contract 8.2). */

/** Wrong use: exit 2. `detail` is one helpful line: what is wrong, and what would be right. */
export class UsageFailure extends Error {
  override readonly name = 'UsageFailure';
  constructor(
    /** snake_case. */
    readonly code: string,
    detail: string,
    /** More of it, shown with `--json`. */
    readonly more: object = {},
  ) {
    super(detail);
  }
}

/** What was asked for could not be done, or a check found what it looked for: exit 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  constructor(
    readonly code: string,
    detail: string,
    /** More of it, shown with `--json`. */
    readonly more: object = {},
  ) {
    super(detail);
  }
}
