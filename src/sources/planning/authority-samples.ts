/** Which records of a file stand for their authority: the first, and the first whose sites have a postcode. */
import type { FormContext } from '../kit/records/form.js';
import { authorityKey, type PlanningRecord } from './planning-record.js';

/** Enough to tell by the postcodes where an authority lies. */
const PLACED = 20;

/** How many records with a postcode of each authority are marked, by the file that is read. */
const taken = new WeakMap<FormContext, Map<string, number>>();

/** Asked once for each record, in their order. */
export function isSample({ authority, postcode }: PlanningRecord, file: FormContext): boolean {
  const authorities = taken.get(file) ?? new Map<string, number>();
  taken.set(file, authorities);
  const key = authorityKey(authority);
  const placed = authorities.get(key);
  const isWanted = placed === undefined || (postcode !== null && placed < PLACED);
  if (isWanted) authorities.set(key, (placed ?? 0) + (postcode === null ? 0 : 1));
  return isWanted;
}
