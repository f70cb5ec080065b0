/** Makes statements from the answers of other blocks, each by a template that names its inputs. Pure. */
import Big from 'big.js';
import type { z } from 'zod';
import type employeesFiled from '../../accounts/employees-filed.block.js';
import type financialsFiled from '../../accounts/financials-filed.block.js';
import type ultimateOwner from '../../ownership/ultimate-owner.block.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import { graveStatus } from '../../../sources/companies/company-status.js';
import type companyIdentity from '../../registered/company-identity.block.js';
import type charges from '../../registered/charges.block.js';
import type funding from '../../registered/funding.block.js';
import type property from '../../registered/property.block.js';
import type { AnswerOf, BlockDefinition, FinalAnswer } from '../../runner/define-block.js';
import type { Money } from '../../runner/money.js';
import { ascending } from '../../runner/served-lists.js';
import { inputOfAnswer } from '../input-terms.js';
import {
  TOPICS,
  type IntelligenceItem,
  type NameInput,
  type IntelligenceStatement,
} from './intelligence-item.js';
import { signalStatements } from './signal-statements.js';
import { counted, dayInWords, ended, grouped, moneyInWords } from './in-words.js';
import type signals from '../signals/signals.block.js';

type ValueOf<B extends BlockDefinition> = z.output<B['value']>;

/** The values that statements are made of, by block. */
interface Values {
  readonly charges: ValueOf<typeof charges>;
  readonly property: ValueOf<typeof property>;
  readonly financials_filed: ValueOf<typeof financialsFiled>;
  readonly ultimate_owner: ValueOf<typeof ultimateOwner>;
  readonly employees_filed: ValueOf<typeof employeesFiled>;
  readonly signals: ValueOf<typeof signals>;
  readonly funding: ValueOf<typeof funding>;
}

/** The answers that statements are made of. An answer that isn't available makes no statement. */
export type StatementAnswers = { readonly [K in keyof Values]: FinalAnswer<Values[K]> };

/** `rose by 12.3 %`; null if no percentage exists: from nothing, or out of a deficit. */
function changeInWords(from: string | number, to: string | number): string | null {
  const [before, after] = [new Big(from), new Big(to)];
  if (before.lte(0)) return null;
  const percent = after.minus(before).div(before).times(100).round(1);
  if (percent.eq(0)) return 'did not change';
  return `${percent.gt(0) ? 'rose' : 'fell'} by ${percent.abs().toString()} %`;
}

const GROWTH_WORDS = {
  turnover: ['Turnover', 'Group turnover'],
  net_assets: ['Net assets', 'Group net assets'],
} as const;

/** Chooses the words for the company itself or for its group. */
const worded = ([ownWords, groupWords]: readonly [own: string, group: string], scope: string): string =>
  scope === 'group' ? groupWords : ownWords;

/** The growth of filed figures from one period to the next, in one currency. */
function growthOf({ periods, scope }: Values['financials_filed'], input: NameInput): IntelligenceStatement[] {
  const [newest, before] = periods;
  if (newest === undefined || before === undefined) return [];
  return (['turnover', 'net_assets'] as const).flatMap((field) => {
    const now: Money | null = newest.figures[field];
    const then: Money | null = before.figures[field];
    if (now === null || then?.currency !== now.currency) return [];
    // Turnover of a longer period is no growth.
    if (field === 'turnover' && newest.period.months !== before.period.months) return [];
    const change = changeInWords(then.amount, now.amount);
    if (change === null) return [];
    const statement =
      `${worded(GROWTH_WORDS[field], scope)} ${change}, from ${moneyInWords(then)} for the period to ` +
      `${dayInWords(before.period.end)} to ${moneyInWords(now)} for that to ${dayInWords(newest.period.end)}.`;
    return {
      topic: 'growth' as const,
      statement,
      date: newest.period.end,
      inputs: [input(field, then.amount, before.period.end), input(field, now.amount, newest.period.end)],
    };
  });
}

function deficitOf(
  { periods, scope }: Values['financials_filed'],
  input: NameInput,
): IntelligenceStatement | null {
  const [newest] = periods;
  const net = newest?.figures.net_assets ?? null;
  if (newest === undefined || net === null || !net.amount.startsWith('-')) return null;
  const { end } = newest.period;
  return {
    topic: 'risk',
    statement:
      `${worded(['Liabilities', 'Liabilities of its group'], scope)} were more than assets on ` +
      `${dayInWords(end)}: net assets of ${moneyInWords(net)}.`,
    date: end,
    inputs: [input('net_assets', net.amount, end)],
  };
}

function chargesOf(register: Values['charges'], input: NameInput): IntelligenceStatement | null {
  const { outstanding_count, total_count, latest_created_on } = register;
  if (outstanding_count === 0) return null;
  const verb = outstanding_count === 1 ? 'is' : 'are';
  const latest = latest_created_on === null ? '' : `, the latest created on ${dayInWords(latest_created_on)}`;
  return {
    topic: 'risk',
    statement: `${grouped(outstanding_count)} of ${counted(total_count, 'registered charge')} ${verb} outstanding${latest}.`,
    date: latest_created_on,
    inputs: [
      input('outstanding_count', outstanding_count),
      input('total_count', total_count),
      ...(latest_created_on === null ? [] : [input('latest_created_on', latest_created_on)]),
    ],
  };
}

function ownershipOf(owner: Values['ultimate_owner'], input: NameInput): IntelligenceStatement | null {
  const { company_name, company_number, depth, resolved_by } = owner;
  if (resolved_by === 'self') return null;
  const number = company_number === null ? '' : ` (${company_number})`;
  const heldText = depth === 1 ? 'held directly' : `held through ${grouped(depth)} levels`;
  return {
    topic: 'ownership',
    statement: `The ultimate owner is ${company_name}${number}, ${heldText}.`,
    date: null,
    inputs: [
      input('company_name', company_name),
      ...(company_number === null ? [] : [input('company_number', company_number)]),
      input('depth', depth),
    ],
  };
}

function headcountOf(staff: Values['employees_filed'], input: NameInput): IntelligenceStatement | null {
  const { headcount, period, prior, scope } = staff;
  const change = prior === null ? null : changeInWords(prior.headcount, headcount);
  if (prior === null || change === null) return null;
  return {
    topic: 'people',
    statement:
      `The average number of employees${worded(['', ' of its group'], scope)} ${change}, from ${grouped(prior.headcount)} in the period to ` +
      `${dayInWords(prior.period.end)} to ${grouped(headcount)} in that to ${dayInWords(period.end)}.`,
    date: period.end,
    inputs: [
      input('headcount', prior.headcount, prior.period.end),
      input('headcount', headcount, period.end),
    ],
  };
}

function propertyOf({ title_count, tenure }: Values['property'], input: NameInput): IntelligenceStatement {
  const tenureText = tenure.length === 0 ? '' : `, ${tenure.join(' and ').toLowerCase()}`;
  return {
    topic: 'property',
    statement: `It holds ${counted(title_count, 'registered title')}${tenureText}.`,
    date: null,
    inputs: [input('title_count', title_count), input('tenure', tenure.join(', '))],
  };
}

const FUNDING_WORDS: Readonly<Record<string, string>> = { grant: 'grant', research_award: 'research award' };

const fundingOf = ({ totals, latest_on }: Values['funding'], input: NameInput): IntelligenceStatement[] =>
  totals.flatMap(({ kind, amount, count }) => {
    const name = FUNDING_WORDS[kind];
    if (name === undefined) return [];
    return {
      topic: 'funding' as const,
      statement: `${counted(count, `published ${name}`)} of ${moneyInWords(amount)} in all.`,
      date: latest_on,
      inputs: [input('totals', amount.amount), input('count', count), input('latest_on', latest_on)],
    };
  });

/** The statement about a company in distress, closed or about to be struck off; none for any other. */
export function statusOf(
  identity: AnswerOf<typeof companyIdentity>,
  record: CompanyRecord | null,
): IntelligenceItem[] {
  if (record === null || identity.status === 'not_found') return [];
  const words = graveStatus(record);
  if (words === null) return [];
  return [
    {
      topic: 'risk',
      statement: ended(`The register gives its status as “${words}”`),
      date: null,
      blocks: ['company_identity'],
      inputs: [inputOfAnswer('company_identity', identity)('company_status', words)],
    },
  ];
}

const TEMPLATES: {
  readonly [K in keyof Values]: readonly ((
    value: Values[K],
    input: NameInput,
  ) => IntelligenceStatement | readonly IntelligenceStatement[] | null)[];
} = {
  financials_filed: [growthOf, deficitOf],
  charges: [chargesOf],
  ultimate_owner: [ownershipOf],
  employees_filed: [headcountOf],
  property: [propertyOf],
  funding: [fundingOf],
  signals: [signalStatements],
};
// The keys of the object are those of its type.
const BLOCKS = Object.keys(TEMPLATES) as (keyof Values)[];

function itemsOf<K extends keyof Values>(block: K, answers: StatementAnswers): IntelligenceItem[] {
  const answer: FinalAnswer<Values[K]> = answers[block];
  if (answer.status === 'not_found') return [];
  const input = inputOfAnswer(block, answer);
  const statements = TEMPLATES[block].flatMap((template) => template(answer.value, input) ?? []);
  return statements.map(({ inputs, ...statement }) => ({ ...statement, blocks: [block], inputs }));
}

/** Sorts dated items before others, the newest first; items of one day by topic and words. */
const inOrder = (a: IntelligenceItem, b: IntelligenceItem): number =>
  ascending(b.date ?? '', a.date ?? '') ||
  TOPICS.indexOf(a.topic) - TOPICS.indexOf(b.topic) ||
  ascending(a.statement, b.statement);

export const statementAnswersOf = (answers: StatementAnswers): readonly FinalAnswer[] =>
  BLOCKS.map((block) => answers[block]);

/** The number of blocks in `BLOCKS` whose answers are available. */
export const availableCountOf = (answers: StatementAnswers): number =>
  statementAnswersOf(answers).filter(({ status }) => status === 'available').length;

export const intelligenceOf = (answers: StatementAnswers): IntelligenceItem[] =>
  BLOCKS.flatMap((block) => itemsOf(block, answers)).sort(inOrder);
