/** A value of a block as tables, for somebody who reads it to a customer; the JSON as it was served is folded below. */
import type { Markup } from './markup.js';
import { Client } from './parts.js';

/** Deeper, and beyond so many items of a list, the JSON tells. */
const DEEPEST = 4;
const MOST_ITEMS = 50;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `incorporated_on` is read as `incorporated on`. */
const worded = (key: string): string => key.replaceAll('_', ' ');

/** @param name of the table, where the value is one */
export function ValueShown({ value, name }: { value: unknown; name: string }): Markup {
  return (
    <>
      {isFields(value) ? (
        <div class="table" role="region" aria-label={name} tabindex={0}>
          <FieldsTable of={value} depth={0} />
        </div>
      ) : (
        <p>
          <Part of={value} depth={0} />
        </p>
      )}
      <details class="json">
        <summary>The JSON</summary>
        <pre>{JSON.stringify(value, null, 2)}</pre>
      </details>
    </>
  );
}

function Part({ of, depth }: { of: unknown; depth: number }): Markup {
  if (of === null || of === undefined) return <span class="soft">none</span>;
  if (typeof of !== 'object') return <Client text={wordOf(of)} />;
  if (depth >= DEEPEST) return <Client text={JSON.stringify(of)} />;
  return Array.isArray(of) ? (
    <ListShown of={of} depth={depth} />
  ) : (
    <FieldsTable of={{ ...of }} depth={depth} />
  );
}

const wordOf = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

const FieldsTable = ({ of, depth }: { of: Fields; depth: number }): Markup => (
  <table class="value">
    <tbody>
      {Object.entries(of).map(([key, value]) => (
        <tr key={key}>
          <th scope="row">
            <Client text={worded(key)} />
          </th>
          <td>
            <Part of={value} depth={depth + 1} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function ListShown({ of, depth }: { of: readonly unknown[]; depth: number }): Markup {
  const shown = of.slice(0, MOST_ITEMS);
  const more = of.length - shown.length;
  const items = shown.every(isFields) ? shown : null;
  if (of.length === 0) return <span class="soft">none</span>;
  return (
    <>
      {items === null ? (
        <ul class="plain">
          {shown.map((item, at) => (
            <li key={at}>
              <Part of={item} depth={depth + 1} />
            </li>
          ))}
        </ul>
      ) : (
        <ItemsTable of={items} depth={depth} />
      )}
      {more > 0 && <p class="soft">and {more.toLocaleString('en-GB')} more in the JSON</p>}
    </>
  );
}

/** Things of one kind: a line each, a column for whatever any of them has. */
function ItemsTable({ of, depth }: { of: readonly Fields[]; depth: number }): Markup {
  const heads = [...new Set(of.flatMap((item) => Object.keys(item)))];
  return (
    <table class="value">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              <Client text={worded(head)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {of.map((item, at) => (
          <tr key={at}>
            {heads.map((head) => (
              <td key={head}>
                <Part of={item[head]} depth={depth + 1} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
