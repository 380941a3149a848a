/** Characters that LaTeX reads specially, or that its fonts show by a command only, with what prints them. */

/** ASCII that is special somewhere: to TeX, to the T1 ligatures, or after `\\` and `\item`. */
const ascii: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '%': '\\%',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  '`': '\\textasciigrave{}',
  "'": "'{}",
  '-': '-{}',
  ',': ',{}',
  '*': '{*}',
  '[': '{[}',
  ']': '{]}',
};

const symbols: Readonly<Record<string, string>> = {
  '–': '\\textendash{}',
  '—': '\\textemdash{}',
  '‘': '\\textquoteleft{}',
  '’': '\\textquoteright{}',
  '“': '\\textquotedblleft{}',
  '”': '\\textquotedblright{}',
  '…': '\\textellipsis{}',
  '•': '\\textbullet{}',
  '€': '\\texteuro{}',
  '™': '\\texttrademark{}',
  '²': '\\texttwosuperior{}',
  '³': '\\textthreesuperior{}',
  '¹': '\\textonesuperior{}',
  '°': '\\textdegree{}',
  '§': '\\textsection{}',
  '−': '\\ensuremath{-}',
  '×': '\\ensuremath{\\times}',
  '÷': '\\ensuremath{\\div}',
  '±': '\\ensuremath{\\pm}',
  '·': '\\ensuremath{\\cdot}',
  '≤': '\\ensuremath{\\leq}',
  '≥': '\\ensuremath{\\geq}',
  '≠': '\\ensuremath{\\neq}',
  '≈': '\\ensuremath{\\approx}',
  '∞': '\\ensuremath{\\infty}',
  '→': '\\ensuremath{\\rightarrow}',
  '←': '\\ensuremath{\\leftarrow}',
  '↔': '\\ensuremath{\\leftrightarrow}',
  '∈': '\\ensuremath{\\in}',
  '√': '\\ensuremath{\\surd}',
  '∑': '\\ensuremath{\\sum}',
  '∂': '\\ensuremath{\\partial}',
  '∇': '\\ensuremath{\\nabla}',
  µ: '\\ensuremath{\\mu}',
};

const greek =
  'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda ν nu ξ xi π pi ρ rho σ sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega'.split(
    ' ',
  );

const codes = new Map<string, string>([...Object.entries(ascii), ...Object.entries(symbols)]);
for (let index = 0; index + 1 < greek.length; index += 2) {
  codes.set(greek[index] ?? '', `\\ensuremath{\\${greek[index + 1] ?? ''}}`);
}
/** By character; no two have the same code. */
export const latexCodes: ReadonlyMap<string, string> = codes;
