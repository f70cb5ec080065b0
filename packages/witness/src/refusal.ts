/** A request that gets no cosignature, but a status, one line for its sender, and further headers. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    reason: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(reason);
  }
}
