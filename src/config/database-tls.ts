/** What the address of a database says of TLS: a word that the client does not know would be passed over, or end the program. Pure. */

const modes = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'];
/** Of `ssl`, an older way to say it. */
const words = ['true', '1', '0', 'no-verify'];
const files = ['sslrootcert', 'sslcert', 'sslkey'];
const names = ['sslmode', 'ssl', 'sslnegotiation', ...files];
const instead = 'sslmode=no-verify encrypts and checks nothing, verify-full checks';

/** What is wrong with it, in words that follow the name of the field; null: nothing. */
export function faultOfTls(url: string): string | null {
  const { searchParams: given } = new URL(url);
  const odd = [...given.keys()].find((name) => /^(?:ssl|tls)/i.test(name) && !names.includes(name));
  if (odd !== undefined)
    return `has the parameter ${shown(odd)}, which is none: ${names.join(', ')}`;
  if (given.has('uselibpqcompat'))
    return `has uselibpqcompat, which changes what sslmode means; leave it out: ${instead}`;
  for (const name of names) {
    const values = given.getAll(name);
    if (values.length > 1) return `has ${name} more than once`;
    if (values[0] === '') return `has ${name} without a value`;
  }
  return (
    faultOfPrefer(given.get('sslmode')) ??
    faultOfWord('sslmode', given.get('sslmode'), modes) ??
    faultOfWord('ssl', given.get('ssl'), words) ??
    faultOfWord('sslnegotiation', given.get('sslnegotiation'), ['postgres', 'direct']) ??
    faultOfFiles(given)
  );
}

/** It falls back to no TLS at all, and whoever stands between the two may bring that about. */
const faultOfPrefer = (mode: string | null): string | null =>
  mode === 'prefer'
    ? `has sslmode=prefer, which would do without TLS where the server seems to have none: sslmode=disable does, ${instead}`
    : null;

const faultOfWord = (name: string, value: string | null, known: readonly string[]) =>
  value === null || known.includes(value)
    ? null
    : `has ${name}=${shown(value)}, which is none: ${known.join(', ')}`;

function faultOfFiles(given: URLSearchParams): string | null {
  const mode = given.get('sslmode') ?? '';
  if (given.has('ssl') && given.has('sslmode')) return 'has ssl beside sslmode; keep sslmode';
  if (given.get('sslnegotiation') === 'direct' && (mode === 'disable' || given.get('ssl') === '0'))
    return 'has sslnegotiation=direct, which is TLS, and says that there is none';
  if (mode === 'verify-ca' && !given.has('sslrootcert'))
    return 'has sslmode=verify-ca without sslrootcert: of every authority that is known anybody gets a certificate; verify-full checks the name, too';
  const idle = (mode === 'disable' ? files : ['sslrootcert']).find((name) => given.has(name));
  if (['disable', 'no-verify'].includes(mode) && idle !== undefined)
    return `has sslmode=${mode}, with which ${idle} says nothing; sslmode=verify-full checks`;
  const [cert, key] = [given.has('sslcert'), given.has('sslkey')];
  if (cert !== key) return cert ? 'has sslcert without sslkey' : 'has sslkey without sslcert';
  return null;
}

const shown = (text: string): string => text.slice(0, 40);
