/** A small strict parser of the Prometheus text format, written from its description alone. */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly Sample[];
}

const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const labelPair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/** Families by name; throws at the first line that is not of the format. */
export function parsePrometheus(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line must end with a line feed');
  const families = new Map<string, Family & { samples: Sample[] }>();
  const helps = new Map<string, string>();
  const seen = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word === 'HELP') helps.set(name, rest);
    else if (word === 'TYPE') {
      if (families.has(name)) throw new Error(`${name} is declared twice`);
      families.set(name, { name, help: helps.get(name) ?? '', type: rest, samples: [] });
    } else {
      if (seen.has(line.slice(0, line.lastIndexOf(' ')))) throw new Error(`repeated: ${line}`);
      seen.add(line.slice(0, line.lastIndexOf(' ')));
      const sample = parseSample(line);
      const family =
        families.get(sample.name) ??
        families.get(sample.name.replace(/_(?:bucket|sum|count)$/, ''));
      if (family === undefined) throw new Error(`no TYPE before ${line}`);
      family.samples.push(sample);
    }
  }
  return families;
}

function parseSample(line: string): Sample {
  const [, name, labels = '', value = ''] = sampleLine.exec(line) ?? [];
  if (name === undefined) throw new Error(`not a sample: ${line}`);
  const number = Number(value);
  if (!Number.isFinite(number)) throw new Error(`not a number: ${line}`);
  return { name, labels: parseLabels(labels), value: number };
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  labelPair.lastIndex = 0;
  while (labelPair.lastIndex < text.length) {
    const [, name, value] = labelPair.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not labels: ${text}`);
    labels[name] = value;
  }
  return labels;
}
