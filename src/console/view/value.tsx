/** Shows a value, such as a block's, as tables for people, with its JSON folded below. */
import type { Markup } from './jsx-markup.js';
import { ForeignText } from './parts.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

/** Deeper levels are shown as JSON text. Further items of a list are only in the JSON below. */
const MAX_DEPTH = 4;
const MAX_ITEMS = 50;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Turns a field's name into words: `incorporated_on` becomes `incorporated on`. */
const wordsOfKey = (key: string): string => key.replaceAll('_', ' ');

/** @param name the name of the table, where the value is shown as one */
export function ValueView({ value, name }: { value: unknown; name: string }): Markup {
  return (
    <>
      {isFields(value) ? (
        <div class="table" role="region" aria-label={name} tabindex={0}>
          <FieldsTable fields={value} depth={0} />
        </div>
      ) : (
        <p>
          <ValueContent value={value} depth={0} />
        </p>
      )}
      <details class="json">
        <summary>The JSON</summary>
        <pre>{JSON.stringify(value, null, 2)}</pre>
      </details>
    </>
  );
}

function ValueContent({ value, depth, name }: { value: unknown; depth: number; name?: string }): Markup {
  if (value === null || value === undefined) return <span class="soft">none</span>;
  if (typeof value !== 'object') return <ForeignText text={scalarText(value, name)} />;
  if (depth >= MAX_DEPTH) return <ForeignText text={JSON.stringify(value)} />;
  return Array.isArray(value) ? (
    <ListView items={value} depth={depth} />
  ) : (
    <FieldsTable fields={{ ...value }} depth={depth} />
  );
}

/** Writes numbers with all their digits, in groups of three. Years are not grouped. */
function scalarText(value: unknown, name = ''): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' && !name.includes('year')
    ? value.toLocaleString('en-GB', { maximumFractionDigits: 20 })
    : String(value);
}

/** A line for each field. Those without a value share the last line. */
const FieldsTable = ({ fields, depth }: { fields: Fields; depth: number }): Markup => (
  <table class="value">
    <tbody>
      {linesOfFields(fields).map(([key, value]) => (
        <tr key={key}>
          <th scope="row">
            <ForeignText text={wordsOfKey(key)} />
          </th>
          <td>
            <ValueContent value={value} depth={depth + 1} name={key} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function linesOfFields(fields: Fields): readonly (readonly [string, unknown])[] {
  const filled = Object.entries(fields).filter(([, value]) => value !== null);
  const emptyNames = Object.keys(fields).filter((key) => fields[key] === null);
  return emptyNames.length === 0 ? filled : [...filled, ['no value', emptyNames.map(wordsOfKey).join(', ')]];
}

function ListView({ items, depth }: { items: readonly unknown[]; depth: number }): Markup {
  const firstItems = items.slice(0, MAX_ITEMS);
  const unlisted = items.length - firstItems.length;
  const records = firstItems.every(isFields) ? firstItems : null;
  if (items.length === 0) return <span class="soft">none</span>;
  return (
    <>
      {records === null ? (
        <ul class="plain">
          {firstItems.map((item, index) => (
            <li key={index}>
              <ValueContent value={item} depth={depth + 1} />
            </li>
          ))}
        </ul>
      ) : (
        <ItemsTable items={records} depth={depth} />
      )}
      {unlisted > 0 && <p class="soft">and {thousands(unlisted)} more in the JSON</p>}
    </>
  );
}

/** A table of similar items: a row for each item, a column for each field that any item has. */
function ItemsTable({ items, depth }: { items: readonly Fields[]; depth: number }): Markup {
  const fieldNames = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return (
    <table class="value">
      <thead>
        <tr>
          {fieldNames.map((name) => (
            <th key={name} scope="col">
              <ForeignText text={wordsOfKey(name)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <tr key={index}>
            {fieldNames.map((name) => (
              <td
                key={name}
                data-head={wordsOfKey(name)}
                class={typeof item[name] === 'number' ? 'figure' : undefined}
              >
                <ValueContent value={item[name]} depth={depth + 1} name={name} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
