/** Finds the companies that currently name a company as their owner, by the edition's index of owners. */
import type { CompanyRecord } from '../companies/company-record.js';
import { OWNER_NAME, OWNER_NUMBER, type ControlPerson, type PscRecord } from '../psc/psc-record.js';
import { isOfLandAlone } from '../psc/ownership-band.js';
import type { RecordEdition } from '../kit/records/record-edition.js';
import { normalisedNameOf } from '../../../../words/src/names/company-name.js';
import { defineFact } from './define-fact.js';
import { currentOwnersIn, identifyOwners } from './owners.fact.js';

interface Subsidiaries {
  readonly shown: readonly Subsidiary[];
  /** The number of suppressed companies that name the owner, or may name it. */
  readonly suppressed: number;
}

export interface Subsidiary {
  readonly company_number: string;
  /** The company; null: it has a control record but isn't on file as a company. */
  readonly company: CompanyRecord | null;
  readonly person: ControlPerson;
  readonly matched_on: 'registration_number' | 'name';
}

/** The companies that may name each company as owner, before their records are read. */
function candidatesOf(
  companies: ReadonlyMap<string, CompanyRecord>,
  psc: RecordEdition<PscRecord>,
): Map<string, Set<string>> {
  const names = new Map<string, string>();
  for (const [number, { name }] of companies) names.set(number, normalisedNameOf(name));
  const byNumber = psc.subjectsUnder(OWNER_NUMBER, companies.keys());
  const byName = psc.subjectsUnder(OWNER_NAME, names.values());
  const candidates = new Map<string, Set<string>>();
  for (const [number, name] of names) {
    const numbered = byNumber.get(number) ?? [];
    const named = byName.get(name) ?? [];
    if (numbered.length + named.length > 0) candidates.set(number, new Set([...numbered, ...named]));
  }
  return candidates;
}

/** Adds a record. Records of one company become one subsidiary, with all natures and the newest day. */
function withRecord(earlier: readonly Subsidiary[], added: Subsidiary): Subsidiary[] {
  const same = earlier.find(({ company_number }) => company_number === added.company_number);
  if (same === undefined) return [...earlier, added];
  const [newer, older] =
    (added.person.notified_on ?? '') > (same.person.notified_on ?? '') ? [added, same] : [same, added];
  const natures = new Set([...newer.person.natures_of_control, ...older.person.natures_of_control]);
  const merged: Subsidiary = {
    ...newer,
    person: { ...newer.person, natures_of_control: [...natures] },
    matched_on: older.matched_on === 'registration_number' ? older.matched_on : newer.matched_on,
  };
  return earlier.map((subsidiary) => (subsidiary === same ? merged : subsidiary));
}

export const subsidiaries = defineFact({
  name: 'subsidiaries',
  source: 'psc',
  also: ['companies'],
  needs: ['company'],
  join: (_numbers, { facts, editions: { psc, companies } }) => {
    const candidates = candidatesOf(facts.company, psc);
    const numbers = [...new Set([...candidates.values()].flatMap((each) => [...each]))];
    const records = psc.byNumbers(numbers);
    const owned = numbers.flatMap((number) =>
      currentOwnersIn(records.get(number), psc.facts).flatMap(({ person }) =>
        isOfLandAlone(person.natures_of_control) ? [] : [{ ownedNumber: number, person }],
      ),
    );
    const identities = identifyOwners(owned, companies);
    const registered = companies?.byNumbers(numbers);
    const subsidiariesByOwner = new Map<string, Subsidiary[]>();
    for (const { ownedNumber: number, person } of owned) {
      const identity = identities.get(person);
      const owner = identity?.company_number ?? null;
      if (owner === null || !identity?.matched_on || candidates.get(owner)?.has(number) !== true) continue;
      const subsidiary: Subsidiary = {
        company_number: number,
        company: registered?.get(number) ?? null,
        person,
        matched_on: identity.matched_on,
      };
      subsidiariesByOwner.set(owner, withRecord(subsidiariesByOwner.get(owner) ?? [], subsidiary));
    }
    // Every company in the index has records, so a company without readable records is suppressed.
    const suppressedOf = (owner: string): number =>
      [...(candidates.get(owner) ?? [])].filter((number) => !records.has(number)).length;
    const listed = new Map<string, Subsidiaries>();
    for (const owner of candidates.keys()) {
      const [shownSubsidiaries, suppressed] = [subsidiariesByOwner.get(owner) ?? [], suppressedOf(owner)];
      if (shownSubsidiaries.length + suppressed > 0)
        listed.set(owner, { shown: shownSubsidiaries, suppressed });
    }
    return listed;
  },
});
