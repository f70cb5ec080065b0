/** How the same bytes are parsed with nothing else done. */
export type BareParse = 'json_lines' | 'json' | 'csv' | 'xml' | 'lines';

export interface NationalForm {
  readonly source: string;
  /** The file's name, as published. */
  readonly file: string;
  readonly parse: BareParse;
  readonly head: string;
  readonly record: (i: number) => string;
  readonly between?: string;
  readonly tail?: (records: number) => string;
}
