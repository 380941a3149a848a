/**
 * What must not be published, as data: credentials by their shape or by the name beside them, and what
 * says who ran an experiment and where. No expression looks for an end again from every beginning: a run
 * of characters that something must follow is bounded or cannot begin in its own middle.
 */

/** What is taken out. The first group stays; the second is judged and replaced, or all when there is none. */
export interface SecretRule {
  /** Named in the bundle's `redactions`. */
  readonly id: string;
  readonly pattern: RegExp;
  /**
   * What no match is without, so that most texts need not be searched: one of these in small letters, none of which
   * begins with another, or one mark twice within so many places, or whatever looks at the text itself.
   */
  readonly needs:
    | { readonly oneOf: readonly string[] }
    | { readonly twice: string; readonly within: number }
    | ((text: string) => boolean);
  /** What is put in its place; `(redacted)` unless told. */
  readonly standIn?: string;
  /** False leaves a match alone; `before` is what stands in front of it on its line. */
  readonly isSecret?: (value: string, before: string) => boolean;
}

const hasLetterAndDigit = (value: string): boolean => /[A-Za-z]/.test(value) && /\d/.test(value);
const isStandIn = (value: string): boolean =>
  /^(?:\(redacted\)|\[redacted\]|redacted|null|none|true|false|undefined|x+|\*+|\.+|<.*>|\$.*|\{.*\}|%.*%)$/i.test(
    value,
  );

/** Names whose text value is a credential, whatever it looks like. */
const secretNames =
  'api[_-]?key|apikey|auth[_-]?token|access[_-]?token|refresh[_-]?token|id[_-]?token|session[_-]?token|bearer[_-]?token|bot[_-]?token|hf[_-]?token|client[_-]?secret|secret[_-]?key|secret[_-]?access[_-]?key|private[_-]?key|access[_-]?key(?:[_-]?id)?|account[_-]?key|shared[_-]?access[_-]?key|encryption[_-]?key|secret|password|passwd|passphrase|pwd|credentials?|authorization';
/** One of them stands in each of these names. */
const secretMarks = 'key token secret passw passphrase pwd credential authorization'.split(' ');
/** Between a name and its value: `": "`, `=`, and both escaped in a text of JSON. */
const joint = '\\\\{0,3}["\']?\\s{0,8}(?:[:=]|=>)\\s{0,8}';

/** In the order in which they are applied. */
export const secretRules: readonly SecretRule[] = [
  {
    id: 'private_key',
    needs: { oneOf: ['-----begin '] },
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){0,16000}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  {
    id: 'bearer_token',
    needs: { oneOf: ['bearer', 'basic'] },
    pattern: /\b((?:Bearer|Basic)\s{1,8})([A-Za-z0-9._~+/-]{12,}=*)/gi,
    isSecret: (value) => hasLetterAndDigit(value) || value.length >= 20,
  },
  {
    id: 'json_web_token',
    needs: { oneOf: ['eyj'] },
    pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  },
  {
    id: 'aws_key',
    needs: {
      oneOf: ['akia', 'asia', 'abia', 'acca', 'agpa', 'aida', 'aipa', 'anpa', 'anva', 'aroa'],
    },
    pattern: /\b(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AIPA|ANPA|ANVA|AROA)[0-9A-Z]{16}\b/g,
  },
  {
    id: 'google_key',
    needs: { oneOf: ['aiza', 'ya29.', 'gocspx-'] },
    pattern: /\b(?:AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})/g,
  },
  {
    id: 'azure_key',
    needs: { oneOf: ['accountkey', 'sharedaccesskey', 'sig='] },
    pattern: /\b((?:AccountKey|SharedAccessKey)\s{0,4}=\s{0,4}|[?&]sig=)([A-Za-z0-9+/%]{30,}=*)/g,
  },
  {
    id: 'slack_token',
    needs: { oneOf: ['xox', 'xapp-', 'hooks.slack.com'] },
    pattern:
      /\bxox[abeoprs]-[\w-]{10,}|\bxapp-[\w-]{10,}|\bhooks\.slack\.com\/(?:services|workflows)\/[\w/]{10,}/g,
  },
  {
    id: 'provider_key',
    needs: {
      oneOf:
        'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- hf_ npm_ pypi- sk_live_ sk_test_ rk_live_ rk_test_ sg. r8_ gsk_ nvapi- xai-'.split(
          ' ',
        ),
    },
    pattern:
      /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{36}|pypi-[\w-]{50,}|[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|SG\.[\w-]{16,}|r8_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{20,}|nvapi-[\w-]{20,}|xai-[A-Za-z0-9]{20,})/g,
  },
  {
    id: 'provider_key',
    needs: { oneOf: ['sk-'] },
    pattern: /(?<![\w-])sk-[\w-]{16,}/g,
    isSecret: hasLetterAndDigit,
  },
  {
    id: 'webhook',
    needs: { oneOf: ['discord', 'api.telegram.org'] },
    pattern:
      /\b(?:discord(?:app)?\.com\/api\/webhooks\/\d{5,}\/[\w-]{20,}|api\.telegram\.org\/bot\d{5,}:[\w-]{20,})/g,
  },
  {
    id: 'url_credentials',
    needs: { oneOf: ['://'] },
    pattern:
      /(?<![A-Za-z0-9+.-])([A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/)([^\s/:@"'<>\\]{0,128}:[^\s/@"'<>\\]{1,256})(?=@)/g,
    isSecret: (value) => !isStandIn(value.slice(value.indexOf(':') + 1)),
  },
  {
    id: 'named_secret',
    needs: { oneOf: secretMarks },
    pattern: new RegExp(`((?:${secretNames})${joint}\\\\{0,3}["'])([^"'\\\\\\n]{4,512})`, 'gi'),
    isSecret: (value) => !isStandIn(value),
  },
  {
    id: 'named_secret',
    needs: { oneOf: secretMarks },
    pattern: new RegExp(
      `((?:${secretNames})\\s{0,8}[:=]\\s{0,8})([^\\s"'\`,;<>(){}[\\]\\\\]{6,512})`,
      'gi',
    ),
    isSecret: (value) =>
      /[A-Za-z]/.test(value) && /[\d\W_]/.test(value.replace(/\.$/, '')) && !isStandIn(value),
  },
  {
    // A token is also what a language model reads, so the value has to look like a credential.
    id: 'named_secret',
    needs: { oneOf: ['token'] },
    pattern: new RegExp(`(token${joint}\\\\{0,3}["']?)([\\w./+=~-]{16,512})`, 'gi'),
    isSecret: hasLetterAndDigit,
  },
  {
    id: 'email',
    needs: { oneOf: ['@'] },
    pattern: /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g,
    isSecret: (value) =>
      !/^git@|@(?:[\w-]+\.)*example(?:\.(?:com|org|net))?$|\.(?:example|invalid|test|local)$/i.test(
        value,
      ),
  },
  {
    id: 'ip_address',
    needs: { twice: '.', within: 4 },
    pattern:
      /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w]|\.\d)/g,
    isSecret: isAddress,
  },
  {
    id: 'ip_address',
    needs: { twice: ':', within: 5 },
    pattern:
      /(?<![\w:.])(?:[0-9a-f]{1,4}:){2,7}(?::?[0-9a-f]{1,4}|:)(?::[0-9a-f]{1,4}){0,6}(?![\w:])/gi,
    isSecret: (value) => {
      const groups = value.split(':').filter((group) => group !== '').length;
      return (
        (groups === 8 || (value.includes('::') && groups >= 3)) &&
        /[a-f]/i.test(value) &&
        /\d/.test(value)
      );
    },
  },
  {
    id: 'home_path',
    needs: { oneOf: ['/home/', '/users/'] },
    pattern: /(\/(?:home|Users)\/)([A-Za-z0-9._-]+)/g,
    isSecret: isPerson,
  },
  {
    id: 'home_path',
    needs: { oneOf: [':\\'] },
    pattern: /(\b[A-Za-z]:\\{1,4}Users\\{1,4})([A-Za-z0-9._ -]{1,64})/g,
    isSecret: isPerson,
  },
];

/** Those of credentials alone: addresses and folders are no secret to whoever runs the service. */
export const credentialRules: readonly SecretRule[] = secretRules.filter(
  ({ id }) => !['email', 'ip_address', 'home_path'].includes(id),
);

function isPerson(name: string): boolean {
  return !/^(?:user|username|runner|ubuntu|public|shared|default)$/i.test(name);
}

/**
 * Versions of libraries have four parts too: what has only small ones is an address where it is a private
 * one, or where something in front of it says so. This machine itself and all machines are nobody's.
 */
function isAddress(value: string, before: string): boolean {
  const parts = value.split('.').map(Number);
  const [first = 0, second = 0] = parts;
  if (first === 127 || first === 0 || value === '255.255.255.255') return false;
  if (/(?:==|[~<>]=|\bv|version["':= ]{0,6})$/i.test(before)) return false;
  const isPrivate =
    first === 10 ||
    (first === 192 && second === 168) ||
    (first === 172 && second >= 16 && second < 32);
  return (
    isPrivate ||
    parts.some((part) => part >= 100) ||
    /(?:@|\/\/|\b(?:ip|host|hostname|addr|address|server|peer|from|to|at)\b["':= ]{0,6})$/i.test(
      before,
    )
  );
}
