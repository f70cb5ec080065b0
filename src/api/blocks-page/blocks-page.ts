/** Renders the page `/docs/blocks`, which describes each block by its definition and an example answer. */
import { Catalogue, type SourceName } from '../../../packages/enrichment/src/index.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { REASONS, type ReasonCode } from '../../../packages/contract/src/reason-code.js';
import { objectIn, textIn } from '../openapi-json.js';
import { publishedSchemasOf } from '../openapi/published-schemas.js';
import {
  escapeHtml,
  softText,
  renderMarks,
  pageRow,
  codeSample,
  type PageContent,
} from '../documentation/page-parts.js';
import { fieldRows, typeInWords } from '../documentation/schema-words.js';
import examples from './block-examples.json';

/** An example envelope with status `available`; its lists are shortened. */
export interface BlockExample {
  /** A description of the data, if they and the company are made up. Absent: both are real. */
  readonly made_data?: string;
  readonly company_number: string;
  readonly company_name: string;
  readonly envelope: { readonly as_of?: string };
}

/** Examples by block. A block that is not available yet has none. */
const EXAMPLES: Readonly<Partial<Record<BlockKey, BlockExample>>> = examples;

const STATE_WORDS = { full: 'full', partial: 'partial', not_yet: 'not yet' } as const;

const LATENCY_WORDS: Readonly<Record<Catalogue.LatencyClass, string>> = {
  instant: 'answered from what is loaded',
  register_live: 'may ask the live register',
  site_live: 'may read the website',
  document: 'may read a filed document',
};

/** The reasons that any block may give in addition to its own (Blocks 1.12). */
const COMMON_REASONS = ['not_available_yet', 'source_unavailable', 'error', 'no_entitlement'] as const;

const codeList = (codes: readonly string[]): string =>
  codes.map((code) => `<code>${escapeHtml(code)}</code>`).join(' ');

const blockLink = (key: BlockKey): string =>
  `<a href="#${escapeHtml(key)}"><code>${escapeHtml(key)}</code></a>`;

const flags = ({ experimental, derived }: Catalogue.BlockDefinition): readonly string[] => [
  ...(experimental ? ['experimental'] : []),
  ...(derived ? ['derived'] : []),
];

const summaryOf = (block: Catalogue.BlockDefinition): string =>
  escapeHtml(
    [STATE_WORDS[Catalogue.stateOf(block)], block.tier, block.latency_class, ...flags(block)].join(', '),
  );

/** Renders the codes with their meanings, under a heading; an empty text if there are no codes. */
function codeRows(heading: string, codes: readonly ReasonCode[]): string {
  if (codes.length === 0) return '';
  const rows = codes.map((code) => {
    const { meaning, retry_suggested } = REASONS[code];
    return pageRow(
      `<code>${escapeHtml(code)}</code>`,
      retry_suggested ? softText('asking again may help') : '',
      renderMarks(meaning),
    );
  });
  return `<h3>${escapeHtml(heading)}</h3>${rows.join('')}`;
}

/** Returns the sources whose editions decide the block, directly or through blocks that it needs. */
export function decidingSources(block: Catalogue.BlockDefinition) {
  const facts = new Set<string>(
    Catalogue.inOrderOfNeeds([block.key], Catalogue.BLOCK_CATALOGUE).flatMap(Catalogue.factsOf),
  );
  const sources = new Set<SourceName>([...facts].flatMap(Catalogue.sourcesOfFact));
  return Catalogue.SOURCES.filter(
    ({ name, fact }) => (fact !== null && facts.has(fact)) || sources.has(name),
  );
}

function freshnessHtml(block: Catalogue.BlockDefinition): string {
  const sourceItems = decidingSources(block).map(
    ({ name, stale_after_days }) =>
      `<li><code>${escapeHtml(name)}</code> ${softText(`stale after ${stale_after_days} days`)}</li>`,
  );
  return sourceItems.length === 0
    ? '<p>Rests on no edition of a published source.</p>'
    : `<p>Editions of</p><ul>${sourceItems.join('')}</ul>`;
}

function stateText(block: Catalogue.BlockDefinition): string {
  const state = Catalogue.stateOf(block);
  if (state === 'not_yet') return 'Answers `not_available_yet`, which costs nothing.';
  return block.lacks ?? 'All of it is answered.';
}

const factRow = (label: string, html: string): string => pageRow(`<strong>${label}</strong>`, '', html);

const factRows = (block: Catalogue.BlockDefinition): string =>
  [
    factRow(
      'State',
      `<p><strong>${STATE_WORDS[Catalogue.stateOf(block)]}</strong></p>${renderMarks(stateText(block))}`,
    ),
    factRow(
      'Tier',
      escapeHtml(block.tier) + (block.experimental ? ' <strong>experimental</strong>: off by default' : ''),
    ),
    factRow(
      'Source',
      codeList(block.source) +
        (block.derived
          ? '<p><strong>derived</strong>: computed from what sources say, and marked so</p>'
          : ''),
    ),
    factRow('Freshness', freshnessHtml(block)),
    factRow('Latency', `<code>${block.latency_class}</code> ${softText(LATENCY_WORDS[block.latency_class])}`),
    factRow('Coverage', renderMarks(block.coverage)),
    factRow('Price unit', renderMarks(block.billable_when)),
  ].join('');

function valueSection({ value }: Catalogue.BlockDefinition): string {
  const schema = objectIn(publishedSchemasOf({ value })['value']);
  return `<h3>Value</h3>${renderMarks(textIn(schema['description']))}<p>${typeInWords(schema)}</p>${fieldRows(schema)}`;
}

function exampleSection(block: Catalogue.BlockDefinition): string {
  const blockExample = EXAMPLES[block.key];
  if (blockExample === undefined) return '';
  const { company_number, company_name, envelope, made_data } = blockExample;
  const label = made_data === undefined ? 'Example' : 'Example over made-up data';
  const caption = `${label}: ${company_name} (${company_number}), as of ${envelope.as_of ?? 'no date'}`;
  const note = made_data === undefined ? '' : `<p>Made up: ${escapeHtml(made_data)}.</p>`;
  return `<details><summary>${escapeHtml(caption)}</summary>${note}${codeSample(JSON.stringify(envelope, null, 2), caption)}</details>`;
}

const blockSection = (block: Catalogue.BlockDefinition): string =>
  `<section id="${escapeHtml(block.key)}"><h2>${escapeHtml(block.key)}</h2>${[
    renderMarks(block.description),
    factRows(block),
    valueSection(block),
    exampleSection(block),
    codeRows('Reasons for not_found', block.reasons),
    '<p>And <a href="#common-reasons">those that any block may answer</a>.</p>',
    codeRows('Advisories about an available value', block.advisories),
    codeRows('Reasons for a withheld field of an available value', block.withheld),
  ].join('')}<p><a href="#index">Index</a></p></section>`;

const INTRODUCTION = renderMarks(
  `Each block is asked for by its key, answers in an envelope of its own, and is billed by itself. A block that found nothing says why, with a reason.

The price of a unit is as agreed for the account: \`GET /v1/blocks\` shows it for a key. The companies in the examples are real, their lists cut to two items; what is published of them is public sector information, licensed under the Open Government Licence v3.0. Where an example says that its data are made up, its company is too: it was answered over files and websites made for tests.`,
);

const indexRows = (): string =>
  Catalogue.BLOCKS.map((block) =>
    pageRow(blockLink(block.key), softText(summaryOf(block)), renderMarks(block.description)),
  ).join('');

/** Returns the page, which is the same for every caller. */
export const blocksPage = (): PageContent => ({
  title: `The ${Catalogue.BLOCKS.length} blocks`,
  menu: `<li><a href="#common-reasons">Reasons of any block</a></li>${Catalogue.BLOCKS.map(({ key }) => `<li class="wide">${blockLink(key)}</li>`).join('')}`,
  main: `${INTRODUCTION}<h2 id="index">Index</h2>${indexRows()}${Catalogue.BLOCKS.map(blockSection).join('')}<section id="common-reasons"><h2>Reasons of any block</h2>${codeRows('Reasons', COMMON_REASONS)}</section>`,
});
