/** Finds websites that records name for related companies: owners, ultimate owners, subsidiaries, sisters. */
import type { CompanyRecord } from '../companies/company-record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { isLive } from '../companies/company-status.js';
import { defineFact } from './define-fact.js';
import { owners, registeredOwners } from './owners.fact.js';
import { ownershipChain } from './ownership-chain.fact.js';
import { subsidiaries } from './subsidiaries.fact.js';
import { websitesNamed, type WebsiteRecord } from './website-records.fact.js';

interface CompanyRef {
  readonly company_number: string;
  readonly company_name: string;
}

export interface RelatedWebsites {
  readonly relation: 'owner' | 'ultimate_owner' | 'subsidiary' | 'sister';
  readonly company: CompanyRecord;
  /** The companies from this company (excluded) to the related one (included). */
  readonly path: readonly CompanyRef[];
  readonly records: readonly WebsiteRecord[];
  /** The oldest day of the editions that were searched for websites; null: no such edition is loaded. */
  readonly searched_to: IsoDate | null;
}

interface Relation extends Pick<RelatedWebsites, 'relation' | 'path'> {
  readonly number: string;
}

const refOf = ({ number, name }: CompanyRecord): CompanyRef => ({
  company_number: number,
  company_name: name,
});

/** The maximum number of sisters: an owner may have thousands of companies. */
const MAX_SISTERS = 20;

/** Keeps the first and nearest relation to each company. */
function nearestRelations(relations: readonly Relation[]): Relation[] {
  const first = new Map<string, Relation>();
  for (const relation of relations) if (!first.has(relation.number)) first.set(relation.number, relation);
  return [...first.values()];
}

type Subsidiaries = ReturnType<typeof subsidiaries.join>;

/** The relations on file of the companies of a chunk. */
interface KnownRelations {
  /** The companies' owners that are on file as companies. */
  readonly owners: ReadonlyMap<string, readonly CompanyRecord[]>;
  readonly chains: ReturnType<typeof ownershipChain.join>;
  readonly subsidiaries: Subsidiaries;
  readonly ownersSubsidiaries: Subsidiaries;
}

const subsidiariesOf = (subsidiaries: Subsidiaries, number: string): CompanyRecord[] =>
  (subsidiaries.get(number)?.shown ?? []).flatMap(({ company }) => company ?? []);

function ownersAbove(chain: ReturnType<KnownRelations['chains']['get']>): Relation[] {
  if (chain?.end !== 'top') return [];
  const steps = chain.chain.flatMap(({ company_name, company_number }) =>
    company_number === null ? [] : [{ company_name, company_number }],
  );
  return steps.map(({ company_number }, at) => ({
    relation: at === 0 ? 'owner' : 'ultimate_owner',
    number: company_number,
    path: steps.slice(0, at + 1),
  }));
}

/** The live companies of the same owner. Ended companies have no website to share. */
const sisters = (owner: CompanyRecord, ownersSubsidiaries: Subsidiaries): Relation[] =>
  subsidiariesOf(ownersSubsidiaries, owner.number)
    .filter(isLive)
    .map((company) => ({
      relation: 'sister',
      number: company.number,
      path: [refOf(owner), refOf(company)],
    }));

function relationsOf(
  number: string,
  { owners, chains, subsidiaries, ownersSubsidiaries }: KnownRelations,
): Relation[] {
  const direct = owners.get(number) ?? [];
  const chain = ownersAbove(chains.get(number));
  const below = subsidiariesOf(subsidiaries, number);
  // Most companies have no relations.
  if (direct.length + chain.length + below.length === 0) return [];
  const relatedAs = (relation: Relation['relation']) => (company: CompanyRecord) => ({
    relation,
    number: company.number,
    path: [refOf(company)],
  });
  const near = nearestRelations([
    ...direct.map(relatedAs('owner')),
    ...chain,
    ...below.map(relatedAs('subsidiary')),
    ...direct.flatMap((owner) => sisters(owner, ownersSubsidiaries)),
  ]).filter((relation) => relation.number !== number);
  const sistersKept = near.filter(({ relation }) => relation === 'sister').slice(0, MAX_SISTERS);
  return [...near.filter(({ relation }) => relation !== 'sister'), ...sistersKept];
}

export const relatedWebsites = defineFact({
  name: 'related_websites',
  source: 'psc',
  also: ['companies', 'pay_gap', 'contracts', 'grants'],
  needs: ['company', 'psc'],
  join: (numbers, { facts, editions }) => {
    const { companies } = editions;
    const ownersByCompany = owners.join(numbers, { facts, editions });
    const holding = registeredOwners(ownersByCompany, facts.psc, editions.psc.facts);
    const holders = new Map([...holding.values()].flat().map((owner) => [owner.number, owner]));
    const knownRelations: KnownRelations = {
      owners: holding,
      chains: ownershipChain.join(numbers, { facts, editions }),
      subsidiaries: subsidiaries.join(numbers, { facts, editions }),
      ownersSubsidiaries: subsidiaries.join([...holders.keys()], { facts: { company: holders }, editions }),
    };
    const relations = new Map<string, readonly Relation[]>();
    for (const number of numbers) {
      const list = relationsOf(number, knownRelations);
      if (list.length > 0) relations.set(number, list);
    }
    const related = new Set([...relations.values()].flatMap((list) => list.map(({ number }) => number)));
    const registered = companies?.byNumbers(related) ?? new Map<string, CompanyRecord>();
    const websites = websitesNamed(registered, editions);
    const { pay_gap, contracts, grants } = editions;
    const searched_to =
      [pay_gap, contracts, grants]
        .flatMap((edition) => (edition === null ? [] : (edition.facts.whole_as_of ?? edition.facts.as_of)))
        .sort()
        .at(0) ?? null;
    const websitesByNumber = new Map<string, readonly RelatedWebsites[]>();
    for (const [number, list] of relations) {
      const relatedWebsites = list.flatMap(({ relation, number: other, path }): RelatedWebsites[] => {
        const company = registered.get(other);
        return company === undefined
          ? []
          : [{ relation, company, path, records: websites.get(other) ?? [], searched_to }];
      });
      if (relatedWebsites.length > 0) websitesByNumber.set(number, relatedWebsites);
    }
    return websitesByNumber;
  },
});
