/** Reads a document's statements about itself: dormant, audited, type, standard and scope. */
import type { ColumnFact, FactsByName } from './columns.js';

const factsNamed = (facts: FactsByName, ...names: string[]): ColumnFact[] =>
  names.flatMap((name) => facts.get(name) ?? []);

const hasConcept = (facts: FactsByName, names: RegExp): boolean =>
  [...facts.keys()].some((name) => names.test(name));

/** The member of a dimension that holds the value of a fact without content; null: none. */
function memberOf(facts: FactsByName, dimension: string, ...names: string[]): string | null {
  for (const { dimensions } of factsNamed(facts, ...names)) {
    const foundDimension = dimensions.find(({ name }) => name === dimension);
    if (foundDimension !== undefined) return foundDimension.member;
  }
  return null;
}

const kebab = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)/g, '-')
    .toLowerCase()
    .slice(0, 60);

function truthOf(facts: FactsByName, ...names: string[]): boolean | null {
  for (const { fact } of factsNamed(facts, ...names)) {
    const text = (fact.value ?? '').trim().toLowerCase();
    if (/^(?:true|yes|1)$/.test(text)) return true;
    if (/^(?:false|no|0)$/.test(text)) return false;
  }
  return null;
}

export function isDormant(facts: FactsByName): boolean | null {
  const dormant = truthOf(facts, 'EntityDormantTruefalse', 'EntityDormant', 'CompanyDormant');
  if (dormant !== null) return dormant;
  const notDormant = truthOf(facts, 'CompanyNotDormant');
  return notDormant === null ? null : !notDormant;
}

const EXEMPT_FROM_AUDIT =
  /^(?:CompanyEntitledToExemption|.*EntitledToExemptionFromAudit|.*EntitledExemptAudit)/;

export function isAudited(facts: FactsByName): boolean | null {
  const names = ['AccountsStatusAuditedOrUnaudited', 'AccountsStatus'];
  const status = memberOf(facts, 'AccountsStatusDimension', ...names);
  if (status === 'Audited') return true;
  if (status !== null) return /^(?:AuditExempt|Unaudited)/.test(status) ? false : null;
  return hasConcept(facts, EXEMPT_FROM_AUDIT) ? false : null;
}

/** The type that the document states: `full`, `abridged`, `abbreviated`. */
export function accountsType(facts: FactsByName): string | null {
  const member = memberOf(facts, 'AccountsTypeDimension', 'AccountsTypeFullOrAbbreviated', 'AccountsType');
  return member === null ? null : kebab(member.replace(/Accounts$/, ''));
}

/** The accounting standard: `frs-102`, `micro-entities`, `small-entities`. */
export function standardOf(facts: FactsByName): string | null {
  const member = memberOf(facts, 'AccountingStandardsDimension', 'AccountingStandardsApplied');
  return member === null ? null : kebab(member);
}

/** Returns true if the document states that it covers a group. */
export const saysGroup = (facts: FactsByName): boolean =>
  /Consolidated|Group/.test(
    `${memberOf(facts, 'ScopeAccountsDimension', 'ScopeAccounts') ?? ''} ${accountsType(facts) === 'group' ? 'Group' : ''}`,
  );

const OF_MEMBERS = /Members(?:Capital|OtherInterests|Interests)|(?:DueTo|AttributableTo)Members/;

/** Returns true for a limited liability partnership, by its form or its members' interests. */
export const isPartnership = (facts: FactsByName): boolean =>
  /LimitedLiabilityPartnership|LLP/.test(
    memberOf(facts, 'LegalFormEntityDimension', 'LegalFormEntity') ?? '',
  ) || hasConcept(facts, OF_MEMBERS);

/** Returns true if the parent's own profit and loss account is omitted (Companies Act 2006 section 408). */
export const omitsOwnProfit = (facts: FactsByName): boolean =>
  truthOf(
    facts,
    'EntityHasTakenExemptionUnderCompaniesActInNotPublishingItsOwnProfitLossAccountTruefalse',
  ) === true;

/** Returns true if the accounts are revised, by a statement that the regulations require. */
export const isAmended = (facts: FactsByName): boolean =>
  [...facts].some(
    ([name, stated]) =>
      /(?:Revised|Amended)(?:Accounts|FinancialStatements|Report)|(?:Accounts|FinancialStatements|Report).*(?:Revised|Amended)$/.test(
        name,
      ) && stated.some(({ fact }) => fact.value !== null && !/^(?:|false|no)$/i.test(fact.value)),
  );

/** Matches concepts that only banks and insurers have. */
const OF_BANKS =
  /^(?:LoansAdvancesToCustomers|LoansAdvancesToBanks|CustomerAccounts|DepositsByBanks|TechnicalProvisions|GrossPremiumsWritten|NetPremiumsEarned|EarnedPremiumsNetReinsurance)/;

export const isOfBank = (facts: FactsByName): boolean => hasConcept(facts, OF_BANKS);

const STATEMENTS = '(?:financial statements|accounts)';
const ACCOUNTS = new RegExp(
  `\\b(?:consolidated|group(?:['’]s)?) ${STATEMENTS}\\b(?! of (?!the (?:group|company)\\b))|` +
    `\\b(?:these|(?:the )?(?:company|group)['’]s|the) ${STATEMENTS}\\b(?! of (?!the (?:group|company)\\b)).{0,120}\\bconsolidat`,
  'i',
);
const COVERS =
  /\bthese (?:are |financial statements are |accounts are )?(?:the )?(?:consolidated|group)\b|\b(?:consolidate|incorporate|include|comprise|cover|combine)s?\b.{0,160}\b(?:subsidiar|group)|\b(?:of|for) the group\b|\bconsolidat\w+\b.{0,160}\band (?:all )?(?:of )?its subsidiar/i;
const IN_WELSH = /\b(?:cyfrifon|datganiadau ariannol) cyfunol\b/i;
const LONGEST_SENTENCE = 600;
/** Matches words of parents that don't consolidate, and of subsidiaries about others' accounts. */
const DOES_NOT =
  /\b(?:not|no|nor|exempt\w*|exemption|without|rather than|individual|(?:included|consolidated) (?:in|into|within)|ultimate|parent'?s?|ni|nid|heb|eithri\w+)\b/i;

/** Returns true if a sentence of the page calls its accounts consolidated. */
export const saysConsolidated = (text: string): boolean =>
  text
    .split(/[.;\n]/)
    .some(
      (sentence) =>
        sentence.length < LONGEST_SENTENCE &&
        ((ACCOUNTS.test(sentence) && COVERS.test(sentence)) || IN_WELSH.test(sentence)) &&
        !DOES_NOT.test(sentence),
    );

/** Returns true if most unmarked amounts are below a title or heading of a group. */
export function standsInGroup(facts: FactsByName, end: string): boolean {
  const all = [...facts.values()].flat().filter((fact) => fact.column === 'company' && fact.end === end);
  const areOfGroup = all.flatMap(({ fact, currency }) =>
    currency === null ? [] : (fact.place.ofGroup ?? []),
  );
  return areOfGroup.filter((ofGroup) => ofGroup).length > areOfGroup.length / 2;
}
