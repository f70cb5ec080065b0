/** A document with one thing wrong, and the places of a figure that are changed for it. */
import { attribute, withAttribute, type FactElement, type FiledPage } from './filed-page.js';
import type { TruePeriod, Truth } from './truth.js';

export interface Mutant {
  readonly family: string;
  readonly of: string;
  readonly text: string;
  /** Something else that the document states, or its name, tells that it is wrong. */
  readonly contradicted: boolean;
  /** Nothing of it may be served: whatever it states is of another company, period or scale. */
  readonly voided: boolean;
  /** This figure alone may not be served. */
  readonly withhold?: { readonly end: string; readonly field: string; readonly concept: string };
}

export interface Target {
  readonly page: FiledPage;
  readonly truth: Truth;
  readonly period: TruePeriod;
  readonly field: string;
  readonly amount: number;
  readonly facts: readonly FactElement[];
}

/** The document with another text that something in it contradicts; none where the text is the same. */
export const ofText = (
  { name, text }: FiledPage,
  family: string,
  changed: string,
  voided: boolean,
): Mutant[] => (changed === text ? [] : [{ family, of: name, text: changed, contradicted: true, voided }]);

/** What is changed of a fact; null where it has nothing of that. */
export type Change = (fact: FactElement) => Partial<FactElement> | null;

export const turned: Change = ({ open, inner }) =>
  /[1-9]/.test(inner)
    ? { open: withAttribute(open, 'sign', attribute(open, 'sign') === '-' ? null : '-') }
    : null;
