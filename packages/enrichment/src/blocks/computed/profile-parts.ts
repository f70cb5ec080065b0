/** Makes the parts of a company's profile, each with the inputs that it rests on (Blocks 1.10). */
import { companiesAbove } from './own-group.js';
import { sicSection, tellingSic } from '../../sources/companies/sic/sic-sections.js';
import type { AnswerOf, FinalAnswer } from '../runner/define-block.js';
import type { Facts, WhyMissing } from '../runner/facts.js';
import type { Input } from '../runner/value-types.js';
import type filingStatus from '../registered/filing-status.block.js';
import type industry from '../registered/industry.block.js';
import type subsidiaries from '../ownership/subsidiaries.block.js';
import type ultimateOwner from '../ownership/ultimate-owner.block.js';
import type employeesFiled from '../accounts/employees-filed.block.js';
import type financialsFiled from '../accounts/financials-filed.block.js';
import type employees from './employees.block.js';
import type revenueEstimate from './revenue-estimate.block.js';
import { scopeOf, inputOfAnswer } from './input-terms.js';
import { headcountInputOf } from './revenue-parts.js';
import { sizeClass } from './size-class.js';
import { countryName, regionName } from '../../sources/postcodes/postcode-record.js';

/** The section of the trade, and whether the company is dormant. SIC code 99999 means dormant, too. */
export function profileTradeOf(
  trade: AnswerOf<typeof industry>,
  filing: AnswerOf<typeof filingStatus>,
  accounts: AnswerOf<typeof financialsFiled>,
) {
  const sic = trade.status === 'available' ? tellingSic(trade.value.sic) : undefined;
  const category = filing.status === 'available' ? filing.value.accounts_category : null;
  const statedDormant = saysDormant(accounts);
  const inputs = [
    ...(trade.status === 'available' && sic !== undefined
      ? [inputOfAnswer('industry', trade)('sic', sic.code)]
      : []),
    ...(filing.status === 'available' && category !== null
      ? [inputOfAnswer('filing_status', filing)('accounts_category', category)]
      : []),
    ...(statedDormant === null
      ? []
      : [
          accounts.status === 'available'
            ? inputOfAnswer('financials_filed', accounts)('dormant', String(statedDormant))
            : outcomeInput('financials_filed', accounts, accounts.reason),
        ]),
  ];
  const isDormant = sic?.code === '99999' || category === 'dormant' || statedDormant === true;
  return {
    sic_section: sic === undefined ? null : sicSection(sic),
    is_dormant: isDormant ? true : category === null && statedDormant === null ? null : false,
    inputs,
  };
}

/** Tells whether the newest accounts call the company dormant; null: not stated, or none are on file. */
function saysDormant(accounts: AnswerOf<typeof financialsFiled>): boolean | null {
  if (accounts.status === 'available') return accounts.value.dormant;
  return accounts.reason === 'dormant_company' ? true : null;
}

/** The size class by the company's own newest accounts, in pounds (Blocks 4.34). */
export function sizeOf(accounts: AnswerOf<typeof financialsFiled>, people: AnswerOf<typeof employeesFiled>) {
  const noSize = { size_class: null, inputs: [] };
  if (accounts.status === 'not_found' || accounts.value.scope !== 'company') return noSize;
  const [newest] = accounts.value.periods;
  if (newest === undefined || newest.period.start === null) return noSize;
  const { start, end } = newest.period;
  const { turnover, total_assets } = newest.figures;
  if ([turnover, total_assets].some((figure) => figure != null && figure.currency !== 'GBP')) return noSize;
  const filedHeadcount = headcountInputOf(people, end, 'company');
  const size = sizeClass({
    start,
    end,
    turnover: turnover == null ? null : Number(turnover.amount),
    balance_sheet_total: total_assets == null ? null : Number(total_assets.amount),
    employees: filedHeadcount?.value.headcount ?? null,
  });
  if (size === null) return noSize;
  const figureInputs = (field: string, figure: { readonly amount: string } | null | undefined): Input[] =>
    figure == null ? [] : [inputOfAnswer('financials_filed', accounts)(field, figure.amount)];
  return {
    size_class: size,
    inputs: [
      ...figureInputs('turnover', turnover),
      ...figureInputs('total_assets', total_assets),
      ...(filedHeadcount === null
        ? []
        : [inputOfAnswer('employees_filed', filedHeadcount)('headcount', filedHeadcount.value.headcount)]),
    ],
  };
}

/** The band of the filed turnover, else of the estimate from peers; none if the accounts are a group's. */
export function turnoverOf(
  estimate: AnswerOf<typeof revenueEstimate>,
  accounts: AnswerOf<typeof financialsFiled>,
) {
  if (estimate.status === 'not_found' || scopeOf(accounts) === 'group')
    return { turnover_band: null, inputs: [] };
  const { band, mid } = estimate.value;
  return {
    turnover_band: { ...band },
    inputs: [inputOfAnswer('revenue_estimate', estimate)('mid', mid.amount)],
  };
}

/** The headcount; none where it is a group's. */
export function workforceOf(answer: AnswerOf<typeof employees>) {
  if (answer.status === 'not_found' || answer.value.scope === 'group')
    return { employees_band: null, inputs: [] };
  const { band } = answer.value;
  return { employees_band: { ...band }, inputs: [inputOfAnswer('employees', answer)('band', band.label)] };
}

/** Bands of half or more of the shares, or votes where no shares are named. */
const MAJORITY: readonly string[] = ['75-100', '50-75'];
/** Reasons that an unidentified corporate owner holds half or more. */
const UNNAMED_PARENT: readonly string[] = ['owner_not_on_file', 'ultimate_owner_not_resolved'];
/** Ends of a chain that show no parent: no company above holds half or more. */
const NO_PARENT: readonly unknown[] = [
  'no_controller',
  'individual_majority',
  'individuals',
  'overseas_entity',
];

/** Tells whether another company holds half or more of this one; null: the records don't show it. */
function hasParent(owner: AnswerOf<typeof ultimateOwner>): boolean | null {
  if (owner.status === 'not_found') {
    if (owner.reason === 'no_majority_controller') return false;
    if (companiesAbove(owner).length > 0) return true;
    // If the chain has a stated end, no owner above it is known.
    if (owner.detail?.['stopped_at'] !== undefined) return null;
    return UNNAMED_PARENT.includes(owner.reason) ? true : null;
  }
  if (owner.value.depth > 0) return true;
  return NO_PARENT.includes(owner.detail?.['stopped_at']) ? false : null;
}

/** Tells whether the company holds half or more of another; null: not all companies were searched. */
function hasSubsidiary(owned: AnswerOf<typeof subsidiaries>): boolean | null {
  if (owned.status === 'not_found') return owned.reason === 'none_on_register' ? false : null;
  return owned.value.subsidiaries.some(({ ownership_band }) => MAJORITY.includes(ownership_band));
}

/** A block's answer as an input; the reason, where it has no value. */
function outcomeInput(
  block: 'ultimate_owner' | 'subsidiaries' | 'financials_filed',
  answer: FinalAnswer,
  value: string,
): Input {
  const { source = 'company_register_psc', as_of = null } = answer;
  return inputOfAnswer(block, { source, as_of })(answer.status === 'available' ? block : 'reason', value);
}

export function groupOf(owner: AnswerOf<typeof ultimateOwner>, owned: AnswerOf<typeof subsidiaries>) {
  const isOwned = hasParent(owner);
  const ownsAnother = hasSubsidiary(owned);
  const unknown = isOwned === null || ownsAnother === null ? null : false;
  const in_group = isOwned === true || ownsAnother === true ? true : unknown;
  const above =
    owner.status === 'available'
      ? owner.value.company_name
      : (companiesAbove(owner)[0]?.company_name ?? owner.reason);
  const below = owned.status === 'available' ? String(owned.value.count) : owned.reason;
  const inputs = [
    ...(in_group !== null && isOwned !== null ? [outcomeInput('ultimate_owner', owner, above)] : []),
    ...(in_group !== null && ownsAnother !== null ? [outcomeInput('subsidiaries', owned, below)] : []),
  ];
  return { in_group, inputs };
}

/** The region of the registered office; only England has regions. */
export function placeOf(office_postcode: Facts['office_postcode'] | WhyMissing) {
  const nowhere = { region: null, country: null, inputs: [] };
  if (typeof office_postcode === 'string' || office_postcode.record === null) return nowhere;
  const { record, as_of } = office_postcode;
  const { region, country } = record;
  const name = region === null ? null : regionName(region);
  const inputs = Object.entries({ rgn: region, ctry: country }).flatMap(([field, value]): Input[] =>
    value === null ? [] : [{ block: null, field, source: 'postcode_register', as_of, value }],
  );
  return {
    region: region === null || name === null ? null : { code: region, name },
    country: country === null ? null : countryName(country),
    inputs,
  };
}
