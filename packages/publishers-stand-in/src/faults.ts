/** How the stand-in misbehaves when it is told to: the next so many requests to one place. */

export type Fault =
  /** 503. */
  | 'server-error'
  /** 429 with a `Retry-After`. */
  | 'too-many-requests'
  /** The connection ends after a third of what was to come. */
  | 'cut'
  /** As it was when it had two thirds of what it has now, cut. */
  | 'grows'
  /** The same, with neither an entity tag nor a time of change: only its length tells. */
  | 'grows-unmarked'
  /** A byte every tenth of a second at first. */
  | 'slow'
  /** The checksum is of something else. */
  | 'wrong-checksum'
  /** A page without what it listed. */
  | 'changed-page'
  /** The whole file, whatever range was asked for. */
  | 'no-ranges'
  /** Neither an entity tag nor a time of change. */
  | 'no-validator';
