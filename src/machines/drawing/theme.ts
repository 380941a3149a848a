/**
 * The style of drawings. Colours follow the reader's theme on a screen; paper is always white, and
 * so it is for programs that know no media queries.
 */
import { fontSizes } from './measure.ts';

/** Colours of the states arrows lead to, in turn: on white, and on black. */
const hues = [
  ['#1d5fbf', '#79b8ff'],
  ['#b3470b', '#ffa657'],
  ['#1a7a36', '#6bd085'],
  ['#7b46c9', '#cba6ff'],
  ['#b02a7a', '#ff9bce'],
  ['#0c6f85', '#5fd4e8'],
  ['#8a6100', '#e3b341'],
  ['#c0262d', '#ff8f87'],
] as const;
/** Colours there are for states that arrows lead to; with more such states they repeat. */
export const hueCount = hues.length;

const mono =
  "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono','DejaVu Sans Mono',monospace";
const sans = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif";

const shapes = [
  `text{font-family:${sans};font-size:${fontSizes.about}px}`,
  `.title,.name,.event,.jump{font-family:${mono}}`,
  `.title{font-size:${fontSizes.title}px;font-weight:600}`,
  `.name{font-size:${fontSizes.name}px;font-weight:700}`,
  '.jump{font-weight:700}',
  '.guard{font-style:italic}',
  '.box{stroke-width:1.4}.ring{fill:none;stroke-width:1}',
  '.region{stroke-dasharray:6 4}',
  '.line,.under{fill:none}.line{stroke-width:1.5}.under{stroke-width:5}',
];

interface Inks {
  readonly paper: string;
  readonly ink: string;
  readonly quiet: string;
  readonly edge: string;
  readonly box: string;
  readonly nests: readonly [string, string];
}
const light: Inks = {
  paper: '#ffffff',
  ink: '#17202b',
  quiet: '#5a6573',
  edge: '#5a6573',
  box: '#ffffff',
  nests: ['#f4f6f9', '#ffffff'],
};
const dark: Inks = {
  paper: '#0d1117',
  ink: '#e8edf3',
  quiet: '#9aa7b5',
  edge: '#8b98a7',
  box: '#161c25',
  nests: ['#12171f', '#1a212b'],
};

function colour(inks: Inks, theme: 0 | 1): string {
  const { paper, ink, quiet, edge, box, nests } = inks;
  return [
    `.paper,.plate{fill:${paper}}.under{stroke:${paper}}`,
    `.title,.name,.event,.jump{fill:${ink}}.about,.guard,.mark{fill:${quiet}}`,
    `.box{fill:${box};stroke:${edge}}.ring,.line{stroke:${edge}}.start,.tip{fill:${edge}}`,
    ...nests.map((fill, index) => `.nest${index}{fill:${fill}}`),
    ...hues.map(
      (pair, index) =>
        `.box.hue${index},.ring.hue${index},.line.hue${index}{stroke:${pair[theme]}}.tip.hue${index},.jump.hue${index}{fill:${pair[theme]}}`,
    ),
  ].join('');
}

/** CSS of a drawing, as it stands in the SVG; colours of states are by the classes `hue0`, `hue1`, …. */
export const styleSheet = [
  ...shapes,
  colour(light, 0),
  `@media screen and (prefers-color-scheme:dark){${colour(dark, 1)}}`,
].join('');
