/**
 * What the codes of the operating system, of connections and of certificates (ECONNREFUSED, EACCES, CERT_HAS_EXPIRED)
 * mean: what happened, and what ends it. The code stays in brackets, for whoever searches for it.
 */

/** Of one failure: `what` names the address or file where the error does. */
export interface SystemTrouble {
  readonly code: string;
  /** Without a full stop, in lower case: "nothing listens at 127.0.0.1:9000". */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** By what the call was about: an address or a path, as the error names it; empty: it names none. */
type Words = (about: string, call: string) => readonly [what: string, remedy: string];

const timedOut: Words = (at) => [
  `${at || 'the other side'} does not answer`,
  'see to that machine, and to the firewalls on the way',
];
const noWay: Words = (at) => [
  `there is no way to ${at || 'that address'}`,
  'see to the network between the machines',
];
const brokenOff: Words = () => ['the other side broke the connection off', 'its log may say why'];
const diskOf = (path: string): string =>
  path === 'it' ? 'its disk' : path === '' ? 'the disk' : `the disk of ${path}`;
const full: Words = (path) => [
  `${diskOf(path)} is full`,
  'free space there, or files where those are used up',
];
const misplaced =
  (there: string, wanted: string): Words =>
  (path) => [
    `a ${there} stands where a ${wanted} must be${path === '' || path === 'it' ? '' : ` (${path})`}`,
    `move the ${there} away`,
  ];
const notAllowed: Words = (about, call) => {
  if (call === 'listen' || call === 'bind')
    return [
      `this account may not listen at ${about || 'that address'}`,
      'choose a port above 1023',
    ];
  if (call === 'connect')
    return [
      `this account may not connect to ${about || 'that address'}`,
      'see to the firewall here',
    ];
  if (call.startsWith('spawn'))
    return [
      `this account may not run ${about || 'the program'}`,
      'give it the right (chown, chmod)',
    ];
  return [`this account may not use ${about || 'it'}`, 'give it the right (chown, chmod)'];
};

const untrusted: Words = () => [
  'the certificate of the other side is signed by no authority that is known here',
  'name that authority in NODE_EXTRA_CA_CERTS, a file in PEM, and start again',
];
const otherName = 'ERR_TLS_CERT_ALTNAME_INVALID';
/** Of certificates that are not taken; nothing was sent then. */
const ofCertificates: Readonly<Record<string, Words>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  CERT_HAS_EXPIRED: () => [
    'the certificate of the other side has expired',
    'give it a new one there, or set the clock here right',
  ],
  CERT_NOT_YET_VALID: () => [
    'the certificate of the other side holds from a later time on',
    'set the clocks of both machines right',
  ],
  [otherName]: (names) => [
    `the certificate of the other side is for ${names || 'another name'}`,
    'call it by a name that its certificate has, or give it one for this name',
  ],
};
/** The codes of certificates that are not taken. */
export const certificateCodes: ReadonlySet<string> = new Set(Object.keys(ofCertificates));

const words: Readonly<Record<string, Words>> = {
  ...ofCertificates,
  ECONNREFUSED: (at) => [
    `nothing listens at ${at || 'that address'}`,
    'start what should, or correct the address',
  ],
  ENOTFOUND: (host) => [
    `the name ${host || 'of the host'} is not known`,
    'correct it, or see to the name server',
  ],
  EAI_AGAIN: (host) => [
    `the name ${host || 'of the host'} cannot be looked up now`,
    'see to the name server, and to the network of this machine',
  ],
  ETIMEDOUT: timedOut,
  UND_ERR_CONNECT_TIMEOUT: timedOut,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  EHOSTDOWN: noWay,
  ENETDOWN: noWay,
  ECONNRESET: brokenOff,
  ECONNABORTED: brokenOff,
  EPIPE: brokenOff,
  UND_ERR_SOCKET: brokenOff,
  EPROTO: () => [
    'the other side does not speak TLS as this one does',
    'see whether its address begins with http:// and not https://',
  ],
  EADDRINUSE: (at) => [
    `another program has ${at || 'that address'}`,
    'stop it (ss -ltnp shows it), or choose another port',
  ],
  EADDRNOTAVAIL: (at) => [
    `this machine has no address ${at || 'of that name'}`,
    'choose one that it has',
  ],
  ENOENT: (path, call) =>
    call.startsWith('spawn')
      ? [`the program ${path || 'to run'} is not there`, 'install it, or correct its name']
      : [`${path || 'it'} is not there`, 'put it there, or correct the path'],
  EACCES: notAllowed,
  EPERM: notAllowed,
  EMFILE: () => [
    'this program has too many files open',
    'raise its limit of open files (LimitNOFILE, ulimit -n)',
  ],
  ENFILE: () => ['this machine has too many files open', 'raise fs.file-max, or end programs'],
  ENOSPC: full,
  EDQUOT: full,
  EROFS: (path) => [`${path || 'the disk'} is read-only`, 'make it writable again'],
  EIO: (path) => [`${diskOf(path)} fails`, 'the log of the kernel says more'],
  EEXIST: (path) => [`${path || 'it'} is there already`, 'move it away'],
  ENOTDIR: misplaced('file', 'folder'),
  EISDIR: misplaced('folder', 'file'),
};

interface Facts {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly errors?: unknown;
}

/**
 * What an error of the system means; null for every other one. With `about` the sentence around names what the call
 * was about. Node's words are read, not the members alone: an error
 * that comes from another process or thread has only those.
 */
export function findSystemTrouble(error: unknown, about?: 'it'): SystemTrouble | null {
  if (!(error instanceof Error)) return null;
  const { code: member, syscall, errors } = error as Facts;
  // Several addresses were tried: the first tells as much as all.
  if (error.message === '' && Array.isArray(errors) && errors.length > 0)
    return findSystemTrouble(errors[0], about);
  const said = partsOf(error.message);
  const code = typeof member === 'string' ? member : said.code;
  if (!Object.hasOwn(words, code)) return null;
  const call = typeof syscall === 'string' ? syscall : said.call;
  const [what, remedy] = words[code]!(about ?? said.about, call);
  return { code, what, remedy };
}

/** The same of a certificate that is not taken alone: nothing was sent then. */
export function findCertificateTrouble(error: unknown): SystemTrouble | null {
  const trouble = findSystemTrouble(error);
  return trouble !== null && certificateCodes.has(trouble.code) ? trouble : null;
}

/** The forms that Node's words have, by their parts; empty where they are none. */
function partsOf(message: string): { code: string; call: string; about: string } {
  // "ENOENT: no such file or directory, open '/a'", "EXDEV: …, rename '/a' -> '/b'".
  const file = /^(E[A-Z0-9]+)(?:: [^,]*(?:, (\w+)(?: '([^']*)')?)?|$)/.exec(message);
  if (file !== null) return { code: file[1]!, call: file[2] ?? '', about: file[3] ?? '' };
  // "connect ECONNREFUSED 127.0.0.1:9000", "listen EADDRINUSE: address already in use 127.0.0.1:1".
  const net = /^(\w+) (E[A-Z0-9_]+)\b(?::[\w -]*?(?= \S*$))? ?(\S*)/.exec(message);
  if (net !== null) return { code: net[2]!, call: net[1]!, about: net[3] ?? '' };
  // "Hostname/IP does not match certificate's altnames: Host: a. is not in the cert's altnames: DNS:b".
  const names = /altnames: (?:Host|IP): (\S+?)\.? is not in the cert's \w+: ?(.*)$/.exec(message);
  if (names !== null)
    return { code: otherName, call: '', about: `${names[2] || 'no address'}, not for ${names[1]}` };
  // "spawn tar ENOENT".
  const spawn = /^spawn (?:(.+) )?(E[A-Z0-9]+)$/.exec(message);
  return { code: spawn?.[2] ?? '', call: spawn === null ? '' : 'spawn', about: spawn?.[1] ?? '' };
}

/** What happened and the code, for a sentence that says itself what to do. */
export const systemFact = ({ what, code }: SystemTrouble): string => `${what} (${code})`;

/** How a remedy is told, by each call that changes it. */
const remedies: ReadonlySet<string> = new Set(
  Object.values(words).flatMap((say) =>
    ['', 'listen', 'connect', 'spawn'].map((call) => say('', call)[1]),
  ),
);

/** Words that were kept, without the remedies of codes in them: for a place that says itself what to do. */
export const withoutRemedies = (text: string): string =>
  [...remedies].reduce((left, remedy) => left.replaceAll(`): ${remedy}`, ')'), text);

/** What happened, the code, and what to do about it, without a full stop. */
export const systemWords = (trouble: SystemTrouble): string =>
  `${systemFact(trouble)}: ${trouble.remedy}`;
