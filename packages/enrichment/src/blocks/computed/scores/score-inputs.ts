/** Collects the inputs of each score from the answers of other blocks. */
import { isSolvent } from '../../register-events/insolvency-events.js';
import { ratiosOf, roundedTo, type Ratio, type RatioKey } from '../../../sources/cohorts/ratios.js';
import { isGrave, type Annotation } from '../../../sources/companies/annotation.js';
import { STRIKE_OFF_KEY } from '../../../sources/companies/company-status.js';
import { daysBetween, wholeYears, type IsoDate } from '../../../../../words/src/calendar.js';
import type { AnswerOf, BlockDefinition, FinalAnswer } from '../../runner/define-block.js';
import type { Input } from '../../runner/value-types.js';
import type employeesFiled from '../../accounts/employees-filed.block.js';
import type financialsFiled from '../../accounts/financials-filed.block.js';
import type controllers from '../../ownership/controllers.block.js';
import type charges from '../../registered/charges.block.js';
import type companyIdentity from '../../registered/company-identity.block.js';
import type filingStatus from '../../registered/filing-status.block.js';
import type officers from '../../registered/officers.block.js';
import type registryEvents from '../../registered/registry-events.block.js';
import { newestRegisterDay } from '../input-terms.js';
import type { SCORE_RULES, ScoreKey } from './score-rules.js';
import { overdueIn } from '../../registered/identity-verification.js';

type Financials = Extract<AnswerOf<typeof financialsFiled>, { status: 'available' }>;
type Available<A> = Extract<A, { status: 'available' }>;

/** A number that gives points; null: unknown. */
export interface ScoreInput {
  readonly value: number | null;
  /** A change of figures that are too small to give points. It can still limit the label. */
  readonly weightless?: number;
  readonly input: Input;
}
export type InputsOf<K extends ScoreKey> = Readonly<Record<keyof (typeof SCORE_RULES)[K], ScoreInput>>;

const unknown = (block: BlockDefinition['key'], field: string): ScoreInput => ({
  value: null,
  input: { block, field, source: 'service_model', as_of: null, value: null },
});

const known = (
  block: BlockDefinition['key'],
  [field, value, shownValue = value]: readonly [field: string, value: number, shown?: string | number],
  { source, as_of }: { readonly source: string; readonly as_of: IsoDate },
): ScoreInput => ({ value, input: { block, field, source, as_of, value: shownValue } });

/** @param valueOf the number, and the served value if it differs */
function inputOf<A extends FinalAnswer>(
  block: BlockDefinition['key'],
  field: string,
  [answer, valueOf]: readonly [A, (answer: Available<A>) => readonly [number | null, (string | null)?]],
): ScoreInput {
  if (answer.status !== 'available') return unknown(block, field);
  const [value, shownValue] = valueOf(answer as Available<A>);
  return value === null ? unknown(block, field) : known(block, [field, value, shownValue ?? value], answer);
}

type Ratios = (key: RatioKey) => ScoreInput;

/** If both figures are below this many pounds, their change shows no growth. */
const LEAST_WEIGHT = 10_000;

const hasWeight = ({ key, inputs }: Ratio): boolean =>
  !key.endsWith('_growth') || inputs.some(({ value }) => Math.abs(Number(value)) >= LEAST_WEIGHT);

/** The ratios of the newest period in the accounts. */
export function ratiosIn({ value, source, as_of }: Financials): Ratios {
  const [now, before] = value.periods.map(({ period, figures }) => ({ ...period, figures }));
  const ratios = now === undefined ? [] : ratiosOf({ now, before: before ?? null, headcount: null });
  return (key) => {
    const foundRatio = ratios.find((ratio) => ratio.key === key);
    if (foundRatio === undefined || foundRatio.value === null) return unknown('financials_filed', key);
    return hasWeight(foundRatio)
      ? known('financials_filed', [key, foundRatio.value], { source, as_of })
      : { ...unknown('financials_filed', key), weightless: foundRatio.value };
  };
}

export function financialPosition(accounts: Financials, ratios: Ratios): InputsOf<'financial_position'> {
  const netAssets = accounts.value.periods[0]?.figures.net_assets ?? null;
  return {
    net_assets:
      netAssets === null
        ? unknown('financials_filed', 'net_assets')
        : known('financials_filed', ['net_assets', Number(netAssets.amount)], accounts),
    current_ratio: ratios('current_ratio'),
    net_assets_to_total: ratios('net_assets_to_total'),
    cash_to_creditors: ratios('cash_to_creditors'),
  };
}

const daysOverdue = (due: IsoDate | null, as_of: IsoDate): number | null =>
  due === null ? null : Math.max(0, daysBetween(due, as_of));

/** Overdue verifications of officers and controllers together, or of one kind if the other is unknown. */
function identitiesOverdue(
  people: AnswerOf<typeof officers>,
  control: AnswerOf<typeof controllers>,
): ScoreInput {
  const [ofOfficers, ofControllers] = [overdueIn(people), overdueIn(control)];
  const field = 'identity_verification_counts';
  const value = (ofOfficers ?? 0) + (ofControllers ?? 0);
  if (ofOfficers === null) return inputOf('controllers', field, [control, () => [ofControllers]]);
  return inputOf('officers', field, [people, () => [value]]);
}

export function filingDiscipline(
  filing: AnswerOf<typeof filingStatus>,
  people: AnswerOf<typeof officers>,
  control: AnswerOf<typeof controllers>,
): InputsOf<'filing_discipline'> | null {
  if (filing.status !== 'available') return null;
  const { accounts_next_due_on, confirmation_statement_next_due_on } = filing.value;
  const overdue = (field: string, due: IsoDate | null): ScoreInput =>
    inputOf('filing_status', field, [filing, ({ as_of }) => [daysOverdue(due, as_of), due]]);
  return {
    days_accounts_overdue: overdue('accounts_next_due_on', accounts_next_due_on),
    days_confirmation_statement_overdue: overdue(
      'confirmation_statement_next_due_on',
      confirmation_statement_next_due_on,
    ),
    identities_overdue: identitiesOverdue(people, control),
  };
}

export function stability(answers: {
  readonly company_identity: AnswerOf<typeof companyIdentity>;
  readonly registry_events: AnswerOf<typeof registryEvents>;
  readonly officers: AnswerOf<typeof officers>;
  readonly charges: AnswerOf<typeof charges>;
}): InputsOf<'stability'> | null {
  const { company_identity: identity, registry_events, officers: people, charges: secured } = answers;
  if (identity.status !== 'available') return null;
  const { incorporated_on, company_status } = identity.value;
  const detail = identity.detail?.['status_detail'];
  const status_detail = typeof detail === 'string' ? detail : null;
  const day = newestRegisterDay(identity.as_of, [registry_events, people, secured]);
  const isForStrikeOff = status_detail === STRIKE_OFF_KEY;
  return {
    age_years: inputOf('company_identity', 'incorporated_on', [
      identity,
      () => [incorporated_on === null ? null : wholeYears(incorporated_on, day), incorporated_on],
    ]),
    active: inputOf('company_identity', 'company_status', [
      identity,
      () => [
        company_status === null ? null : Number(company_status === 'active' && !isForStrikeOff),
        status_detail ?? company_status,
      ],
    ]),
    insolvency_events: insolvencyEvents(registry_events),
    officers_active: inputOf('officers', 'active', [people, ({ value }) => [value.active]]),
    charges_outstanding: chargesOutstanding(secured),
    grave_annotations: inputOf('company_identity', 'annotations', [
      identity,
      ({ detail: { annotations } = {} }) => [
        Array.isArray(annotations) ? (annotations as Annotation[]).filter(isGrave).length : null,
      ],
    ]),
  };
}

/** The number of insolvencies that began, without solvent ones. Only the filing history has them. */
function insolvencyEvents(events: AnswerOf<typeof registryEvents>): ScoreInput {
  const field = 'insolvency_started';
  if (events.detail?.['coverage'] !== 'with_filings') return unknown('registry_events', field);
  if (events.status === 'not_found') {
    const { source = 'company_register_filings', as_of } = events;
    return events.reason === 'no_events_in_window' && as_of !== undefined
      ? known('registry_events', [field, 0], { source, as_of })
      : unknown('registry_events', field);
  }
  return inputOf('registry_events', field, [
    events,
    ({
      value: {
        events: { items },
      },
    }) => [items.filter((event) => event.type === 'insolvency_started' && !isSolvent(event, items)).length],
  ]);
}

/** The number of outstanding charges. A company without charges counts as 0. */
function chargesOutstanding(secured: AnswerOf<typeof charges>): ScoreInput {
  if (secured.status === 'not_found' && secured.reason === 'none_on_register') {
    const { source = 'company_register_charges', as_of = null } = secured;
    return { value: 0, input: { block: 'charges', field: 'reason', source, as_of, value: secured.reason } };
  }
  return inputOf('charges', 'outstanding_count', [secured, ({ value }) => [value.outstanding_count]]);
}

export function growthOf(people: AnswerOf<typeof employeesFiled>, ratios: Ratios): InputsOf<'growth'> {
  return {
    net_assets_growth: ratios('net_assets_growth'),
    turnover_growth: ratios('turnover_growth'),
    headcount_growth: inputOf('employees_filed', 'headcount_growth', [
      people,
      ({ value: { headcount, prior } }) =>
        prior === null || prior.headcount === 0
          ? [null]
          : [roundedTo((100 * (headcount - prior.headcount)) / prior.headcount, 2)],
    ]),
  };
}
