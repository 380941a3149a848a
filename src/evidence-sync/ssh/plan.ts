/**
 * From the settings and the SSH configuration file to what a connection is made with. Reads that one file and
 * nothing else: keys and known hosts are read when they are needed, so that they may change meanwhile.
 */
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { whyUnusable } from '../../lib/describe-error.ts';
import { readSshConfig, type SshHostSettings } from './config-file.ts';
import { knownHostsName } from './known-hosts.ts';

/** What the service was told, and where it runs. Plain data: a process is given it. */
export interface SshSettings {
  /** Host, or user@host, as it is configured. */
  readonly host: string;
  /** Absolute, on that host. */
  readonly remoteRoot: string;
  /** The configuration file; null: that of the account. */
  readonly configPath: string | null;
  /** Fingerprint that the host key must have; null: known hosts say. */
  readonly hostKey: string | null;
  /** Home folder and name of the account that the service runs under. */
  readonly home: string;
  readonly account: string;
  /** Socket of the account's agent; null: there is none. */
  readonly agentSocket: string | null;
}

/** Everything that a connection is made with. Paths are absolute. */
export interface SshPlan {
  /** As the host is called in the settings, without user. */
  readonly alias: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly remoteRoot: string;
  readonly identityFiles: readonly string[];
  /** Whether the identity files were named; the usual ones may be missing. */
  readonly identitiesNamed: boolean;
  readonly agentSocket: string | null;
  /** Name under which the host stands in the known hosts, and the files. */
  readonly knownAs: string;
  readonly knownHostsFiles: readonly string[];
  readonly fingerprint: string | null;
  readonly connectTimeoutMs: number;
  readonly keepAliveMs: number;
  readonly keepAliveCountMax: number;
}

const usualKeys = ['id_ed25519', 'id_ecdsa', 'id_rsa'];
const usualKnownHosts = ['known_hosts', 'known_hosts2'];
const systemKnownHosts = '/etc/ssh/ssh_known_hosts';
const connectTimeoutSecUsual = 20;
const aliveIntervalSecUsual = 10;
const aliveCountMaxUsual = 3;

/** The plan, or every reason why the settings cannot be honoured. */
export function planConnection(
  settings: SshSettings,
): { readonly ok: true; readonly plan: SshPlan } | { readonly ok: false; problems: string[] } {
  const at = settings.host.lastIndexOf('@');
  const alias = settings.host.slice(at + 1);
  const userGiven = at < 0 ? null : settings.host.slice(0, at);
  const path = settings.configPath ?? join(settings.home, '.ssh/config');
  const read = readFile(path, settings.configPath === null);
  if (!read.ok) return { ok: false, problems: [read.problem] };
  const { settings: said, problems: refused } = readSshConfig(read.text, alias);
  const problems = refused.map((problem) => `${path}: ${problem}`);
  const plan = toPlan({ settings, said, alias, userGiven, problems, path });
  return problems.length === 0 ? { ok: true, plan } : { ok: false, problems };
}

function toPlan(given: {
  readonly settings: SshSettings;
  readonly said: SshHostSettings;
  readonly alias: string;
  readonly userGiven: string | null;
  readonly problems: string[];
  readonly path: string;
}): SshPlan {
  const { settings, said, alias, problems, path } = given;
  const host = (said.hostName ?? alias).replaceAll('%h', alias).replaceAll('%%', '%');
  const port = said.port === null || said.port === 0 ? 22 : said.port;
  const user = given.userGiven ?? said.user ?? settings.account;
  const toPath = (file: string, what: string): string[] => {
    const expanded = expand(file, { home: settings.home, host, user, account: settings.account });
    if (expanded !== null) return [expanded];
    problems.push(`${path}: ${what} ${file} must be absolute or begin with ~/`);
    return [];
  };
  const usual = (names: readonly string[]): string[] =>
    names.map((name) => join(settings.home, '.ssh', name));
  const identitiesNamed = said.identityFiles.length > 0;
  return {
    alias,
    host,
    port,
    user,
    remoteRoot: settings.remoteRoot.replace(/\/+$/, ''),
    identityFiles: identitiesNamed
      ? said.identityFiles.flatMap((file) => toPath(file, 'IdentityFile'))
      : usual(usualKeys),
    identitiesNamed,
    agentSocket: agentOf(said, settings, (file) => toPath(file, 'IdentityAgent')[0] ?? null),
    knownAs: said.hostKeyAlias ?? knownHostsName(host, port),
    knownHostsFiles: said.knownHostsFiles?.flatMap((file) =>
      toPath(file, 'UserKnownHostsFile'),
    ) ?? [...usual(usualKnownHosts), systemKnownHosts],
    fingerprint: settings.hostKey,
    connectTimeoutMs: (said.connectTimeoutSec ?? connectTimeoutSecUsual) * 1000,
    keepAliveMs: (said.aliveIntervalSec ?? aliveIntervalSecUsual) * 1000,
    keepAliveCountMax: said.aliveCountMax ?? aliveCountMaxUsual,
  };
}

function agentOf(
  { identityAgent, identitiesOnly }: SshHostSettings,
  { agentSocket }: SshSettings,
  toPath: (file: string) => string | null,
): string | null {
  if (identityAgent === 'none') return null;
  if (identityAgent === 'SSH_AUTH_SOCK' || identityAgent === '$SSH_AUTH_SOCK') return agentSocket;
  if (identityAgent !== null) return toPath(identityAgent);
  return identitiesOnly ? null : agentSocket;
}

/** `~` and the tokens of ssh_config(5) that stand in paths; null for another form of path. */
function expand(
  file: string,
  { home, host, user, account }: Record<'home' | 'host' | 'user' | 'account', string>,
): string | null {
  const tokens: Readonly<Record<string, string>> = {
    '%d': home,
    '%h': host,
    '%r': user,
    '%u': account,
    '%%': '%',
  };
  const whole = file
    .replace(/^~(?=\/)/, () => home)
    .replace(/%./g, (token) => tokens[token] ?? '\0');
  return isAbsolute(whole) && !whole.includes('\0') ? whole : null;
}

function readFile(
  path: string,
  mayBeMissing: boolean,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string } {
  try {
    return { ok: true, text: readFileSync(path, 'utf8') };
  } catch (error) {
    if (mayBeMissing && (error as NodeJS.ErrnoException).code === 'ENOENT')
      return { ok: true, text: '' };
    return {
      ok: false,
      problem: `${path}, the SSH configuration, cannot be read: ${whyUnusable(error)}`,
    };
  }
}
