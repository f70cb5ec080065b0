/**
 * Judges the postcodes of printed places by the directory, and leaves out places with a refused postcode,
 * since a place of business has a postcode in use.
 */
import type { PostcodeRecord } from '../../../sources/postcodes/postcode-record.js';
import { yearsBefore } from '../../../../../words/src/calendar.js';
import type { LookedUp, LookUp, WhyMissing } from '../../runner/facts.js';
import type { PlaceMention } from './places.js';

/** Companies go on printing a postcode out of use for two years. After that, they have left the place. */
const YEARS_PRINTED_ON = 2;

/** The directory's doubt about a postcode that is served nevertheless. */
export interface PostcodeDoubt {
  readonly postcode_unknown?: true;
  /** The month in which it went out of use, YYYY-MM. */
  readonly postcode_terminated_on?: string;
}

export interface JudgedMentions {
  /** The mentions, without those that are left out. */
  readonly mentions: readonly PlaceMention[];
  /** The refused postcodes as printed, in order: unknown to the directory, or out of use for long. */
  readonly refused: readonly string[];
  readonly doubts: ReadonlyMap<string, PostcodeDoubt>;
  /** True if a directory is loaded and can't be read. */
  readonly isUnread: boolean;
}

type Judgement = 'in_use' | 'refused' | PostcodeDoubt;

/**
 * Judges a postcode. A postcode may exist although a partial edition lacks it. A postcode that an old edition
 * lacks is only doubtful, because it may be newer.
 */
function judgePostcode(
  record: PostcodeRecord | null,
  seen_on: string,
  { part, freshness }: LookedUp<unknown>,
): Judgement {
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

const asPrinted = (mentions: readonly PlaceMention[], isUnread: boolean): JudgedMentions => ({
  mentions,
  refused: [],
  doubts: new Map(),
  isUnread,
});

/** The mentions whose postcode is in use or only doubtful. Without a directory, all mentions as printed. */
export function judgeMentions(
  mentions: readonly PlaceMention[],
  directory: LookUp<PostcodeRecord> | WhyMissing,
): JudgedMentions {
  const keys = [...new Set(mentions.map(({ key }) => key))];
  if (keys.length === 0) return asPrinted(mentions, false);
  const lookup = typeof directory === 'string' ? directory : directory(keys);
  if (typeof lookup === 'string') return asPrinted(mentions, lookup === 'source_unavailable');
  const doubts = new Map<string, PostcodeDoubt>();
  const refused = new Set<string>();
  const kept = mentions.filter(({ key, seen_on, address }) => {
    const judgement = judgePostcode(lookup.found.get(key) ?? null, seen_on, lookup);
    if (typeof judgement === 'object') doubts.set(key, judgement);
    if (judgement === 'refused') refused.add(address.postal_code ?? key);
    return judgement !== 'refused';
  });
  return { mentions: kept, refused: [...refused], doubts, isUnread: false };
}
