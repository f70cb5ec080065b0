/**
 * The chapter of docs/blocks.md on what the register tells since 2024: one case of each, out of the answers
 * on made-up companies.
 */
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { GoldenAnswer } from '../../http/golden/golden-answers.js';

interface Case {
  readonly what: string;
  readonly number: string;
  readonly block: BlockKey;
  /** Where in the envelope it stands. */
  readonly path: readonly string[];
}

export const CASES: readonly Case[] = [
  {
    what: 'Identity verification of officers (6.1)',
    number: '99000001',
    block: 'officers',
    path: ['detail', 'identity_verification'],
  },
  {
    what: 'Identity verification of controllers, counted (6.1)',
    number: '99000001',
    block: 'controllers',
    path: ['detail', 'identity_verification_counts'],
  },
  {
    what: 'Annotations of the registrar (6.2)',
    number: '99000002',
    block: 'company_identity',
    path: ['detail', 'annotations'],
  },
  {
    what: 'The kind of a limited partnership (6.3)',
    number: 'SL990001',
    block: 'company_identity',
    path: ['detail', 'subtype'],
  },
  {
    what: 'The term of a limited partnership (6.3)',
    number: 'SL990001',
    block: 'company_identity',
    path: ['detail', 'term'],
  },
  {
    what: 'What partners of a limited partnership put in (6.3)',
    number: 'SL990001',
    block: 'officers',
    path: ['detail', 'contributions'],
  },
  {
    what: 'Whom the register says to be under sanctions (6.4)',
    number: 'OE990001',
    block: 'controllers',
    path: ['detail', 'is_sanctioned'],
  },
  {
    what: 'A nature of control that speaks of land: the first owner is not counted (6.4)',
    number: 'OE990001',
    block: 'ultimate_owner',
    path: ['detail', 'beneficial_owners'],
  },
  {
    what: 'A statement that a controller is asked to confirm (5.2)',
    number: '99000002',
    block: 'controllers',
    path: ['detail', 'statements'],
  },
  {
    what: 'The revision of classes of trade (6.5)',
    number: '99000001',
    block: 'industry',
    path: ['detail', 'nace_revision'],
  },
  {
    what: 'Property of a charity, which is not looked up (5.15)',
    number: 'CE990001',
    block: 'property',
    path: ['detail', 'coverage'],
  },
];

/** The value that stands there; undefined: nothing does. */
export const valueAt = (answers: readonly GoldenAnswer[], { number, block, path }: Case): unknown =>
  path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name],
    answers.find(({ company_number }) => company_number === number)?.blocks[block],
  );

/** The chapter, before it is formatted. */
export const since2024 = (answers: readonly GoldenAnswer[]): string[] => [
  '## What the register tells since 2024',
  'One case of each, out of answers on made-up companies (`samples/made-up-answers`; `test/http/golden/made-up` has them whole).',
  ...CASES.flatMap((one) => [
    `${one.what}: \`${one.path.join('.')}\` of \`${one.block}\` of ${one.number}.`,
    `\`\`\`json\n${JSON.stringify(valueAt(answers, one))}\n\`\`\``,
  ]),
];
