/**
 * Rules about the repository that no ready-made tool knows. Each rule is a pure function from a
 * path (relative, with slashes) and a text to problems; `// allowed: <reason>` on a line or the
 * line before it makes an exception.
 */

const isSource = (path) =>
  /^(src|bin|tools|bench|test|property-tests)\/.*\.(ts|tsx|mjs)$/.test(path) &&
  !path.includes('/fixtures/');
const isProduct = (path) => /^src\/(?!dashboard\/).*\.ts$/.test(path);

/** `{line, message}` for each line that `pattern` finds, without the allowed ones. */
function findLines(text, pattern, message) {
  const lines = text.split('\n');
  const isAllowed = (index) =>
    /\/\/ allowed: \S/.test(`${lines[index - 1] ?? ''}\n${lines[index]}`);
  return lines.flatMap((line, index) =>
    pattern.test(line) && !isAllowed(index) ? [{ line: index + 1, message }] : [],
  );
}

const linesMax = 400;

export const rules = [
  {
    name: 'first-comment',
    applies: isSource,
    check(text) {
      const start = text.replace(/^#!.*\n/, '');
      if (/^\/\*\*\s*\S/.test(start) || /^\/\*\*\n \* \S/.test(start)) return [];
      return [
        { line: 1, message: 'the file must start with a /** sentence */ that says what it is for' },
      ];
    },
  },
  {
    name: 'file-size',
    applies: isSource,
    check(text) {
      const count = text.split('\n').length - 1;
      const header = /\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? '';
      if (count <= linesMax || /long because/i.test(header)) return [];
      return [
        {
          line: linesMax,
          message: `${count} lines: split it, or say "Long because …" in the first comment`,
        },
      ];
    },
  },
  {
    name: 'left-behind',
    applies: isSource,
    check: (text) =>
      findLines(
        text,
        /(\/\/|\/\*+|^\s*\*)\s*(TODO|FIXME|XXX|HACK)\b/,
        'finish it, or write an issue',
      ),
  },
  {
    name: 'focused-or-skipped-test',
    applies: (path) => /^(test|property-tests)\/.*\.ts$/.test(path),
    check: (text) => [
      ...findLines(
        text,
        /\b(it|test|describe)\.only\b/,
        'a focused test keeps the others from running',
      ),
      ...findLines(
        text,
        /\b(it|test|describe)\.(skip|todo)\b(?!If)/,
        'say why in "// allowed: …", or delete the test',
      ),
    ],
  },
  {
    name: 'canned-reply-of-the-service',
    // Where tests play the service to a client of it.
    applies: (path) =>
      /^test\/(?:unit\/(?:cli|client|dashboard)\/|integration\/cli-|e2e\/(?:cli|dashboard)|support\/(?:canned-|http-dashboard))/.test(
        path,
      ),
    check: (text) =>
      findLines(
        text,
        /\bsendJson\(|\.end\(\s*(?:JSON\.stringify|['"`][[{])|\bnew Response\(|\bResponse\.json\(|\.fulfill\(|\bbody: (?:JSON\.stringify\(|['"`][[{])|z\.(?:unknown|any)\(/,
        'take the reply through test/support/canned-reply.ts, which holds it against the reference',
      ),
  },
  {
    name: 'type-escape',
    applies: (path) => /^(src|test|property-tests|bench)\/.*\.tsx?$/.test(path),
    check: (text) =>
      findLines(
        text,
        /@ts-(ignore|nocheck)|\bas any(?=\s*(?:[;,)\].}>]|$))/,
        'describe the type instead',
      ),
  },
  {
    name: 'injected-time-and-randomness',
    applies: (path) => isProduct(path) && !['src/lib/clock.ts', 'src/lib/ids.ts'].includes(path),
    check: (text) =>
      findLines(
        text,
        /^(?!\s*(\*|\/\/|\/\*)).*(\bDate\.now\(|\bnew Date\(\)|(?<![.\w])set(Timeout|Interval)\(|\bMath\.random\(|\bperformance\.now\(|\brandomUUID\()/,
        'take a Clock or an Entropy as an argument',
      ),
  },
  {
    name: 'deadline-that-stays',
    // The page and its client have no clock, and hold what they wait for.
    applies: (path) => isProduct(path) && !/^src\/(?:client|dashboard)\//.test(path),
    check: (text) =>
      findLines(
        text,
        /^(?!\s*(\*|\/\/|\/\*)).*\bAbortSignal\.timeout\(/,
        'take src/lib/deadline.ts: within AbortSignal.any, Node 20 forgets the time when it collects garbage',
      ),
  },
  {
    name: 'one-sqlite-binding',
    applies: (path) =>
      /^(src|test|property-tests|bench)\/.*\.ts$/.test(path) && path !== 'src/lib/sqlite.ts',
    check: (text) =>
      findLines(
        text,
        /^import (?!type\b).*['"]better-sqlite3|\brequire\(['"]better-sqlite3/,
        'take Sqlite from src/lib/sqlite.ts, which knows which binding this Node needs',
      ),
  },
  {
    name: 'injected-environment',
    applies: (path) =>
      isProduct(path) && !path.startsWith('src/cli/') && !path.startsWith('src/docs'),
    check: (text) =>
      findLines(
        text,
        /^(?!\s*(\*|\/\/|\/\*)).*\bprocess\.(env|argv)\b/,
        'take it as an argument; only src/cli reads it',
      ),
  },
  {
    name: 'one-svg-writer',
    // Of charts, wherever they are shown; the other files draw icons and statecharts.
    applies: (path) =>
      /^src\/.*\.tsx?$/.test(path) &&
      !/^src\/(?:lib\/chart\/svg\.ts|machines\/drawing\/svg\.ts|dashboard\/(?:ui\/parts|machines\/statechart)\.tsx)$/.test(
        path,
      ),
    check: (text) =>
      findLines(
        text,
        /<(?:svg|circle|rect|polyline|polygon)(?:[\s>/]|$)|<path(?: [a-z]|$)|\bcreateElementNS\(/,
        'draw with src/lib/chart, as every chart is drawn',
      ),
  },
  {
    name: 'links-stay-inside',
    applies: (path) => /^([^/]+|docs\/.*)\.md$/.test(path),
    check(text, path, exists) {
      return text.split('\n').flatMap((line, index) =>
        [...withoutCode(line).matchAll(/\]\(\s*<?([^)\s>]+)/g)].flatMap(([, target]) => {
          const message = judgeLink(target, path, exists);
          return message === undefined ? [] : [{ line: index + 1, message }];
        }),
      );
    },
  },
  {
    name: 'dashboard-loads-nothing-from-outside',
    applies: (path) => /^src\/dashboard\/.*\.(html|css|tsx?)$/.test(path),
    check: (text) =>
      findLines(
        text,
        /(?:https?:)?\/\/(?!www\.w3\.org\/)[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i,
        'ship the file with the dashboard',
      ),
  },
  {
    name: 'no-home-paths',
    applies: (path) => !/^(package-lock\.json|test\/fixtures\/)/.test(path),
    check: (text) =>
      findLines(
        text,
        /(?<![\w.])\/(home|root|Users)\/[a-z]/,
        'a path of one machine does not belong here',
      ),
  },
];

/** Code spans show what somebody could write; they link to nothing. */
const withoutCode = (line) => line.replaceAll(/`[^`]*`/g, '');

function judgeLink(target, path, exists) {
  if (target.startsWith('#')) return undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
    return /^https?:\/\/(127\.0\.0\.1|localhost)\b/.test(target)
      ? undefined
      : `links outside: ${target}`;
  }
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
  const parts = [];
  for (const part of `${folder}${target.split('#')[0]}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) return `leaves the repository: ${target}`;
    if (part !== '..' && part !== '.') parts.push(part);
  }
  return exists(parts.join('/')) ? undefined : `there is no such file: ${target}`;
}

/** Every problem of one file as `path:line: message (rule)`; `exists` answers for relative paths. */
export function checkFile(path, text, exists) {
  return rules
    .filter((rule) => rule.applies(path))
    .flatMap((rule) =>
      rule
        .check(text, path, exists)
        .map(({ line, message }) => `${path}:${line}: ${message} (${rule.name})`),
    );
}
