/** The source in which companies are looked up, by number and by name. */
import type { EditionOf, SourceName } from '../sources/index.js';

export const REGISTER = 'companies' satisfies SourceName;
export type Register = EditionOf<typeof REGISTER>;
