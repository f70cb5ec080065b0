/**
 * An act that changes what an account owes, as data: its fields, and what reads them and carries it out.
 * `act-pages.tsx` makes its three pages: the form, the preview with both sides, and the act itself.
 */
import type { Operator } from '../../operator/operator.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import type { Cell, Sheet } from '../../../packages/words/src/sheet/sheet.js';
import { readDay } from '../form-values.js';

/** The fields of a form as sent, and the parameters of its address. */
export type Values = Readonly<Record<string, string | undefined>>;

export interface Field {
  readonly name: string;
  readonly label: string;
  /** Default: a line of text. `fixed`: shown and sent, but not changed. */
  readonly kind?: 'text' | 'day' | 'number' | 'lines' | 'check' | 'fixed';
  /** The known choices: each a value and its text. */
  readonly choices?: readonly (readonly [value: string, text: string])[];
  /** What a `fixed` field shows in place of its value. */
  readonly shown?: Cell;
  readonly optional?: boolean;
  /** What the field holds when the form is opened; what is filled in counts alone. */
  readonly start?: string;
  /** Folded away under this heading until it is opened, filled in or wrong. Such fields stand together. */
  readonly under?: string;
  /** Reads what was filled in. @throws WrongRequest that says what would be right */
  readonly read?: (text: string) => unknown;
}

/** What an act writes, or would write. */
export interface ActResult {
  /** The preview, or what was written. */
  readonly sheet: Sheet;
  /** Differs where something else would be written. */
  readonly written: string;
  /** False where nothing is left to write. */
  readonly writes: boolean;
  /** The page that shows what was written; null where there is nothing to show but the sheet. */
  readonly path: string | null;
}

export interface ActForm {
  /** The address of the act. `/new` and `/preview` behind it are those of the form and of the preview. */
  readonly path: string;
  readonly title: string;
  /** What the act does, in one or two sentences. */
  readonly intro: string;
  readonly previewTitle: string;
  readonly button: string;
  /** @throws WrongRequest where the address names nothing */
  readonly fields: (operator: Operator, values: Values, now: Date) => Promise<readonly Field[]>;
  /** The account on which the act is done. @throws WrongRequest */
  readonly account: (operator: Operator, values: Values) => Promise<AccountId>;
  /** @throws WrongRequest where the command is refused */
  readonly run: (operator: Operator, values: Values, dryRun: boolean) => Promise<ActResult>;
  /** The field that a refusal is about, by the code of the refusal. */
  readonly fieldOf: Readonly<Record<string, string>>;
}

/** What is wrong, and the field that it is about; null: none of them. */
export interface FieldProblem {
  readonly field: string | null;
  readonly detail: string;
}

/** The address with its parameters in place. */
export const filledPath = (path: string, params: Values): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const text = (values: Values, name: string): string => (values[name] ?? '').trim();

/** Everything that is wrong with the fields as they were filled in. */
export const fieldProblems = (fields: readonly Field[], values: Values): readonly FieldProblem[] =>
  fields.flatMap(({ name, kind, choices, optional = false, read = kind === 'day' ? readDay : undefined }) => {
    const filled = text(values, name);
    if (filled === '')
      return optional || kind === 'check'
        ? []
        : [{ field: name, detail: choices === undefined ? 'Fill this in.' : 'Choose one.' }];
    try {
      read?.(filled);
      return [];
    } catch (error) {
      if (error instanceof WrongRequest) return [{ field: name, detail: error.message }];
      throw error;
    }
  });
