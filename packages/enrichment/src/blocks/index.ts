/** Lists every block in the specification's order. Tests may run blocks of their own instead. */
import type { BlockKey } from '../../../contract/src/block-key.js';
import type { BlockDefinition } from './runner/define-block.js';
import domain from './website/domain.block.js';
import domainValidation from './website/domain-validation.block.js';
import registeredAddress from './registered/registered-address.block.js';
import corporateOwners from './ownership/corporate-owners.block.js';
import controllers from './ownership/controllers.block.js';
import charges from './registered/charges.block.js';
import officers from './registered/officers.block.js';
import companyIdentity from './registered/company-identity.block.js';
import filingStatus from './registered/filing-status.block.js';
import registryEvents from './registered/registry-events.block.js';
import industry from './registered/industry.block.js';
import relatedCompanyDomain from './website/related-company-domain.block.js';
import natureOfBusiness from './website/nature-of-business.block.js';
import property from './registered/property.block.js';
import financialsFiled from './accounts/financials-filed.block.js';
import ultimateOwner from './ownership/ultimate-owner.block.js';
import employeesFiled from './accounts/employees-filed.block.js';
import contacts from './website/contacts.block.js';
import signals from './computed/signals/signals.block.js';
import newsSignals from './website/news-signals.block.js';
import financialsLive from './accounts/financials-live.block.js';
import employeesLive from './accounts/employees-live.block.js';
import webTraffic from './website/web-traffic.block.js';
import webPresence from './website/web-presence.block.js';
import technologies from './website/technologies.block.js';
import employees from './computed/employees.block.js';
import planning from './registered/planning.block.js';
import financialBenchmarks from './computed/financial-benchmarks.block.js';
import revenueEstimate from './computed/revenue-estimate.block.js';
import scores from './computed/scores/scores.block.js';
import funding from './registered/funding.block.js';
import tradingAddress from './website/trading-address.block.js';
import subsidiaries from './ownership/subsidiaries.block.js';
import firmographics from './computed/firmographics.block.js';
import comparables from './computed/comparables.block.js';
import businessIntelligence from './computed/business-intelligence.block.js';
import companySummary from './computed/company-summary.block.js';

/** All 37 blocks. A completeness test compares this list with the folder and the specification. */
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

export type BlockCatalogue = ReadonlyMap<BlockKey, BlockDefinition>;

export const catalogueOf = (blocks: readonly BlockDefinition[]): BlockCatalogue =>
  new Map(blocks.map((block) => [block.key, block]));

export const BLOCK_CATALOGUE: BlockCatalogue = catalogueOf(BLOCKS);
