/** The blocks of code of a page. */

export interface CodeBlock {
  /** As it stands behind the fence; empty where nothing does. */
  readonly language: string;
  readonly code: string;
  /** The heading of the second level that it stands under; empty before the first. */
  readonly section: string;
  /** Of a block of shell: what stands below it as its output. */
  readonly output: string;
  /** Where it begins and ends in the page, with its output. */
  readonly from: number;
  readonly to: number;
}

const FENCED = /^```(\w*)\n([\s\S]*?)^```\n/gm;
const OUTPUT = /\n```text\n([\s\S]*?)^```\n/my;

export function blocksOf(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  for (const { index, 0: whole, 1: language = '', 2: code = '' } of page.matchAll(FENCED)) {
    if (index < (blocks.at(-1)?.to ?? 0)) continue;
    const end = index + whole.length;
    OUTPUT.lastIndex = end;
    const printed = language === 'sh' ? OUTPUT.exec(page) : null;
    const output = printed?.[1] ?? '';
    const to = end + (printed?.[0].length ?? 0);
    blocks.push({ language, code, section: sectionAt(page, index), output, from: index, to });
  }
  return blocks;
}

const sectionAt = (page: string, at: number): string =>
  [...page.slice(0, at).matchAll(/^## (.+)$/gm)].at(-1)?.[1] ?? '';

/** The name of the file that a block is to be kept as, by its first line: `# first.py`. */
export const fileNameOf = ({ language, code }: CodeBlock): string | null =>
  language === 'sh' ? null : (/^(?:#|\/\/) ([\w-]+\.\w+)\n/.exec(code)?.[1] ?? null);
