/** Frames of the live feed as lines for people: time, what, about what, in words. Pure. */
import type { DataFrame } from '../../http/live/client-types.ts';
import type { LiveChange, LiveEvent, LiveSample } from '../../http/live/protocol.ts';
import { pad, toPlainLine, truncate } from '../output/plain-text.ts';
import { rowOf, rowsOf } from '../output/rows.ts';
import type { Style, Tone } from '../output/style.ts';

/** Cells of the columns before the last, which takes the rest of the line. */
const cells = { time: 8, type: 28, entity: 32 } as const;
const gap = '  ';
/** Members of a change that are shown. */
const membersMax = 4;
const valueCharsMax = 60;

/** One line for a frame. `nowMs` stands in where a frame has no time of its own. */
export function toLine(frame: DataFrame, style: Style, nowMs: number): string {
  if (frame.type === 'event') return eventLine(frame.data, style);
  if (frame.type === 'state') return changeLine(frame.data, style, nowMs);
  return sampleLine(frame.data, style);
}

function eventLine(event: LiveEvent, style: Style): string {
  return columns(style, {
    atMs: Date.parse(event.created_at),
    type: event.event_type,
    tone: toneOf(event.event_type),
    about: event.entity_id,
    words: event.summary === '' ? `by ${event.actor}` : event.summary,
  });
}

function changeLine({ kind, id, version, set }: LiveChange, style: Style, nowMs: number): string {
  const members = Object.entries(set).filter(([, value]) => typeof value !== 'object');
  const words = members
    .slice(0, membersMax)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${String(value).slice(0, valueCharsMax)}`)
    .join(', ');
  return columns(style, {
    atMs: nowMs,
    type: `${kind} changed`,
    tone: undefined,
    about: id,
    words: words === '' ? `version ${version}` : words,
  });
}

function sampleLine(data: LiveSample, style: Style): string {
  return columns(style, {
    atMs: Date.parse(data.observed_at),
    type: 'telemetry',
    tone: 'dim',
    about: data.run_id,
    words: telemetryWords(data),
  });
}

/** `CPU 4 %, GPU 0 %, quiet 3:20 of 5:00 (quiet candidate)`; what is not known is called unknown. */
export function telemetryWords({ sample, idle, problem }: LiveSample): string {
  if (sample === null) return `no reading: ${problem ?? 'the worker did not say why'}`;
  const parts = [`CPU ${percent(sample['cpu_pct'])}`, gpuWords(sample['gpus'])];
  if (idle !== null) {
    const { window_progress_ms: progress, required_ms: required, state } = idle;
    const stateWords = typeof state === 'string' ? state.replaceAll('_', ' ') : 'state unknown';
    parts.push(`quiet ${clock(progress)} of ${clock(required)} (${stateWords})`);
  }
  if (problem !== null) parts.push(problem);
  return parts.join(', ');
}

function gpuWords(value: unknown): string {
  if (!Array.isArray(value)) return 'GPU unknown';
  if (value.length === 0) return 'no GPU';
  const readings = rowsOf(value).map((gpu) => percent(rowOf(gpu)['utilization_pct']));
  return `GPU ${readings.join(' / ')}`;
}

function percent(value: unknown): string {
  return typeof value === 'number' ? `${Math.round(value)} %` : 'unknown';
}

function clock(value: unknown): string {
  if (typeof value !== 'number') return 'unknown';
  const sec = Math.floor(value / 1000);
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;
}

/** What an event's last word says about how it went. */
function toneOf(eventType: string): Tone | undefined {
  if (/fail|error|timed_out|refused|rejected|parked|lost/.test(eventType)) return 'bad';
  if (/paused|canceled|question|blocked|review/.test(eventType)) return 'warn';
  if (/finished|confirmed|completed|ready|imported|finalized/.test(eventType)) return 'good';
  return undefined;
}

function columns(
  style: Style,
  line: { atMs: number; type: string; tone: Tone | undefined; about: string; words: string },
): string {
  const type = pad(truncate(toPlainLine(line.type), cells.type), cells.type);
  const about = pad(truncate(toPlainLine(line.about), cells.entity), cells.entity);
  const used = cells.time + cells.type + cells.entity + 3 * gap.length;
  const words = toPlainLine(line.words);
  // A terminal too narrow for a sentence beside the columns wraps it by itself.
  const room = style.width === null || style.width - used < 20 ? words.length : style.width - used;
  return [
    style.paint(timeOfDay(line.atMs), 'dim'),
    style.paint(type, line.tone),
    about,
    truncate(words, room),
  ]
    .join(gap)
    .trimEnd();
}

/** In the zone of this machine. */
function timeOfDay(ms: number): string {
  if (Number.isNaN(ms)) return '??:??:??';
  return new Date(ms).toLocaleTimeString('en-GB', { hour12: false });
}
