/** The tables of `docs/settings.md`, made from the settings, their texts and their defaults. */
import { SETTING_DEFAULTS, SETTING_NAMES } from '../../../src/settings/settings.js';
import { SETTING_TEXTS, TEST_SETTING_TEXTS } from '../../../src/settings/setting-texts.js';
import { pageWithTables } from '../page-tables.js';

/** A text with the names of settings and the paths of addresses as code. */
const asMarkdown = (text: string): string =>
  text
    .replace(/\b[A-Z]+(?:_[A-Z\d]+)+\b/g, (name) => (SETTING_NAMES.includes(name) ? `\`${name}\`` : name))
    .replace(/(?<![\w:/])\/[a-z]+\b/g, (path) => `\`${path}\``)
    .replaceAll('|', '\\|');

/** Empty where the text says the default. */
const defaultOf = (name: string, text: string): string =>
  text.includes('Default') ? '' : (SETTING_DEFAULTS[name] ?? '');

const table = (texts: Readonly<Record<string, string>>): string =>
  [
    '| setting | default | meaning |',
    '| --- | --- | --- |',
    ...Object.entries(texts).map(
      ([name, text]) => `| \`${name}\` | ${defaultOf(name, text)} | ${asMarkdown(text)} |`,
    ),
  ].join('\n');

it('docs/settings.md has every setting with its default and its text (`npm run docs` writes it)', () => {
  const { held, made } = pageWithTables('docs/settings.md', {
    settings: table(SETTING_TEXTS),
    'settings for tests': table(TEST_SETTING_TEXTS),
  });
  expect(held).toBe(made);
  const documented = Array.from(held.matchAll(/^\| `([A-Z\d_]+)` /gm), ([, name = '']) => name);
  expect(documented.sort()).toEqual([...SETTING_NAMES].sort());
});
