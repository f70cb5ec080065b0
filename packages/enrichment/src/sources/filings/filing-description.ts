/** Makes the title of a filing: the register's sentence for its key, with the filed values. */
import list from './filing-descriptions.json';
import { memoize } from '../../../../words/src/memoize.js';
import { textOf } from '../kit/records/values.js';
import type { FilingRecord } from './filing-record.js';

const DESCRIPTIONS: ReadonlyMap<string, string> = new Map(Object.entries(list.descriptions));

const PLACE = /\{([^{}]*)\}/g;
/** Matches the lead of a sentence, which is complete without the rest. */
const LEAD = /\*\*(.+?)\*\*/;
/** The maximum length of a title (Blocks 1.2). */
const TITLE_CHARACTERS = 200;

/** The value of a placeholder's name. The register's sentences spell one name with a blank. */
const valueIn = (values: FilingRecord['values'], name: string): string | undefined =>
  values[name] ?? values[name.replaceAll(' ', '_')];

interface Sentence {
  /** The texts around the placeholders: one more than there are names. */
  readonly parts: readonly string[];
  readonly names: readonly string[];
}

function sentence(text: string): Sentence {
  const pieces = text.split(PLACE);
  return { parts: pieces.filter((_, i) => i % 2 === 0), names: pieces.filter((_, i) => i % 2 === 1) };
}

/** Parses a description and its lead. Remembered, since a few descriptions serve millions of filings. */
const sentencesOf = memoize(DESCRIPTIONS.size, (description): readonly Sentence[] =>
  [description, LEAD.exec(description)?.[1] ?? ''].filter((text) => text !== '').map(sentence),
);

const isFilled = ({ names }: Sentence, values: FilingRecord['values']): boolean =>
  names.every((name) => valueIn(values, name) !== undefined);

const fill = ({ parts, names }: Sentence, values: FilingRecord['values']): string =>
  parts.reduce((text, part, i) => `${text}${valueIn(values, names[i - 1] ?? '') ?? ''}${part}`);

/** Turns a key such as `gazette-notice-voluntary` into words. */
const words = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1)}`.replaceAll('-', ' ');

/** The sentence with the filed values, or its lead if a value is missing. Old filings have their own text. */
function sentenceOf({ description, values, form }: FilingRecord): string {
  const template = DESCRIPTIONS.get(description ?? '');
  const ownWords = values['description'] ?? values['original_description'];
  if (template === undefined)
    return ownWords ?? (description === null ? `Form ${form ?? 'not named'}` : words(description));
  const filled = sentencesOf(template).find((sentence) => isFilled(sentence, values));
  return filled === undefined ? words(description ?? '') : fill(filled, values);
}

const statedCapital = ({ capital: [first] }: FilingRecord): string =>
  first === undefined ? '' : `: ${first.currency} ${first.figure}`;

/** The title: one line without markup, at most 200 characters. */
export function filingTitle(filing: FilingRecord): string {
  const plain = sentenceOf(filing).replaceAll('**', '').replaceAll('\\', ' ').replace(/\s+/g, ' ').trim();
  const title = `${plain.replace(/[:,-]$/, '').trimEnd()}${statedCapital(filing)}`;
  return textOf(title, TITLE_CHARACTERS) ?? '';
}
