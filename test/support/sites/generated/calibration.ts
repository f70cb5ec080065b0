/** Made sites judged, and how often the verdicts are right. */
import { judgeSite } from '../../../../packages/enrichment/src/sites/verdict/judge-site.js';
import type { SiteVerdict } from '../../../../packages/enrichment/src/sites/verdict/site-verdict.js';
import { SITE_KINDS } from './kinds.js';
import type { MadeSite } from './site-kind.js';
import { Random } from './random.js';

export interface JudgedMade extends MadeSite {
  readonly verdict: SiteVerdict;
}

/** So many sites of each kind, every other one named by a public record. */
export function judgeMadeSites(each: number, seed: number): JudgedMade[] {
  return SITE_KINDS.flatMap(({ name, truth, make }, at) => {
    const random = new Random(seed * 1_000 + at);
    return Array.from({ length: each }, (_, i): JudgedMade => {
      const made = { kind: name, truth, on_record: i % 2 === 0, ...make(random) };
      return { ...made, verdict: judgeSite(made.site, made.company, made.on_record) };
    });
  });
}

/** Wilson's interval of a share, at 95 %. */
export function wilson(hits: number, of: number): readonly [number, number] {
  if (of === 0) return [0, 1];
  const z = 1.96;
  const share = hits / of;
  const middle = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}

export interface Tally {
  readonly sites: number;
  readonly accept: number;
  readonly review: number;
  readonly reject: number;
  /** Accepted though not its own, or though nothing proves it. */
  readonly wrong: number;
}

export function tallyOf(all: readonly JudgedMade[]): Tally {
  const count = (fits: (one: JudgedMade) => boolean): number => all.filter(fits).length;
  return {
    sites: all.length,
    accept: count(({ verdict }) => verdict.outcome === 'accept'),
    review: count(({ verdict }) => verdict.outcome === 'review'),
    reject: count(({ verdict }) => verdict.outcome === 'reject'),
    wrong: count(({ verdict, truth }) => verdict.outcome === 'accept' && truth !== 'own'),
  };
}
