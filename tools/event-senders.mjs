/**
 * Finds events of machines that nobody sends: a word that no route, effect, timer or other machine
 * says leads nowhere, and the states behind it are promised and not kept. By the text of the sources
 * alone: the type as a literal outside the machine's folder, or an event that the machine makes for
 * itself.
 */

const declared = /readonly type:\s*((?:\|?\s*'[A-Z][A-Z_]*'\s*)+)/g;
const eventsFile = /^src\/machines\/[^/]+\/events\.ts$/;
/** Where an event's name is shown or documented, and not sent. */
const isSender = (path) => /^src\/(?!client\/|dashboard\/|docs)/.test(path) && path.endsWith('.ts');

/** Problems as `path:line: message`; `files` holds the text of each source by its path. */
export function findUnsent(files) {
  return [...files].flatMap(([path, text]) =>
    eventsFile.test(path) ? unsentOf(path, text, files) : [],
  );
}

function unsentOf(path, text, files) {
  const folder = path.slice(0, -'events.ts'.length);
  const lines = text.split('\n');
  return [...text.matchAll(declared)].flatMap((match) =>
    [...match[1].matchAll(/'([A-Z_]+)'/g)].flatMap(([, type]) => {
      const at = match.index + match[0].indexOf(`'${type}'`);
      const line = text.slice(0, at).split('\n').length;
      const isAllowed = lines
        .slice(Math.max(0, line - 2), line)
        .some((each) => /\/\/ allowed: \S/.test(each));
      if (isAllowed || isSent(type, folder, files)) return [];
      const todo =
        'send it from a route, an effect, a timer or another machine, or delete it with its transitions';
      return [`${path}:${line}: nobody sends ${type}: ${todo} (event-sender)`];
    }),
  );
}

function isSent(type, folder, files) {
  for (const [path, text] of files) {
    if (!isSender(path) || eventsFile.test(path)) continue;
    if (!path.startsWith(folder)) {
      if (text.includes(`'${type}'`)) return true;
      continue;
    }
    // Not where the type only narrows events.
    const made = text.replace(/Extract<[\s\S]*?>/g, '');
    if (made.includes(`type: '${type}'`)) return true;
  }
  return false;
}
