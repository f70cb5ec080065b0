/** What is left of a key's allowance, as the headers of its answers tell it. */

export interface Allowance {
  /** Calls that may still be made. */
  readonly left: number;
  /** When it begins anew, in milliseconds since 1970. */
  readonly until: number;
}

/** A window is a minute; whoever tells of a longer one is asked again after an hour. */
const LONGEST_WINDOW_S = 3_600;

const ITEM = /^\s*"[^"]*"\s*;\s*r=(\d+)\s*;\s*t=(\d+)\s*$/;

/**
 * The tightest of a `RateLimit` header such as `"default";r=599;t=42, "resolve";r=59;t=42`; null without one.
 */
export function allowanceOf(header: string | null, now: number): Allowance | null {
  const items = (header ?? '').split(',').flatMap((item): Allowance[] => {
    const [, left, seconds] = ITEM.exec(item) ?? [];
    return left === undefined || seconds === undefined
      ? []
      : [{ left: Number(left), until: now + Math.min(Number(seconds), LONGEST_WINDOW_S) * 1_000 }];
  });
  return items.reduce<Allowance | null>(
    (least, item) => (least && least.left <= item.left ? least : item),
    null,
  );
}

/** Windows whose ends are told this close to each other are one: ends are told in whole seconds. */
const SAME_WINDOW_MS = 2_000;

/**
 * What is known after an answer. Answers overtake each other, so within one window the lower figure is the
 * truer.
 * @param before with every call taken off that has begun since
 * @param onTheirWay calls that a figure of a new window may not hold yet
 */
export function afterAnswer(
  before: Allowance | null,
  told: Allowance | null,
  onTheirWay: number,
): Allowance | null {
  if (told === null) return before;
  const same = before !== null && Math.abs(before.until - told.until) <= SAME_WINDOW_MS;
  return { until: told.until, left: same ? Math.min(before.left, told.left) : told.left - onTheirWay };
}

/** How long the next call has to wait. */
export const waitFor = (allowance: Allowance | null, now: number): number =>
  allowance !== null && allowance.left <= 0 ? Math.max(allowance.until - now, 0) : 0;
