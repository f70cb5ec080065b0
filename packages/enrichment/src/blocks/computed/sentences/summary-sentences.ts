/** Writes the sentences of a company's summary, each by a template that names its blocks. Pure. */
import type { BlockKey } from '../../../../../contract/src/block-key.js';
import { oldestDay, type IsoDate } from '../../../../../words/src/calendar.js';
import { beginningOf } from '../../../sources/companies/beginning.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import { graveStatus, STRIKE_OFF_KEY } from '../../../sources/companies/company-status.js';
import type financialsFiled from '../../accounts/financials-filed.block.js';
import type controllers from '../../ownership/controllers.block.js';
import type ultimateOwner from '../../ownership/ultimate-owner.block.js';
import type companyIdentity from '../../registered/company-identity.block.js';
import type industry from '../../registered/industry.block.js';
import type registeredAddress from '../../registered/registered-address.block.js';
import type { AnswerOf } from '../../runner/define-block.js';
import type natureOfBusiness from '../../website/nature-of-business.block.js';
import {
  formInWords,
  counted,
  dayInWords,
  ended,
  grouped,
  moneyInWords,
  townInWords,
  withArticle,
  withinSentence,
  placeInWords,
} from './in-words.js';
import type employees from '../employees.block.js';
import { annotationWords, isGrave } from '../../../sources/companies/annotation.js';
import type officers from '../../registered/officers.block.js';
import { overdueIn } from '../../registered/identity-verification.js';

export interface Sentence {
  readonly text: string;
  readonly blocks: readonly BlockKey[];
  /** The oldest day of the facts in the sentence. */
  readonly as_of: IsoDate;
}

/** The maximum length of a summary (Blocks 4.37). */
export const MAX_CHARACTERS = 800;
/** The maximum length of the first sentences of a quoted description. */
const MAX_QUOTED = 240;

/** The register's status of a company in distress, closed or about to be struck off; null for others. */
export function statusSentence(record: CompanyRecord, as_of: IsoDate): Sentence | null {
  const words = graveStatus(record);
  if (words === null) return null;
  const text = ended(`The register gives the status of ${record.name} as “${words}”`);
  return { text, blocks: ['company_identity'], as_of };
}

/** Tells whether the address is the registrar's own or disputed, so that it is not the company's place. */
const isNoPlace = ({ detail }: AnswerOf<typeof registeredAddress>): boolean =>
  ['default_address', 'in_dispute'].includes(String(detail?.['address_status']));

/** The sentence on the company's form, place and age. @param name of the company in the sentence */
export function identitySentence(
  name: string,
  identity: Extract<AnswerOf<typeof companyIdentity>, { status: 'available' }>,
  address: AnswerOf<typeof registeredAddress>,
): Sentence {
  const { legal_form, company_status, incorporated_on } = identity.value;
  const town =
    address.status === 'available' && !isNoPlace(address) ? placeInWords(address.value.locality) : null;
  const isActive = company_status === 'active' && identity.detail?.['status_detail'] !== STRIKE_OFF_KEY;
  const description = withArticle(
    `${isActive ? 'active ' : ''}${formInWords(legal_form, identity.detail?.['subtype'])}`,
  );
  const placeText = town === null ? '' : ` in ${townInWords(town)}`;
  const registered_on = identity.detail?.['registered_on'];
  const began = incorporated_on ?? (typeof registered_on === 'string' ? registered_on : null);
  const since = began === null ? '' : `, ${beginningOf(legal_form).on} ${dayInWords(began)}`;
  const sentence = ended(`${name} is ${description}${placeText}${since}`);
  return town === null || address.status !== 'available'
    ? { text: sentence, blocks: ['company_identity'], as_of: identity.as_of }
    : {
        text: sentence,
        blocks: ['company_identity', 'registered_address'],
        as_of: oldestDay(identity.as_of, [address.as_of]),
      };
}

export function tradeSentence(trade: AnswerOf<typeof industry>): Sentence | null {
  // A trade from the company's own text stands in the sentence on its activity.
  if (trade.status === 'not_found' || trade.value.label === null) return null;
  if (trade.value.label_source !== 'filed_sic') return null;
  const label = withinSentence(trade.value.label.trim());
  return {
    text: ended(`It files as ${label}`),
    blocks: ['industry'],
    as_of: trade.as_of,
  };
}

/** The first sentences that fit; null where the first alone is too long. */
export function quotable(description: string): string | null {
  if (description.length <= MAX_QUOTED) return description.trim();
  const end = description.slice(0, MAX_QUOTED).search(/[.!?](?=\s[^.!?]*$)/);
  return end < 0 ? null : description.slice(0, end + 1).trim();
}

export function activitySentence(nature: AnswerOf<typeof natureOfBusiness>): Sentence | null {
  if (nature.status === 'not_found') return null;
  const { description, basis, language, method } = nature.value;
  const quoted = quotable(description);
  // A model's text is no statement of the company, so it is not quoted.
  if (quoted === null || method === 'ai' || !language.startsWith('en')) return null;
  const siteOrAccounts = basis === 'website' ? 'website' : 'accounts';
  const verb = basis === 'website' ? 'says' : 'say';
  return {
    text: `Its ${siteOrAccounts} ${verb}: “${quoted}”`,
    blocks: ['nature_of_business'],
    as_of: nature.as_of,
  };
}

const BASES = {
  filed: 'by its accounts for the period to',
  pay_gap_band: 'by the pay gap register on',
  website_statement: 'by its website on',
  modelled: 'by estimate on',
} as const;

export function workforceSentence(workforce: AnswerOf<typeof employees>): Sentence | null {
  if (workforce.status === 'not_found') return null;
  const { headcount, band, basis, at, scope } = workforce.value;
  const people =
    headcount === null
      ? band.max === null
        ? `${grouped(band.min)} or more employees`
        : `${grouped(band.min)} to ${grouped(band.max)} employees`
      : counted(headcount, 'employee');
  const subject = scope === 'group' ? 'Its group' : 'It';
  const text = `${subject} had ${people} ${BASES[basis]} ${dayInWords(at)}.`;
  return { text, blocks: ['employees'], as_of: workforce.as_of };
}

export function figuresSentence(accounts: AnswerOf<typeof financialsFiled>): Sentence | null {
  if (accounts.status === 'not_found') return null;
  const [newest] = accounts.value.periods;
  if (newest === undefined) return null;
  const { turnover, net_assets } = newest.figures;
  const clauses = [
    ...(turnover == null ? [] : [`turnover of ${moneyInWords(turnover)}`]),
    ...(net_assets == null ? [] : [`net assets of ${moneyInWords(net_assets)}`]),
  ];
  if (clauses.length === 0) return null;
  const accountsName = accounts.value.scope === 'group' ? 'group accounts' : 'accounts';
  const text = `Its ${accountsName} for the period to ${dayInWords(newest.period.end)} state ${clauses.join(' and ')}.`;
  return { text, blocks: ['financials_filed'], as_of: newest.period.end };
}

export function ownershipSentence(
  owner: AnswerOf<typeof ultimateOwner>,
  control: AnswerOf<typeof controllers>,
  legal_form: string | null,
): Sentence | null {
  if (owner.status === 'available' && owner.value.resolved_by !== 'self') {
    const { company_name, company_number } = owner.value;
    const number = company_number === null ? '' : ` (${company_number})`;
    const text = ended(`Its ultimate owner is ${company_name}${number}`);
    return { text, blocks: ['ultimate_owner'], as_of: owner.as_of };
  }
  if (control.status === 'not_found') return null;
  const registered = control.value.controllers.length;
  // An empty list means nothing if a statement says that somebody controls the company.
  if (registered === 0 && !control.value.control.no_controller_on_register) return null;
  const kind = legal_form === 'registered-overseas-entity' ? 'beneficial owner' : 'controller';
  const text = `It has ${registered === 0 ? `no registered ${kind}` : counted(registered, `registered ${kind}`)}.`;
  return { text, blocks: ['controllers'], as_of: control.as_of };
}

/** Tells whether all sentences come from at most one block. */
export const areOfOneBlock = (sentences: readonly Sentence[]): boolean =>
  sentences.every(({ blocks }) => blocks.every((block) => block === sentences[0]?.blocks[0]));

/** The sentences that fit, in their order; null is skipped. */
export function withinLimit(sentences: readonly (Sentence | null)[]): Sentence[] {
  const fittingSentences: Sentence[] = [];
  let length = 0;
  for (const sentence of sentences) {
    if (sentence === null) continue;
    const newLength = length + (fittingSentences.length === 0 ? 0 : 1) + sentence.text.length;
    if (newLength > MAX_CHARACTERS) continue;
    fittingSentences.push(sentence);
    length = newLength;
  }
  return fittingSentences;
}

/** The registrar's annotations against the company; null without any. */
export function annotationSentence({ name, profile }: CompanyRecord, as_of: IsoDate): Sentence | null {
  const words = (profile?.annotations ?? []).filter(isGrave).map(annotationWords);
  if (words.length === 0) return null;
  const text = ended(`The registrar notes of ${name}: ${[...new Set(words)].join('; ')}`);
  return { text, blocks: ['company_identity'], as_of };
}

/** The people who have not verified their identity by the due day; null if all have, or nothing is known. */
export function verificationSentence(
  people: AnswerOf<typeof officers>,
  control: AnswerOf<typeof controllers>,
): Sentence | null {
  const roles = [
    { block: 'officers', noun: 'officer', answer: people },
    { block: 'controllers', noun: 'controller', answer: control },
  ] as const;
  const overdue = roles.flatMap(({ block, noun, answer }) => {
    const count = overdueIn(answer) ?? 0;
    if (answer.status !== 'available' || count === 0) return [];
    return [{ block, words: counted(count, noun), as_of: answer.as_of }];
  });
  const [first, ...others] = overdue;
  if (first === undefined) return null;
  return {
    text: ended(
      `The identity of ${overdue.map(({ words }) => words).join(' and ')} is not verified and overdue`,
    ),
    blocks: overdue.map(({ block }) => block),
    as_of: oldestDay(
      first.as_of,
      others.map(({ as_of }) => as_of),
    ),
  };
}
