/** The websites that public records name for a company's owners, those above them and what it owns. */
import type { CompanyRecord } from '../sources/companies/company-record.js';
import { defineFact } from './define-fact.js';
import { identifyOwners, ownersIn } from './owners.fact.js';
import { ownershipChain } from './ownership-chain.fact.js';
import { subsidiaries } from './subsidiaries.fact.js';
import { websitesNamed, type WebsiteRecord } from './website-records.fact.js';

interface CompanyRef {
  readonly company_number: string;
  readonly company_name: string;
}

export interface RelatedWebsites {
  readonly relation: 'owner' | 'ultimate_owner' | 'subsidiary';
  readonly company: CompanyRecord;
  /** From the company to the related one, without the company itself. */
  readonly path: readonly CompanyRef[];
  readonly records: readonly WebsiteRecord[];
}

interface Relation extends Pick<RelatedWebsites, 'relation' | 'path'> {
  readonly number: string;
}

const refOf = ({ number, name }: CompanyRecord): CompanyRef => ({
  company_number: number,
  company_name: name,
});

/** Each related company once, by its nearest relation: owners, those above them, what it owns. */
function nearest(relations: readonly Relation[]): Relation[] {
  const first = new Map<string, Relation>();
  for (const relation of relations) if (!first.has(relation.number)) first.set(relation.number, relation);
  return [...first.values()];
}

export const relatedWebsites = defineFact({
  name: 'related_websites',
  source: 'psc',
  also: ['companies', 'pay_gap', 'contracts', 'grants'],
  needs: ['company', 'psc'],
  join: (numbers, { facts, editions }) => {
    const { companies } = editions;
    const filed = facts.psc;
    const named = new Map(
      numbers.map((number) => [
        number,
        ownersIn(filed.get(number)).flatMap(({ person }) => (person.ceased_on === null ? person : [])),
      ]),
    );
    const identities = identifyOwners([...named.values()].flat(), companies);
    const chains = ownershipChain.join(numbers, { facts, editions });
    const owned = subsidiaries.join(numbers, { facts, editions });

    const relationsOf = (number: string): Relation[] => {
      const owners = (named.get(number) ?? []).flatMap((person): Relation[] => {
        const company = identities.get(person)?.company ?? null;
        return company === null
          ? []
          : [{ relation: 'owner', number: company.number, path: [refOf(company)] }];
      });
      const chain = chains.get(number);
      const links = chain?.end === 'top' ? chain.chain : [];
      const steps = links.flatMap(({ company_name, company_number }) =>
        company_number === null ? [] : [{ company_name, company_number }],
      );
      const above = steps.map(({ company_number }, at): Relation => ({
        relation: at === 0 ? 'owner' : 'ultimate_owner',
        number: company_number,
        path: steps.slice(0, at + 1),
      }));
      const below = (owned.get(number)?.shown ?? []).flatMap(({ company }): Relation[] =>
        company === null ? [] : [{ relation: 'subsidiary', number: company.number, path: [refOf(company)] }],
      );
      return nearest([...owners, ...above, ...below]).filter((one) => one.number !== number);
    };

    const relations = new Map(numbers.map((number) => [number, relationsOf(number)]));
    const related = [...new Set([...relations.values()].flat().map(({ number }) => number))];
    const registered = companies?.byNumbers(related) ?? new Map<string, CompanyRecord>();
    const websites = websitesNamed(registered, editions);
    const found = new Map<string, readonly RelatedWebsites[]>();
    for (const [number, list] of relations) {
      const known = list.flatMap(({ relation, number: other, path }): RelatedWebsites[] => {
        const company = registered.get(other);
        return company === undefined ? [] : [{ relation, company, path, records: websites.get(other) ?? [] }];
      });
      if (known.length > 0) found.set(number, known);
    }
    return found;
  },
});
