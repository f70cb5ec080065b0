/** One verdict on a crawl for all who ask: every website block of a row does, and judging costs more than the rest of them. */
import type { SiteReading } from '../site-reading.js';
import { judgeSite } from './judge-site.js';
import type { JudgedCompany } from './judged-company.js';
import { siteSigns } from './site-signs.js';
import type { SiteVerdict } from './site-verdict.js';

/** Does what a verdict on a crawl needs whoever it is held against: what is left then is short. */
export const readyToJudge = (site: SiteReading): void => void siteSigns(site);

/** By crawl, then by all that the verdict depends on; gone with the crawl. */
const verdicts = new WeakMap<SiteReading, Map<string, SiteVerdict>>();

/** As `judgeSite`; the same crawl is judged once for a company. */
export function judgeOnce(site: SiteReading, company: JudgedCompany, on_record: boolean): SiteVerdict {
  const key = JSON.stringify([{ ...company, group: [...company.group].sort() }, on_record]);
  const known = verdicts.get(site) ?? new Map<string, SiteVerdict>();
  verdicts.set(site, known);
  const verdict = known.get(key) ?? judgeSite(site, company, on_record);
  known.set(key, verdict);
  return verdict;
}
