/** The sources in which companies are looked up: by number and by name in the register, then in the index. */
import type { EditionOf, SourceName } from '../../sources/index.js';

export const REGISTER = 'companies' satisfies SourceName;
export type Register = EditionOf<typeof REGISTER>;

export const INDEX = 'index' satisfies SourceName;
export type Index = EditionOf<typeof INDEX>;
