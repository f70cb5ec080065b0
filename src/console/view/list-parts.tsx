/** The parts of every list that people filter: the form above it, and the links to its other pages. */
import { thousands } from '../../../packages/words/src/text/formats.js';
import { readCount, readWord, type FieldTexts } from '../form-values.js';
import type { Markup } from './jsx-markup.js';
import { ButtonLink } from './parts.js';

const PAGE_SIZES = ['25', '100', '500'] as const;

/** The page of a list that is shown, from 1, and the number of items of a page. */
export interface Paging {
  readonly page: number;
  readonly size: number;
}

/** Reads a page from the fields `page` and `size` of an address. @throws WrongRequest */
export function readPaging({ page, size }: FieldTexts): Paging {
  const number = page === undefined || page === '' ? 1 : readCount(page, 'a page from 1');
  return { page: Math.max(1, number), size: Number(readWord(size, PAGE_SIZES, 'a number of lines') ?? 25) };
}

/** The part of the list that the page shows. */
export const partOf = ({ page, size }: Paging): { readonly skip: number; readonly limit: number } => ({
  skip: (page - 1) * size,
  limit: size,
});

/** Values of the fields of a form or an address. */
export type FieldValues = Readonly<Record<string, string | number | null | undefined>>;

/** The path with these fields as its query. Empty ones are left out. */
export function addressOf(path: string, values: FieldValues): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value));
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

/** The choices of a field that takes one of the words, or any. */
export const wordsOrAny = (words: readonly string[]): NonNullable<FilterField['choices']> => [
  ['', 'any'],
  ...words.map((word) => [word, word] as const),
];

/** A field of the form: a list of choices, a day, a box to tick, or text. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
  readonly kind: 'choice' | 'day' | 'yes' | 'text' | 'hidden';
  /** Values with their texts. `choice` only. */
  readonly choices?: readonly (readonly [value: string, text: string])[];
}

function Field({ list, name, label, value, kind, choices = [] }: FilterField & { list: string }): Markup {
  const id = `${list}-${name}`;
  const content = value ?? '';
  if (kind === 'hidden') return <input type="hidden" name={name} value={content} />;
  if (kind === 'yes')
    return (
      <label>
        <input type="checkbox" name={name} value="yes" checked={content === 'yes'} /> {label}
      </label>
    );
  return (
    <span class="field">
      <label for={id}>{label}</label>{' '}
      {kind === 'choice' ? (
        <select id={id} name={name}>
          {choices.map(([choice, text]) => (
            <option key={choice} value={choice} selected={choice === content}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} name={name} value={content} type={kind === 'day' ? 'date' : 'text'} maxlength={200} />
      )}
    </span>
  );
}

type FilterFormProps = { list: string; path: string; fields: readonly FilterField[]; csv: string };

/** The form that filters a list, such as `jobs`. @param csv the path of its CSV */
export const FilterForm = ({ list, path, fields, csv }: FilterFormProps): Markup => (
  <form class="inline" method="get" action={path} aria-label={`Filter ${list}`}>
    {fields.map((field) => (
      <Field {...field} list={list} />
    ))}
    <button type="submit">Show</button>
    <ButtonLink to={addressOf(csv, valuesOf(fields))} isPlain isDownload>
      As CSV
    </ButtonLink>
  </form>
);

/** The fields' values by name, as an address has them. */
export const valuesOf = (fields: readonly FilterField[]): FieldValues =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));

interface PagerProps {
  readonly list: string;
  readonly path: string;
  readonly values: FieldValues;
  readonly paging: Paging;
  readonly total: number;
  /** The query parameter of the page number. Default `page`, with which other sizes are offered too. */
  readonly field?: string;
}

/** Shows which of how many items are listed, with links to the other pages and to other sizes of a page. */
export function Pager({ list, path, values, paging, total, field = 'page' }: PagerProps): Markup {
  const { page, size } = paging;
  const lastPage = Math.max(1, Math.ceil(total / size));
  const addressOfPage = (target: number, pageSize = size): string =>
    addressOf(path, {
      ...values,
      ...(field === 'page' && { size: pageSize === 25 ? null : pageSize }),
      [field]: target === 1 ? null : target,
    });
  const backLinks = [['First', 1] as const, ['Previous', Math.min(page - 1, lastPage)] as const];
  const forwardLinks = [['Next', page + 1] as const, ['Last', lastPage] as const];
  const links = [...(page > 1 ? backLinks : []), ...(page < lastPage ? forwardLinks : [])];
  const sizes = PAGE_SIZES.map(Number).filter((choice) => choice !== size && total > 25 && field === 'page');
  const itemsBefore = Math.min((page - 1) * size, total);
  return (
    <p class="acts" role="navigation" aria-label={`Pages of ${list}`}>
      <span>
        {total === 0
          ? 'None.'
          : `${thousands(itemsBefore + 1)} to ${thousands(Math.min(itemsBefore + size, total))} of ${thousands(total)}`}
      </span>
      {links.map(([name, target]) => (
        <ButtonLink to={addressOfPage(target)} isPlain>
          {name}
        </ButtonLink>
      ))}
      {sizes.map((choice) => (
        <ButtonLink to={addressOfPage(1, choice)} isPlain>
          {choice} a page
        </ButtonLink>
      ))}
    </p>
  );
}
