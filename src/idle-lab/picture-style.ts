/**
 * Colours and measures of the replay picture. The colours are those of Okabe and Ito, which people
 * with a colour vision deficiency tell apart; states differ in height or hatching as well.
 */
import type { IdleState } from '../domain/statuses.ts';

/** Measures in px. `left` and `right` are what the names beside the plots take. */
export const sizes = {
  width: 1200,
  left: 200,
  right: 120,
  top: 58,
  panelHeight: 92,
  panelGap: 22,
  bandHeight: 18,
  ribbonHeight: 22,
  ribbonGap: 12,
  keyLine: 17,
  margin: 24,
} as const;

/** What is left for the time axis, px. */
export const plotWidth = sizes.width - sizes.left - sizes.right;

/** Turns Unix milliseconds into the horizontal place. */
export type PlaceTime = (atMs: number) => number;

/** Share of the ribbon that a state fills, and its class. */
export const stateLooks: Readonly<Record<IdleState, { readonly share: number }>> = {
  warming: { share: 0.2 },
  busy: { share: 1 },
  quiet_candidate: { share: 0.45 },
  sensor_unknown: { share: 1 },
  suspect_sensor: { share: 0.7 },
  idle: { share: 0.2 },
  timed_out: { share: 1 },
};

/** Line classes by device, for the first few GPUs; more of them begin anew with another dash. */
export const deviceClasses = 4;

/** CSS with colours for a light and for a dark reader; each state of the gate has a class of its name. */
export const styleSheet = `
svg{--paper:#fff;--ink:#1f2328;--soft:#59636e;--grid:#d8dee4;--active:#b9c3cf;--l0:#0072b2;--l1:#d55e00;--l2:#009e73;--l3:#a64d85;--busy:#d55e00;--quiet:#56b4e9;--suspect:#cc79a7;--idle:#007a59;--limit:#8a6100}
@media(prefers-color-scheme:dark){svg{--paper:#0d1117;--ink:#e6edf3;--soft:#9aa4af;--grid:#2b323b;--active:#3d4856;--l0:#56b4e9;--l1:#e69f00;--l2:#2bc79b;--l3:#e39ac3;--busy:#e8743b;--quiet:#56b4e9;--suspect:#cc79a7;--idle:#2bc79b;--limit:#f0e442}}
.paper{fill:var(--paper)}
text{fill:var(--ink);font:12px system-ui,sans-serif}
.title{font-size:17px;font-weight:600}
.soft{fill:var(--soft)}
.small{font-size:11px}
.end{text-anchor:end}
.mid{text-anchor:middle}
.grid{stroke:var(--grid);fill:none}
.axis{stroke:var(--soft);fill:none}
.band{fill:var(--active);opacity:.32}
.truth{stroke:var(--paper)}
.truth.on{fill:var(--active)}
.truth.off{fill:none;stroke:var(--grid)}
.line{fill:none;stroke-width:1.6;stroke-linejoin:round}
.d0{stroke:var(--l0)}.d1{stroke:var(--l1)}.d2{stroke:var(--l2)}.d3{stroke:var(--l3)}
.again{stroke-dasharray:5 2}
.limit{stroke:var(--limit);stroke-dasharray:6 4;fill:none}
.limit-name{fill:var(--limit);font-size:11px}
.warming{fill:var(--soft)}.busy{fill:var(--busy)}.quiet_candidate{fill:var(--quiet)}
.sensor_unknown{fill:url(#hatch)}.suspect_sensor{fill:var(--suspect)}
.idle{fill:var(--idle)}.timed_out{fill:var(--ink)}
.hatch{stroke:var(--soft);stroke-width:2}
.mark{fill:var(--idle);stroke:var(--paper);stroke-width:1.5}
.mark.wrong{fill:var(--busy)}
.mark-line{stroke:var(--idle);stroke-dasharray:2 3;fill:none}
.mark-line.wrong{stroke:var(--busy)}
`.trim();
