/** How the same bytes are parsed with nothing else done. */
export type BareParse = 'json_lines' | 'json' | 'csv' | 'xml' | 'lines';

export interface NationalForm {
  readonly source: string;
  /** The file's name, as published. */
  readonly file: string;
  readonly parse: BareParse;
  readonly head: string;
  /** Records of one company that follow each other. */
  readonly perCompany: number;
  /** Of how many companies one has such records, roughly as in the national registers. */
  readonly oneIn: number;
  /** Published in the order of company numbers. */
  readonly inOrder?: true;
  readonly record: (i: number, company: string) => string;
  readonly between?: string;
  readonly tail?: (records: number) => string;
}
