/** Made sites that give a company's address and number to a role: somebody else's pages that name it, and its own of the same shape. */
import { judgeSite } from '../../../../packages/enrichment/src/sites/verdict/judge-site.js';
import type { SiteVerdict } from '../../../../packages/enrichment/src/sites/verdict/site-verdict.js';
import { makeCompany, type MadeCompany } from './made-companies.js';
import { htmlOf, siteOf, type Parts } from './make-pages.js';
import { Random } from './random.js';
import { HONEST, isHeldBack, TRAPS, type RoleKind } from './role-phrases.js';
import { addressOf, front, home } from './site-kind.js';

export interface JudgedRole {
  readonly kind: string;
  readonly own: boolean;
  readonly held_back: boolean;
  readonly phrase: string;
  readonly verdict: SiteVerdict;
}

const filled = (phrase: string, company: MadeCompany): string =>
  phrase.replace('{x}', company.printed).replace('{a}', addressOf(company)).replace('{n}', company.number);

function made(random: Random, { place }: RoleKind, runs: MadeCompany, sentence: string) {
  const name = random.chance(0.6) ? [`© 2026 ${runs.core}`] : [];
  const parts: Partial<Parts> =
    place === 'footer'
      ? { footer: [...name, sentence] }
      : { footer: name, main: place === 'main' ? [sentence] : [] };
  const page = {
    path: '/information',
    link: 'Information',
    html: htmlOf({ title: 'Information', main: [sentence] }),
  };
  return siteOf(runs.host, [home(front(random, runs, parts)), ...(place === 'page' ? [page] : [])]);
}

function strangerTo(random: Random, company: MadeCompany): MadeCompany {
  const other = makeCompany(random);
  return other.core === company.core ? strangerTo(random, company) : other;
}

function judged(kind: RoleKind, own: boolean, seed: number): JudgedRole[] {
  const random = new Random(seed);
  return kind.heads.flatMap((head) =>
    kind.tails.map((tail) => {
      const company = makeCompany(random);
      const runs = own ? company : strangerTo(random, company);
      const phrase = `${head} ${tail}`;
      const site = made(random, kind, runs, filled(phrase, company));
      return {
        kind: kind.name,
        own,
        held_back: isHeldBack(kind.name, head),
        phrase,
        verdict: judgeSite(site, company, false),
      };
    }),
  );
}

/** Every phrasing of every kind once. */
export const judgeRoleSites = (seed: number): JudgedRole[] => [
  ...TRAPS.flatMap((kind, at) => judged(kind, false, seed + at)),
  ...HONEST.flatMap((kind, at) => judged(kind, true, seed + 500 + at)),
];
