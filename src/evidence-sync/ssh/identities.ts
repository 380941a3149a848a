/** The keys that an account shows to a host, in the order in which they are tried. */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import ssh2, { type AgentAuthMethod, type PublicKeyAuthMethod } from 'ssh2';
import { whyUnusable } from '../../lib/describe-error.ts';
import type { SshPlan } from './plan.ts';

/** What is tried, and in words what could not be used. */
export interface Identities {
  readonly methods: readonly (PublicKeyAuthMethod | AgentAuthMethod)[];
  /** What is tried, as people call it: files and the agent. */
  readonly tried: readonly string[];
  readonly unusable: readonly string[];
}

/** Reads the key files; one that others may read is not used, as OpenSSH does not use it either. */
export function readIdentities(
  plan: Pick<SshPlan, 'identityFiles' | 'identitiesNamed' | 'agentSocket' | 'user'>,
): Identities {
  const methods: (PublicKeyAuthMethod | AgentAuthMethod)[] = [];
  const tried: string[] = [];
  const unusable: string[] = [];
  for (const file of plan.identityFiles) {
    if (!plan.identitiesNamed && lstatSync(file, { throwIfNoEntry: false }) === undefined) continue;
    const key = readKey(file);
    if (typeof key === 'string') unusable.push(`${file} ${key}`);
    else {
      methods.push({ type: 'publickey', username: plan.user, key });
      tried.push(file);
    }
  }
  if (plan.agentSocket !== null) {
    if (statSync(plan.agentSocket, { throwIfNoEntry: false })?.isSocket() === true) {
      methods.push({ type: 'agent', username: plan.user, agent: plan.agentSocket });
      tried.push(`the agent at ${plan.agentSocket}`);
    } else unusable.push(`${plan.agentSocket} is no socket of an agent`);
  }
  return { methods, tried, unusable };
}

/** The key of a file, or what keeps it from being used, to follow its path. */
function readKey(file: string): Buffer | string {
  try {
    const { mode } = statSync(file);
    if ((mode & 0o077) !== 0)
      return `can be read by other accounts (0${(mode & 0o777).toString(8)}); run: chmod 600 ${file}`;
    const bytes = readFileSync(file);
    const parsed = ssh2.utils.parseKey(bytes);
    if (!(parsed instanceof Error)) return bytes;
    return /passphrase|encrypted/i.test(parsed.message)
      ? 'has a passphrase, which nobody is there to type; use an agent or a key without one'
      : `is no private key that can be read: ${parsed.message}`;
  } catch (error) {
    return `cannot be read: ${whyUnusable(error)}`;
  }
}
