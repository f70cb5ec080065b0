/** The form of an act, with what is wrong in it, and its preview. */
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import type { Markup } from '../view/jsx-markup.js';
import { Confirm, Csrf } from '../view/parts.js';
import { CellView, SheetView } from '../view/sheet.js';
import type { ActForm, ActResult, Field, FieldProblem, Values } from './act-form.js';

const idOf = (name: string): string => `f-${name}`;

function Input({ field, value, wrong }: { field: Field; value: string; wrong: boolean }): Markup {
  const { name, kind = 'text', choices, optional = false } = field;
  const id = idOf(name);
  const common = {
    ...{ id, name, required: !optional },
    ...(wrong ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-problem` } : {}),
  } as const;
  if (choices !== undefined)
    return (
      <select {...common}>
        {!optional && choices.length !== 1 && <option value="">Choose one</option>}
        {choices.map(([choice, text]) => (
          <option value={choice} selected={choice === value}>
            {text}
          </option>
        ))}
      </select>
    );
  if (kind === 'lines')
    return (
      <textarea {...common} rows={4} maxlength={2_000}>
        {value}
      </textarea>
    );
  if (kind === 'day') return <input {...common} type="date" value={value} />;
  return (
    <input {...common} value={value} maxlength={500} inputmode={kind === 'number' ? 'decimal' : undefined} />
  );
}

function FieldView({
  field,
  values,
  problem,
}: {
  field: Field;
  values: Values;
  problem?: FieldProblem | undefined;
}): Markup {
  const { name, label, kind, shown } = field;
  const value = values[name] ?? '';
  if (kind === 'fixed')
    return (
      <p>
        {label}: <CellView content={shown ?? value} />
        <input type="hidden" name={name} value={value} />
      </p>
    );
  if (kind === 'check')
    return (
      <label>
        <input type="checkbox" id={idOf(name)} name={name} value="yes" checked={value === 'yes'} /> {label}
      </label>
    );
  return (
    <>
      <label for={idOf(name)}>{label}</label>
      {problem !== undefined && (
        <p class="trouble" id={`${idOf(name)}-problem`}>
          {problem.detail}
        </p>
      )}
      <Input field={field} value={value} wrong={problem !== undefined} />
    </>
  );
}

/** Says above the form what is wrong, with a link to each field that it is about. */
const Problems = ({
  fields,
  problems,
}: {
  fields: readonly Field[];
  problems: readonly FieldProblem[];
}): Markup => (
  <div class="trouble" role="alert">
    <p>Nothing was written.</p>
    <ul class="plain">
      {problems.map((problem) => {
        const field = fields.find(({ name }) => name === problem.field);
        return (
          <li>
            {field !== undefined && <a href={`#${idOf(field.name)}`}>{field.label}</a>}
            {field !== undefined && ': '}
            {problem.detail}
          </li>
        );
      })}
    </ul>
  </div>
);

export interface FilledForm {
  readonly act: Pick<ActForm, 'title' | 'intro'>;
  /** The address of the preview. */
  readonly to: string;
  readonly csrf: string;
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly problems?: readonly FieldProblem[];
}

export const FormView = ({ act, to, csrf, fields, values, problems = [] }: FilledForm): Markup => (
  <>
    <h1>{act.title}</h1>
    <p>{act.intro} You see a preview with both sides before anything is written.</p>
    {problems.length > 0 && <Problems fields={fields} problems={problems} />}
    <form class="stacked" method="post" action={to}>
      <Csrf token={csrf} />
      {[...groupBy(fields, ({ under = null }) => under)].map(([under, some]) => {
        const views = some.map((field) => (
          <FieldView field={field} values={values} problem={problemOf(field, problems)} />
        ));
        return under === null ? (
          <>{views}</>
        ) : (
          <details open={some.some((field) => isShown(field, values, problems))}>
            <summary>{under}</summary>
            {views}
          </details>
        );
      })}
      <button type="submit">Preview</button>
    </form>
  </>
);

const problemOf = (field: Field, problems: readonly FieldProblem[]): FieldProblem | undefined =>
  problems.find((problem) => problem.field === field.name);

/** Whether a folded field is not to be missed. */
const isShown = (field: Field, values: Values, problems: readonly FieldProblem[]): boolean =>
  (values[field.name] ?? '') !== '' || problemOf(field, problems) !== undefined;

export interface ShownPreview extends Omit<FilledForm, 'act' | 'problems'> {
  readonly act: Pick<ActForm, 'button'>;
  readonly result: ActResult;
  /** What was seen, for the act to be done only while it is so. */
  readonly seen: string;
  /** Why the act was not done when this preview, or an earlier one, was confirmed. */
  readonly notDone?: string | undefined;
}

/** @param to the address of the act */
export const PreviewView = ({
  act,
  to,
  csrf,
  fields,
  values,
  result,
  seen,
  notDone,
}: ShownPreview): Markup => (
  <>
    {notDone !== undefined && (
      <p class="trouble" role="alert">
        {notDone}
      </p>
    )}
    <SheetView sheet={result.sheet} />
    <form class="stacked" method="post" action={to}>
      <Csrf token={csrf} />
      {fields.map(({ name }) => (
        <input type="hidden" name={name} value={values[name] ?? ''} />
      ))}
      <input type="hidden" name="seen" value={seen} />
      <Confirm>I have read both sides</Confirm>
      <p class="acts">
        <button type="submit">{act.button}</button>
        <button
          type="submit"
          class="plain"
          name="change"
          value="yes"
          formaction={`${to}/preview`}
          formnovalidate
        >
          Change the form
        </button>
      </p>
    </form>
  </>
);
