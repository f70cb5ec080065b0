/** Every block in the specification's order. Passed in wherever blocks run, so that a test can bring its own. */
import type { BlockKey } from '../shared/block-key.js';
import type { BlockDefinition } from './define-block.js';
import domain from './domain.block.js';
import domainValidation from './domain-validation.block.js';
import registeredAddress from './registered-address.block.js';
import corporateOwners from './corporate-owners.block.js';
import controllers from './controllers.block.js';
import charges from './charges.block.js';
import officers from './officers.block.js';
import companyIdentity from './company-identity.block.js';
import filingStatus from './filing-status.block.js';
import registryEvents from './registry-events.block.js';
import industry from './industry.block.js';
import relatedCompanyDomain from './related-company-domain.block.js';
import natureOfBusiness from './nature-of-business.block.js';
import property from './property.block.js';
import financialsFiled from './financials-filed.block.js';
import ultimateOwner from './ultimate-owner.block.js';
import employeesFiled from './employees-filed.block.js';
import contacts from './contacts.block.js';
import signals from './signals.block.js';
import newsSignals from './news-signals.block.js';
import financialsLive from './financials-live.block.js';
import employeesLive from './employees-live.block.js';
import webTraffic from './web-traffic.block.js';
import webPresence from './web-presence.block.js';
import technologies from './technologies.block.js';
import employees from './employees.block.js';
import planning from './planning.block.js';
import financialBenchmarks from './financial-benchmarks.block.js';
import revenueEstimate from './revenue-estimate.block.js';
import scores from './scores.block.js';
import funding from './funding.block.js';
import tradingAddress from './trading-address.block.js';
import subsidiaries from './subsidiaries.block.js';
import firmographics from './firmographics.block.js';
import comparables from './comparables.block.js';
import businessIntelligence from './business-intelligence.block.js';
import companySummary from './company-summary.block.js';

/** All 37. A completeness test holds this list, the folder and the specification together. */
export const BLOCKS: readonly BlockDefinition[] = [
  domain,
  domainValidation,
  registeredAddress,
  corporateOwners,
  controllers,
  charges,
  officers,
  companyIdentity,
  filingStatus,
  registryEvents,
  industry,
  relatedCompanyDomain,
  natureOfBusiness,
  property,
  financialsFiled,
  ultimateOwner,
  employeesFiled,
  contacts,
  signals,
  newsSignals,
  financialsLive,
  employeesLive,
  webTraffic,
  webPresence,
  technologies,
  employees,
  planning,
  financialBenchmarks,
  revenueEstimate,
  scores,
  funding,
  tradingAddress,
  subsidiaries,
  firmographics,
  comparables,
  businessIntelligence,
  companySummary,
];

/** Definitions by key. */
export type BlockCatalogue = ReadonlyMap<BlockKey, BlockDefinition>;

export const catalogueOf = (blocks: readonly BlockDefinition[]): BlockCatalogue =>
  new Map(blocks.map((block) => [block.key, block]));

export const BLOCK_CATALOGUE: BlockCatalogue = catalogueOf(BLOCKS);
