/**
 * How a paper looks as LaTeX: packages, columns of its tables and its own commands, each with what is done where a
 * package or a font is not there.
 */

/** Everything before the text; the same for every paper, so that it can be told from the text. */
export const latexPreamble = String.raw`\documentclass[11pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{textcomp}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\ifdefined\directlua\usepackage{fontspec}\fi
\usepackage[margin=25mm]{geometry}
\usepackage{array}
\usepackage{booktabs}
\usepackage{longtable}
\IfFileExists{microtype.sty}{\usepackage[expansion=false]{microtype}}{}
\ifdefined\pdftrailerid\pdftrailerid{}\fi
\IfFileExists{hyperref.sty}{\usepackage[hidelinks]{hyperref}}{}
\newcolumntype{L}{>{\raggedright\arraybackslash}p{0.28\linewidth}}
\newcolumntype{M}{>{\raggedright\arraybackslash}p{0.40\linewidth}}
\newcolumntype{P}{>{\raggedleft\arraybackslash}p{0.16\linewidth}}
\newcolumntype{Q}{>{\raggedleft\arraybackslash}p{0.115\linewidth}}
\newcolumntype{R}{>{\raggedleft\arraybackslash}p{0.085\linewidth}}
\newcolumntype{S}{>{\raggedright\arraybackslash}p{0.125\linewidth}}
\newcolumntype{T}{>{\raggedright\arraybackslash}p{0.20\linewidth}}
\newcolumntype{V}{>{\raggedright\arraybackslash}p{0.29\linewidth}}
\newcolumntype{W}{>{\raggedright\arraybackslash}p{0.42\linewidth}}
\newcommand{\codename}[1]{{\ttfamily\footnotesize U+#1}\penalty0 }
\newcommand{\eastscript}[1]{{\IfFontExistsTF{NotoSerifCJK-Regular.ttc}{\fontspec{NotoSerifCJK-Regular.ttc}}{\IfFontExistsTF{ipag.ttf}{\fontspec{ipag.ttf}}{}}\iffontchar\font"#1 \char"#1 \else\codename{#1}\fi}\penalty0 }
\newcommand{\otherscript}[1]{{\IfFontExistsTF{DejaVuSans.ttf}{\fontspec{DejaVuSans.ttf}}{}\iffontchar\font"#1 \char"#1 \else\eastscript{#1}\fi}}
\newcommand{\codepoint}[1]{\ifdefined\directlua\otherscript{#1}\else\codename{#1}\fi}
\newcommand{\claimref}[1]{\ifdefined\hyperlink\hyperlink{#1}{#1}\else #1\fi}
\newcommand{\claimtarget}[1]{\ifdefined\hypertarget\hypertarget{#1}{}\fi}
\newcommand{\papertitle}[1]{\begin{center}\LARGE\bfseries #1\par\end{center}}
\newcommand{\notice}[1]{\begin{quote}\small #1\end{quote}\medskip}
\newcommand{\tablecaption}[1]{\medskip\noindent{\small #1\par}\nopagebreak}
\newcommand{\figurecaption}[1]{\noindent{\small #1\par}\medskip}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt plus 2pt}
\setlength{\tabcolsep}{4pt}
\sloppy
\hbadness=10000
\begin{document}
`;
