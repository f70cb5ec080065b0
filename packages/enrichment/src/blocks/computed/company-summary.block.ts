import { z } from 'zod';
import { oldestDay } from '../../../../words/src/calendar.js';
import { defineBlock, type FinalAnswer } from '../runner/define-block.js';
import { blockKey, text } from '../runner/value-types.js';
import financialsFiled from '../accounts/financials-filed.block.js';
import controllers from '../ownership/controllers.block.js';
import ultimateOwner from '../ownership/ultimate-owner.block.js';
import companyIdentity from '../registered/company-identity.block.js';
import officers from '../registered/officers.block.js';
import industry from '../registered/industry.block.js';
import registeredAddress from '../registered/registered-address.block.js';
import natureOfBusiness from '../website/nature-of-business.block.js';
import employees from './employees.block.js';
import { oldestOf } from '../runner/oldest-of.js';
import { drawnFrom, isAbsent, withTermsOf } from './input-terms.js';
import { notComputed } from './not-computed.js';
import { writtenSummary } from './rewriting/rewritten-summary.js';
import {
  annotationSentence,
  verificationSentence,
  activitySentence,
  areOfOneBlock,
  figuresSentence,
  withinLimit,
  identitySentence,
  ownershipSentence,
  statusSentence,
  tradeSentence,
  workforceSentence,
} from './sentences/summary-sentences.js';

/** Blocks that sentences are made from, apart from `company_identity`. */
const SENTENCE_BLOCKS = [
  'registered_address',
  'controllers',
  'officers',
  'industry',
  'nature_of_business',
  'financials_filed',
  'ultimate_owner',
  'employees',
] as const;

export default defineBlock({
  key: 'company_summary',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The company in a few sentences, each with the blocks it is made from.',
  source: ['service_model'],
  coverage: 'Every company with an identity and one more block.',
  derived: true,
  needs: [
    'company',
    registeredAddress,
    controllers,
    officers,
    companyIdentity,
    industry,
    natureOfBusiness,
    financialsFiled,
    ultimateOwner,
    employees,
  ],
  tells_needs: true,
  readings: ['rewriting'],
  reasons: ['no_summary_on_file', 'site_describes_another_company', 'summary_unavailable'],
  value: z.strictObject({
    text: text.max(800),
    sentences: z.array(z.strictObject({ text, blocks: z.array(blockKey) })),
    method: z.enum(['template', 'ai']),
    language: z.literal('en'),
  }),
})(({ company: { record, as_of }, blocks, readings, request }) => {
  const identity = blocks.company_identity;
  if (record === null || record.name === '' || identity.status === 'not_found')
    return notComputed({ as_of }, 'no_summary_on_file');
  const status = statusSentence(record, identity.as_of);
  const annotation = annotationSentence(record, identity.as_of);
  const templateSentences = withinLimit([
    status,
    annotation,
    identitySentence(status === null ? record.name : 'It', identity, blocks.registered_address),
    tradeSentence(blocks.industry),
    activitySentence(blocks.nature_of_business),
    workforceSentence(blocks.employees),
    figuresSentence(blocks.financials_filed),
    verificationSentence(blocks.officers, blocks.controllers),
    ownershipSentence(blocks.ultimate_owner, blocks.controllers, identity.value.legal_form),
  ]);
  // A warning of the register is served even if nothing else is known.
  if (status === null && annotation === null && areOfOneBlock(templateSentences)) {
    const nature = blocks.nature_of_business;
    const isAnother = nature.status === 'not_found' && nature.reason === 'site_describes_another_company';
    if (isAnother) return notComputed(nature, nature.reason);
    const answers: readonly FinalAnswer[] = SENTENCE_BLOCKS.map((key) => blocks[key]);
    return notComputed(oldestOf(answers.filter(isAbsent)) ?? { as_of }, 'no_summary_on_file');
  }
  const written = writtenSummary(templateSentences, request.few_rows === true ? readings.rewriting : null);
  if (written === 'wanted') return { status: 'pending' };
  if (written === 'unavailable') return { status: 'not_found', reason: 'summary_unavailable' };
  const { method, sentences } = written;
  return {
    status: 'available',
    value: {
      text: sentences.map(({ text }) => text).join(' '),
      sentences: sentences.map((sentence) => ({ text: sentence.text, blocks: [...sentence.blocks] })),
      method,
      language: 'en',
    },
    source: 'service_model',
    as_of: oldestDay(
      as_of,
      templateSentences.map((sentence) => sentence.as_of),
    ),
    ...withTermsOf(drawnFrom(blocks, templateSentences)),
  };
});
