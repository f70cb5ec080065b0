/**
 * Printed places held against the directory of postcodes: what is none, or is one no longer, is no place of
 * business.
 */
import type { PostcodeRecord } from '../../../sources/postcodes/postcode-record.js';
import { yearsBefore } from '../../../../../words/src/calendar.js';
import type { LookedUp, LookUp, WhyMissing } from '../../runner/facts.js';
import type { PlaceMention } from './places.js';

/**
 * Companies print an old postcode for a while; one that went out of use so long before is of a place they
 * have left.
 */
const YEARS_PRINTED_ON = 2;

/** What the directory says against a postcode that is served all the same. */
export interface PostcodeDoubt {
  readonly postcode_unknown?: true;
  /** The month, YYYY-MM. */
  readonly postcode_terminated_on?: string;
}

export interface HeldMentions {
  /** Without those that are left out. */
  readonly mentions: readonly PlaceMention[];
  /** As printed, in order: the directory doesn't know them, or they went out of use long before. */
  readonly refused: readonly string[];
  readonly doubts: ReadonlyMap<string, PostcodeDoubt>;
  /** A directory is loaded and can't be read. */
  readonly unread: boolean;
}

type Judged = 'in_use' | 'refused' | PostcodeDoubt;

/** Absence from a part says nothing, and from an old edition little: the postcode may be a newer one. */
function judged(
  record: PostcodeRecord | null,
  seen_on: string,
  { part, freshness }: LookedUp<unknown>,
): Judged {
  if (record === null) {
    if (part) return 'in_use';
    return freshness.stale ? { postcode_unknown: true } : 'refused';
  }
  const { terminated_in } = record;
  if (terminated_in === null) return 'in_use';
  return `${terminated_in}-01` < yearsBefore(seen_on, YEARS_PRINTED_ON)
    ? 'refused'
    : { postcode_terminated_on: terminated_in };
}

const asPrinted = (mentions: readonly PlaceMention[], unread: boolean): HeldMentions => ({
  mentions,
  refused: [],
  doubts: new Map(),
  unread,
});

/** Where no directory is loaded every mention stands as it is printed. */
export function postcodesInUse(
  mentions: readonly PlaceMention[],
  directory: LookUp<PostcodeRecord> | WhyMissing,
): HeldMentions {
  const keys = [...new Set(mentions.map(({ key }) => key))];
  if (keys.length === 0) return asPrinted(mentions, false);
  const looked = typeof directory === 'string' ? directory : directory(keys);
  if (typeof looked === 'string') return asPrinted(mentions, looked === 'source_unavailable');
  const doubts = new Map<string, PostcodeDoubt>();
  const refused = new Set<string>();
  const left = mentions.filter(({ key, seen_on, address }) => {
    const said = judged(looked.found.get(key) ?? null, seen_on, looked);
    if (typeof said === 'object') doubts.set(key, said);
    if (said === 'refused') refused.add(address.postal_code ?? key);
    return said !== 'refused';
  });
  return { mentions: left, refused: [...refused], doubts, unread: false };
}
