/** The catalogue as a page to read: what each block says, from its definition and from answers over real companies. */
import { BLOCKS } from '../../blocks/index.js';
import { stateOf, type BlockDefinition, type LatencyClass } from '../../blocks/runner/define-block.js';
import type { BlockKey } from '../../shared/block-key.js';
import { REASONS, type ReasonCode } from '../../shared/reason-code.js';
import { objectOf, textOf } from '../openapi-json.js';
import { valueSchemasOf } from '../openapi/published-schemas.js';
import { escaped, mark, marked, pageOf, row, sample } from '../page-parts.js';
import { fieldRows, typeInWords } from '../schema-words.js';
import { editionsOf } from './block-editions.js';
import examples from './block-examples.json';

/** An available envelope, its lists cut. */
export interface BlockExample {
  /** What the data are, where they and the company are made up. Left out: both are real. */
  readonly made_data?: string;
  readonly company_number: string;
  readonly company_name: string;
  readonly envelope: { readonly as_of?: string };
}

/** A block that is not there yet is left out. */
const EXAMPLES: Readonly<Partial<Record<BlockKey, BlockExample>>> = examples;

const STATES = { full: 'full', partial: 'partial', not_yet: 'not yet' } as const;

const LATENCY: Readonly<Record<LatencyClass, string>> = {
  instant: 'answered from what is loaded',
  register_live: 'may ask the live register',
  site_live: 'may read the website',
  document: 'may read a filed document',
};

/** Any block may answer these beside its own (Blocks 1.12, 1.13). */
const COMMON_REASONS = ['not_available_yet', 'source_unavailable', 'error', 'no_entitlement'] as const;

const coded = (words: readonly string[]): string =>
  words.map((word) => `<code>${escaped(word)}</code>`).join(' ');

const linked = (key: BlockKey): string => `<a href="#${escaped(key)}"><code>${escaped(key)}</code></a>`;

const marks = ({ experimental, derived }: BlockDefinition): readonly string[] => [
  ...(experimental ? ['experimental'] : []),
  ...(derived ? ['derived'] : []),
];

const inShort = (block: BlockDefinition): string =>
  escaped([STATES[stateOf(block)], block.tier, block.latency_class, ...marks(block)].join(', '));

/** Codes with their meanings, under a heading; nothing where there are none. */
function codeRows(heading: string, codes: readonly ReasonCode[]): string {
  if (codes.length === 0) return '';
  const rows = codes.map((code) => {
    const { meaning, retry_suggested } = REASONS[code];
    return row(
      `<code>${escaped(code)}</code>`,
      retry_suggested ? mark('asking again may help') : '',
      marked(meaning),
    );
  });
  return `<h3>${escaped(heading)}</h3>${rows.join('')}`;
}

function freshness(block: BlockDefinition): string {
  const editions = editionsOf(block).map(
    ({ name, stale_after_days }) =>
      `<li><code>${escaped(name)}</code> ${mark(`stale after ${stale_after_days} days`)}</li>`,
  );
  return editions.length === 0
    ? '<p>Rests on no edition of a published source.</p>'
    : `<p>Editions of</p><ul>${editions.join('')}</ul>`;
}

function stateText(block: BlockDefinition): string {
  const state = stateOf(block);
  if (state === 'not_yet') return 'Answers `not_available_yet`, which costs nothing.';
  return block.lacks ?? 'All of it is answered.';
}

const fact = (label: string, text: string): string => row(`<strong>${escaped(label)}</strong>`, '', text);

const facts = (block: BlockDefinition): string =>
  [
    fact('State', `<p><strong>${STATES[stateOf(block)]}</strong></p>${marked(stateText(block))}`),
    fact(
      'Tier',
      escaped(block.tier) + (block.experimental ? ' <strong>experimental</strong>: off by default' : ''),
    ),
    fact(
      'Source',
      coded(block.source) +
        (block.derived
          ? '<p><strong>derived</strong>: computed from what sources say, and marked so</p>'
          : ''),
    ),
    fact('Freshness', freshness(block)),
    fact('Latency', `<code>${block.latency_class}</code> ${mark(LATENCY[block.latency_class])}`),
    fact('Coverage', marked(block.coverage)),
    fact('Price unit', marked(block.billable_when)),
  ].join('');

function shape({ value }: BlockDefinition): string {
  const schema = objectOf(valueSchemasOf({ value })['value']);
  return `<h3>Value</h3>${marked(textOf(schema['description']))}<p>${typeInWords(schema)}</p>${fieldRows(schema)}`;
}

function example(block: BlockDefinition): string {
  const found = EXAMPLES[block.key];
  if (found === undefined) return '';
  const { company_number, company_name, envelope, made_data } = found;
  const what = made_data === undefined ? 'Example' : 'Example over made-up data';
  const of = `${what}: ${company_name} (${company_number}), as of ${envelope.as_of ?? 'no date'}`;
  const made = made_data === undefined ? '' : `<p>Made up: ${escaped(made_data)}.</p>`;
  return `<details><summary>${escaped(of)}</summary>${made}${sample(JSON.stringify(envelope, null, 2), of)}</details>`;
}

const section = (block: BlockDefinition): string =>
  `<section id="${escaped(block.key)}"><h2>${escaped(block.key)}</h2>${[
    marked(block.description),
    facts(block),
    shape(block),
    example(block),
    codeRows('Reasons for not_found', block.reasons),
    '<p>And <a href="#common-reasons">those that any block may answer</a>.</p>',
    codeRows('Advisories about an available value', block.advisories),
    codeRows('Reasons for a withheld field of an available value', block.withheld),
  ].join('')}<p><a href="#index">Index</a></p></section>`;

const INTRODUCTION = marked(
  `Each block is asked for by its key, answers in an envelope of its own, and is billed by itself. A block that found nothing says why, with a reason.

The price of a unit is as agreed for the account: \`GET /v1/blocks\` shows it for a key. The companies in the examples are real, their lists cut to two items; what is published of them is public sector information, licensed under the Open Government Licence v3.0. Where an example says that its data are made up, its company is too: it was answered over files and websites made for tests.`,
);

const index = (): string =>
  BLOCKS.map((block) => row(linked(block.key), mark(inShort(block)), marked(block.description))).join('');

/** The whole page, as HTML. The same for every caller. */
export const blocksPage = (): string =>
  pageOf({
    title: `The ${BLOCKS.length} blocks`,
    menu: `<ul><li><a href="/docs">The interface</a></li><li><a href="#common-reasons">Reasons of any block</a></li>${BLOCKS.map(({ key }) => `<li class="wide">${linked(key)}</li>`).join('')}</ul>`,
    main: `${INTRODUCTION}<h2 id="index">Index</h2>${index()}${BLOCKS.map(section).join('')}<section id="common-reasons"><h2>Reasons of any block</h2>${codeRows('Reasons', COMMON_REASONS)}</section>`,
  });
