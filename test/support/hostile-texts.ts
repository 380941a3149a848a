/** Texts that make careless expressions look for one thing again and again. */

const control = '\u001b';

/** A beginning, what is repeated, and an end. */
const hostileTexts: Readonly<Record<string, readonly [string, string, string]>> = {
  'opening brackets': ['', '[', ''],
  'links that never end': ['', '![a](b', ''],
  'citations that never end': ['', '[@a', ''],
  'footnotes that never end': ['', '[^a', ''],
  'labels that never end': ['', '[a][b', ''],
  'footnotes that lead nowhere': ['', '[^a] ', ''],
  'LaTeX citations that never end': ['', '\\cite{', ''],
  'LaTeX options that never end': ['', '\\cite[a', ''],
  'LaTeX authors that never end': ['', '\\author{', ''],
  'bibliography items that never end': ['', '\\bibitem[', ''],
  'verbatim that never ends': ['', '\\verb{', ''],
  'a coloured log': ['', `${control}[31merror${control}[0m `, ''],
  'claims of authorship': ['', 'written by a human ', ''],
  'denied claims of authorship': ['not ', 'written by a human or ', ''],
  backticks: ['', '`', ''],
  'pairs of backticks': ['a', '``b', ''],
  'opening quotes': ['', '“', ''],
  'single quotes': ['', ' ‘a', ''],
  'dollar signs': ['', '$', ''],
  bars: ['|', '|', 'x'],
  'names with hyphens': ['', 'A-', ' et al. 2020'],
  'authors and years': ['', '(Aa et al., 2020) ', ''],
  'grouped digits': ['1', ',111', ',11'],
  digits: ['', '1', ''],
  'letters and digits': ['', 'a1', '='],
  'dots and digits': ['', '1.1', '.'],
  'numbers in words': ['', 'two hundred and ', ''],
  'words of result': ['', 'always all best ', '[C1]'],
  'a thousand citations': ['', 'all 1 [C1] ', ''],
  'opening and closing quotes': ['', '“a. ', '”'],
  'short sentences': ['', 'The A. ', '[C1–C900]'],
  'look-alikes': ['', 'аa', ''],
  stars: ['', '*a', ''],
  'white space': ['a', ' ', 'b'],
  'empty lines': ['', '\n', '@'],
  'private keys that never end': ['', '-----BEGIN PRIVATE KEY-----a', ''],
  'half web tokens': ['', 'eyJaaaaaaaaa-', ''],
  'names of secrets': ['', 'password = ', ''],
  'addresses that never end': ['', 'a.a-', '@'],
  'groups of hexadecimal digits': ['', 'a1:', ''],
  'claims of peer review': ['this paper ', 'was fully peer-reviewed and ', ''],
  'review notes': ['', 'for human review, ', ''],
  'lines of authors': ['', 'author: A B, ', ''],
  'words for a placeholder': ['', 'TODO and FIXME ', 'comments'],
  'lists of values': ['', 'in [1, 2, 3] ', ''],
  'nested objects': ['', '{"a":', ''],
  'the same name': ['{', '"a":1,', '"a":1}'],
  'long numbers': ['[1', '0', ']'],
  'backslashes in a text': ['"', '\\\\', '"'],
  'many NaN': ['x\n', 'NaN\n', ''],
  'short lines': ['', 'a\n\n', ''],
};

export const hostileNames = Object.keys(hostileTexts);

/** The text of that name with about `chars` characters. */
export function hostileText(name: string, chars: number): string {
  const [start, part, end] = hostileTexts[name] ?? ['', '', ''];
  return start + part.repeat(Math.ceil(chars / part.length)) + end;
}
