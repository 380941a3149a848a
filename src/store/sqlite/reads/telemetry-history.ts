/** Telemetry history in SQLite. Writing takes one transaction a batch; long reads let others in. */
import type { Database } from 'better-sqlite3';
import type {
  HistoryPoint,
  HistoryQuery,
  HistoryStats,
  HistoryStretch,
  ReadingBuckets,
  RetentionLimits,
  RetentionReport,
  SubjectBuckets,
  TelemetryHistory,
} from '../../ports/telemetry-history.ts';
import {
  addMinute,
  addPoint,
  emptySummary,
  encodeMinute,
  encodePoint,
  type Summary,
  toReading,
} from './telemetry-floats.ts';

interface Row {
  readonly at_ms: number;
  readonly series_id: number;
  readonly floats: Buffer;
}
interface SeriesRow {
  readonly series_id: number;
  readonly subject: string;
  readonly readings: string;
}
interface Series {
  readonly subject: string;
  readonly names: readonly string[];
}
type Table = 'telemetry_points' | 'telemetry_minutes';

/** Rows read before other work gets its turn. */
const sliceRows = 2000;
const minuteMs = 60_000;

/** Of a JSON list of subjects. */
const seriesOfSubjects = `SELECT series_id FROM telemetry_series
  WHERE subject IN (SELECT value FROM json_each(?))`;

function prepareStatements(db: Database) {
  const slice = (table: Table) =>
    db.prepare<[number, number, number, number], Row>(
      `SELECT at_ms, series_id, floats FROM ${table}
       WHERE (at_ms, series_id) > (?, ?) AND at_ms < ? ORDER BY at_ms, series_id LIMIT ?`,
    );
  /** The oldest points of the series of some subjects, or of all others. */
  const oldest = (which: 'IN' | 'NOT IN') =>
    db.prepare<[string, number], Row>(
      `SELECT at_ms, series_id, floats FROM telemetry_points
       WHERE series_id ${which} (${seriesOfSubjects}) ORDER BY at_ms, series_id LIMIT ?`,
    );
  const insert = (table: Table) =>
    db.prepare<[number, number, Buffer]>(
      `INSERT INTO ${table} (at_ms, series_id, floats) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
    );
  return {
    points: slice('telemetry_points'),
    minutes: slice('telemetry_minutes'),
    addPoint: insert('telemetry_points'),
    addMinute: insert('telemetry_minutes'),
    minute: db
      .prepare<[number, number], Buffer>(
        'SELECT floats FROM telemetry_minutes WHERE at_ms = ? AND series_id = ?',
      )
      .pluck(),
    replaceMinute: db.prepare<[Buffer, number, number]>(
      'UPDATE telemetry_minutes SET floats = ? WHERE at_ms = ? AND series_id = ?',
    ),
    oldestOfOthers: oldest('NOT IN'),
    oldestOf: oldest('IN'),
    dropPoint: db.prepare<[number, number]>(
      'DELETE FROM telemetry_points WHERE at_ms = ? AND series_id = ?',
    ),
    dropMinutes: db.prepare<[number]>(
      `DELETE FROM telemetry_minutes WHERE (at_ms, series_id) IN
         (SELECT at_ms, series_id FROM telemetry_minutes ORDER BY at_ms, series_id LIMIT ?)`,
    ),
    // No row is later than the last of its series, so what ended before all rows has none.
    dropSeries: db.prepare<[]>(
      `DELETE FROM telemetry_series WHERE last_ms <
         (SELECT min(at_ms) FROM (SELECT min(at_ms) AS at_ms FROM telemetry_points
            UNION ALL SELECT min(at_ms) FROM telemetry_minutes))`,
    ),
    minuteWithin: db
      .prepare<[number, number, string], number>(
        `SELECT 1 FROM telemetry_minutes WHERE at_ms >= ? AND at_ms < ?
           AND series_id IN (${seriesOfSubjects}) LIMIT 1`,
      )
      .pluck(),
    seriesOf: db.prepare<[string], SeriesRow>(
      'SELECT series_id, subject, readings FROM telemetry_series WHERE subject = ?',
    ),
    seriesById: db.prepare<[number], SeriesRow>(
      'SELECT series_id, subject, readings FROM telemetry_series WHERE series_id = ?',
    ),
    noteSeries: db
      .prepare<[string, string, number], number>(
        `INSERT INTO telemetry_series (subject, readings, last_ms) VALUES (?, ?, ?)
         ON CONFLICT (subject, readings) DO UPDATE SET last_ms = max(last_ms, excluded.last_ms)
         RETURNING series_id`,
      )
      .pluck(),
    countPoints: db.prepare<[], number>('SELECT count(*) FROM telemetry_points').pluck(),
    countMinutes: db.prepare<[], number>('SELECT count(*) FROM telemetry_minutes').pluck(),
  };
}

/** A history on an open database, which stays its owner's to close. */
export function createSqliteTelemetryHistory(db: Database): TelemetryHistory {
  const sql = prepareStatements(db);
  /** Counted when first asked for, then kept: counting reads both tables whole. */
  let counts: { points: number; minutes: number } | undefined;
  const count = (): { points: number; minutes: number } => {
    counts ??= { points: sql.countPoints.get() ?? 0, minutes: sql.countMinutes.get() ?? 0 };
    return counts;
  };
  const noteCounts = (points: number, minutes: number): void => {
    if (counts === undefined) return;
    counts = { points: counts.points + points, minutes: counts.minutes + minutes };
  };

  const append = db.transaction((points: readonly HistoryPoint[]): number => {
    let added = 0;
    for (const [series, group] of bySeries(points)) {
      const names = JSON.parse(series) as string[];
      const lastMs = Math.max(...group.map(({ atMs }) => atMs));
      const id = sql.noteSeries.get(group[0]!.subject, series, lastMs)!;
      for (const { atMs, values } of group) {
        const floats = encodePoint(names.map((name) => values[name] ?? null));
        added += sql.addPoint.run(atMs, id, floats).changes;
      }
    }
    return added;
  });

  const oldestPoints = (liveSubjects: readonly string[], limit: number): readonly Row[] => {
    const live = JSON.stringify(liveSubjects);
    const others = sql.oldestOfOthers.all(live, limit);
    const missing = limit - others.length;
    return missing === 0 ? others : [...others, ...sql.oldestOf.all(live, missing)];
  };

  const thin = db.transaction((liveSubjects: readonly string[], limit: number) => {
    const rows = oldestPoints(liveSubjects, limit);
    let added = 0;
    for (const [minute, group] of byMinute(rows)) {
      const { series_id: id } = group[0]!;
      const names = namesOf(sql.seriesById.get(id));
      const summary = emptySummary();
      // A piece of work may end within a minute, and a clock that went back may come by again.
      const held = sql.minute.get(minute, id);
      if (held !== undefined) addMinute(summary, names, held);
      for (const { floats } of group) addPoint(summary, names, floats);
      const floats = encodeMinute(summary, names);
      if (held === undefined) added += sql.addMinute.run(minute, id, floats).changes;
      else sql.replaceMinute.run(floats, minute, id);
    }
    for (const { at_ms: atMs, series_id: id } of rows) sql.dropPoint.run(atMs, id);
    return { thinned: rows.length, added };
  });

  const thinBeyond = ({ pointRowsMax, liveSubjects, rowsMax }: RetentionLimits): number => {
    const beyond = count().points - pointRowsMax;
    if (beyond <= 0) return 0;
    const { thinned, added } = thin.immediate(liveSubjects, Math.min(beyond, rowsMax));
    noteCounts(-thinned, added);
    return thinned;
  };

  const deleteBeyond = ({ minuteRowsMax, rowsMax }: RetentionLimits): number => {
    const beyond = count().minutes - minuteRowsMax;
    if (beyond <= 0) return 0;
    const deleted = sql.dropMinutes.run(Math.min(beyond, rowsMax)).changes;
    noteCounts(0, -deleted);
    sql.dropSeries.run();
    return deleted;
  };

  const retain = (limits: RetentionLimits): RetentionReport => {
    const thinned = thinBeyond(limits);
    const deleted = deleteBeyond(limits);
    const { points, minutes } = count();
    return {
      thinned,
      deleted,
      more: points > limits.pointRowsMax || minutes > limits.minuteRowsMax,
    };
  };

  const isThinned = ({ subjects, startMs, endMs }: HistoryStretch): boolean =>
    sql.minuteWithin.get(
      Math.floor(startMs / minuteMs) * minuteMs,
      endMs,
      JSON.stringify(subjects),
    ) !== undefined;

  const read = async (query: HistoryQuery): Promise<Map<string, SubjectBuckets>> => {
    const series = new Map<number, Series>();
    for (const subject of query.subjects) {
      for (const row of sql.seriesOf.all(subject)) {
        series.set(row.series_id, { subject, names: namesOf(row) });
      }
    }
    const found = new Map(query.subjects.map((subject) => [subject, new Map<number, Summary>()]));
    // Thinned first: of a bucket with both, the whole points are the later ones.
    for (const [statement, add] of [
      [sql.minutes, addMinute],
      [sql.points, addPoint],
    ] as const) {
      const endMs = query.startMs + query.widthMs * query.count;
      let after: readonly [number, number] = [query.startMs - 1, Number.MAX_SAFE_INTEGER];
      for (;;) {
        const rows = statement.all(...after, endMs, sliceRows);
        for (const { at_ms: atMs, series_id: id, floats } of rows) {
          const of = series.get(id);
          if (of !== undefined) {
            const bucket = Math.floor((atMs - query.startMs) / query.widthMs);
            add(summaryAt(found.get(of.subject)!, bucket), of.names, floats);
          }
        }
        const last = rows.at(-1);
        if (last === undefined || rows.length < sliceRows) break;
        after = [last.at_ms, last.series_id];
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    return new Map([...found].map(([subject, buckets]) => [subject, toBuckets(buckets, query)]));
  };

  return {
    async append(points) {
      noteCounts(append.immediate(points), 0);
    },
    read,
    isThinned: async (stretch) => isThinned(stretch),
    retain: async (limits) => retain(limits),
    async stats(): Promise<HistoryStats> {
      const { points, minutes } = count();
      return { pointRows: points, minuteRows: minutes };
    },
  };
}

function namesOf(row: SeriesRow | undefined): readonly string[] {
  return row === undefined ? [] : (JSON.parse(row.readings) as string[]);
}

function summaryAt(buckets: Map<number, Summary>, index: number): Summary {
  const held = buckets.get(index) ?? emptySummary();
  buckets.set(index, held);
  return held;
}

/** Points of one subject with the same readings, by the JSON text of the names. */
function bySeries(points: readonly HistoryPoint[]): Iterable<[string, HistoryPoint[]]> {
  const groups = new Map<string, [string, HistoryPoint[]]>();
  for (const point of points) {
    const series = JSON.stringify(Object.keys(point.values));
    const key = `${point.subject} ${series}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [series, [point]]);
    else group[1].push(point);
  }
  return groups.values();
}

/** Rows of one series within one minute, by the start of the minute, ms. */
function byMinute(rows: readonly Row[]): Iterable<[number, Row[]]> {
  const groups = new Map<string, [number, Row[]]>();
  for (const row of rows) {
    const minute = Math.floor(row.at_ms / minuteMs) * minuteMs;
    const key = `${minute} ${row.series_id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [minute, [row]]);
    else group[1].push(row);
  }
  return groups.values();
}

function toBuckets(buckets: Map<number, Summary>, { count }: HistoryQuery): SubjectBuckets {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const names = new Set([...buckets.values()].flatMap(({ spreads }) => [...spreads.keys()]));
  const readingOf = (name: string): ReadingBuckets => {
    const spreads = indexes.map((index) => buckets.get(index)?.spreads.get(name));
    const member = (key: 'min' | 'mean' | 'max'): (number | null)[] =>
      spreads.map((spread) =>
        spread === undefined || spread.known === 0 ? null : toReading(spread[key]),
      );
    return {
      known: spreads.map((spread) => spread?.known ?? 0),
      min: member('min'),
      mean: member('mean'),
      max: member('max'),
    };
  };
  return {
    points: indexes.map((index) => buckets.get(index)?.points ?? 0),
    readings: Object.fromEntries([...names].map((name) => [name, readingOf(name)])),
  };
}
