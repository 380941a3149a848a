/**
 * Reads an OpenSSH client configuration (ssh_config(5)) for one host. What is needed for a connection is
 * taken; what only concerns terminals, forwarding and the like is passed over; what would make another
 * connection than the one that can be made here is a problem with its line, never ignored.
 */

/** What the file says of the host; null and empty where it says nothing. Paths as they are written. */
export interface SshHostSettings {
  readonly hostName: string | null;
  readonly port: number | null;
  readonly user: string | null;
  readonly identityFiles: readonly string[];
  readonly identitiesOnly: boolean;
  readonly identityAgent: string | null;
  readonly knownHostsFiles: readonly string[] | null;
  readonly hostKeyAlias: string | null;
  readonly aliveIntervalSec: number | null;
  readonly aliveCountMax: number | null;
  readonly connectTimeoutSec: number | null;
}

/** Keywords that are taken, in small letters. The first value of each counts, but all identity files. */
const taken = new Set([
  'hostname',
  'port',
  'user',
  'identityfile',
  'identitiesonly',
  'identityagent',
  'userknownhostsfile',
  'globalknownhostsfile',
  'hostkeyalias',
  'serveraliveinterval',
  'serveralivecountmax',
  'connecttimeout',
]);

/** Keywords that make no difference to a connection of one command without a terminal. */
const passedOver = new Set(
  `addkeystoagent batchmode checkhostip clearallforwardings compression connectionattempts
  controlmaster controlpath controlpersist dynamicforward enableescapecommandline escapechar
  exitonforwardfailure fingerprinthash forkafterauthentication forwardagent forwardx11
  forwardx11timeout forwardx11trusted gatewayports gssapiauthentication gssapidelegatecredentials
  hashknownhosts ignoreunknown ipqos kbdinteractiveauthentication localforward loglevel logverbose
  nohostauthenticationforlocalhost numberofpasswordprompts obscurekeystroketiming
  passwordauthentication permitlocalcommand permitremoteopen preferredauthentications
  remoteforward rekeylimit requesttty sendenv
  setenv stdinnull streamlocalbindmask streamlocalbindunlink syslogfacility tcpkeepalive tag tunnel
  tunneldevice updatehostkeys usekeychain versionaddendum visualhostkey warnweakcrypto xauthlocation
  challengeresponseauthentication protocol useroaming`.split(/\s+/),
);

/** Settings that are fine with one of these values and cannot be honoured with another. */
const onlyAs: Readonly<Record<string, readonly string[]>> = {
  addressfamily: ['any'],
  canonicalizehostname: ['no', 'none'],
  hostbasedauthentication: ['no'],
  proxyjump: ['none'],
  pubkeyauthentication: ['yes', 'host-bound', 'unbound'],
  proxycommand: ['none'],
  stricthostkeychecking: ['yes', 'ask'],
  verifyhostkeydns: ['no', 'ask'],
  remotecommand: ['none'],
  knownhostscommand: ['none'],
  sessiontype: ['default', 'none'],
};

interface Line {
  readonly number: number;
  /** In small letters. */
  readonly keyword: string;
  readonly values: readonly string[];
}

/** What `text` says of `host` as it is called in the settings, and what cannot be honoured of it. */
export function readSshConfig(
  text: string,
  host: string,
): { readonly settings: SshHostSettings; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const found = new Map<string, readonly string[]>();
  const identityFiles: string[] = [];
  for (const { number, keyword, values } of linesFor(text, host, problems)) {
    const [value] = values;
    if (value === undefined) problems.push(`line ${number}: ${keyword} has no value`);
    else if (keyword === 'identityfile') identityFiles.push(value);
    else if (found.has(keyword)) continue;
    else if (taken.has(keyword)) found.set(keyword, values);
    else if (onlyAs[keyword]?.includes(value.toLowerCase()) === true) found.set(keyword, values);
    else if (!passedOver.has(keyword)) problems.push(refusalOf(number, keyword, value));
  }
  const one = (keyword: string): string | null => found.get(keyword)?.[0] ?? null;
  const count = (keyword: string, max: number): number | null => {
    const value = one(keyword);
    if (value === null) return null;
    const number = Number(value);
    if (Number.isInteger(number) && number >= 0 && number <= max) return number;
    problems.push(`${keyword} must be a whole number up to ${max}, not ${JSON.stringify(value)}`);
    return null;
  };
  const knownHosts = [found.get('userknownhostsfile'), found.get('globalknownhostsfile')];
  const settings: SshHostSettings = {
    hostName: one('hostname'),
    port: count('port', 65_535),
    user: one('user'),
    identityFiles,
    identitiesOnly: one('identitiesonly')?.toLowerCase() === 'yes',
    identityAgent: one('identityagent'),
    knownHostsFiles: knownHosts.every((files) => files === undefined)
      ? null
      : knownHosts.flatMap((files) => files ?? []).filter((file) => file !== 'none'),
    hostKeyAlias: one('hostkeyalias'),
    aliveIntervalSec: count('serveraliveinterval', 3600),
    aliveCountMax: count('serveralivecountmax', 100),
    connectTimeoutSec: count('connecttimeout', 3600),
  };
  return { settings, problems };
}

function refusalOf(number: number, keyword: string, value: string): string {
  const shown = `line ${number}: ${keyword} ${value.slice(0, 80)}`;
  const may = onlyAs[keyword];
  if (keyword === 'stricthostkeychecking')
    return `${shown}: an unknown host key is always refused here; leave it out or say "yes"`;
  if (may !== undefined) return `${shown}: cannot be honoured here; leave it out or say ${may[0]}`;
  return `${shown}: cannot be honoured here; write what is needed into a file of its own and name that one in ssh_config_path of the cluster, or for evidence in paper_evidence_sync_ssh_config_path`;
}

/** The lines that hold for the host, in order. */
function* linesFor(text: string, host: string, problems: string[]): Generator<Line> {
  let applies = true;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = readLine(raw, index + 1);
    if (line === null) continue;
    if (line.keyword === 'host') applies = matchesHost(line.values, host);
    else if (line.keyword === 'match') {
      applies = line.values.length === 1 && line.values[0]?.toLowerCase() === 'all';
      if (!applies) problems.push(refusalOf(line.number, 'match', line.values.join(' ')));
    } else if (line.keyword === 'include') {
      if (applies) problems.push(refusalOf(line.number, 'include', line.values.join(' ')));
    } else if (applies) yield line;
  }
}

/** Keyword and values: parted by blanks or one `=`, values in quotes where they hold blanks. */
function readLine(raw: string, number: number): Line | null {
  const match = /^\s*([A-Za-z][A-Za-z0-9]*)(?:\s*=\s*|\s+|$)(.*)$/.exec(raw);
  if (match === null) return null;
  const values: string[] = [];
  for (const part of (match[2] ?? '').matchAll(/"([^"]*)"|(\S+)/g)) {
    const bare = part[2];
    if (bare?.startsWith('#') === true) break;
    values.push(part[1] ?? bare ?? '');
  }
  return { number, keyword: (match[1] ?? '').toLowerCase(), values };
}

/** By the rules of `Host`: some pattern fits, and none with a `!` before it. */
export function matchesHost(patterns: readonly string[], host: string): boolean {
  let fits = false;
  for (const pattern of patterns) {
    const isNegated = pattern.startsWith('!');
    if (!fitsPattern(isNegated ? pattern.slice(1) : pattern, host)) continue;
    if (isNegated) return false;
    fits = true;
  }
  return fits;
}

/** `*` and `?` as in ssh_config(5), without regard to case; in one pass over both texts. */
function fitsPattern(pattern: string, text: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), text.toLowerCase()];
  let star = -1;
  let resume = 0;
  let place = 0;
  for (let at = 0; at < given.length; ) {
    const sign = wanted[place];
    if (sign === '*') {
      star = place;
      place += 1;
      resume = at;
    } else if (sign !== undefined && (sign === '?' || sign === given[at])) {
      place += 1;
      at += 1;
    } else if (star >= 0) {
      place = star + 1;
      resume += 1;
      at = resume;
    } else return false;
  }
  return /^\**$/.test(wanted.slice(place));
}
