import { blamed } from '../support/blamed.js';

/** Expressions that take more than linear time on some text. */
const PLANTED = [
  'export const a = /^(?:a+)+$/;',
  'export const b = /\\s*-\\s*(.*)$/;',
  "export const c = (url: string) => url.replace(/\\/+$/, '');",
  'export const d = /[a-z][a-z0-9+.-]*:\\/\\//i;',
];

describe('regular expressions of the product', () => {
  it.each(['packages/platform/src/telemetry/redact.ts', 'projections/index.ts'])(
    'that take more than linear time are found in %s',
    (file) => {
      const found = blamed(PLANTED.map((text) => [file, `${text}\n`]));
      expect(found.map((rules) => rules.some((rule) => rule.startsWith('regexp/')))).toEqual(
        PLANTED.map(() => true),
      );
    },
  );

  it('may be linear', () => {
    const innocent = ['export const a = /^\\d+$/;', 'export const b = /(:\\/\\/)[^\\s/"@]+@/g;'];
    expect(blamed(innocent.map((text) => ['packages/contract/src/ids.ts', `${text}\n`]))).toEqual([[], []]);
  });
});
