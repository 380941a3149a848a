/**
 * Where the service is and which token opens it: from options, then the environment, then the
 * configuration. A token never comes from the command line, where every process could read it.
 */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LoadResult } from '../config/parse.ts';
import type { OrreryConfig } from '../config/resolve.ts';
import { productWord } from '../domain/product.ts';
import { whyUnusable } from '../lib/describe-error.ts';
import { localUrl } from '../lib/host-port.ts';
import { nameAtHome } from '../worker-wire/tunnel/address.ts';
import { type CommandInput, exitCodes } from './command.ts';
import { CommandFailure } from './failure.ts';
import { loadConfigFor } from './load-config.ts';

/** Environment variables that stand in for `--url` and the token of the configuration. */
export const addressVariables = {
  url: `${productWord.toUpperCase()}_URL`,
  token: `${productWord.toUpperCase()}_TOKEN`,
} as const;

/** Where a command turns to, and who said so; the token is never printed. */
export interface ServiceAddress {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly token: string;
  /** Who named the address and the token, for messages. */
  readonly urlFrom: string;
  readonly tokenFrom: string;
  /** True where a worker gate is meant. */
  readonly isGate?: boolean;
}

/** Who named what came from the configuration. */
export const configurationWord = 'the configuration';

/** Longest file that can be a token. */
const tokenBytesMax = 4096;

/** Address and token for this command; throws `CommandFailure` saying what is missing. */
export function findService(input: Pick<CommandInput, 'options' | 'io'>): ServiceAddress {
  const configured = lazyConfig(input);
  const url = givenUrl(input) ?? { text: planeUrlOf(configured(true)), from: configurationWord };
  return toAddress(url, givenToken(input) ?? tokenOf(configured(false)));
}

/**
 * As `findService`, for the worker gate of this machine: address and token of its own configuration.
 */
export function findWorkerGate(input: Pick<CommandInput, 'options' | 'io'>): ServiceAddress {
  const configured = lazyConfig(input);
  const url = givenUrl(input) ?? {
    text: localGateUrl(configured(true)),
    from: configurationWord,
  };
  const token = givenToken(input) ?? {
    text: configured(false).auth.gateToken.reveal(),
    from: configurationWord,
  };
  return { ...toAddress(url, token), isGate: true };
}

/**
 * Address and token of the gate of a worker that the configuration names. The environment's are those
 * of the service, so they do not count here.
 */
export function findConfiguredWorker(
  input: Pick<CommandInput, 'options' | 'io'>,
  name: string,
): ServiceAddress {
  if (input.options['url'] !== undefined || input.options['tokenFile'] !== undefined) {
    throw new CommandFailure(
      exitCodes.usage,
      '--worker takes address and token from the configuration; give it, or --url and --token-file',
    );
  }
  const { targets } = lazyConfig(input)(true).workers;
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target === undefined) {
    const names = Object.keys(targets);
    throw new CommandFailure(
      exitCodes.usage,
      names.length === 0
        ? `there is no worker ${JSON.stringify(name)}: the configuration names none`
        : `there is no worker ${JSON.stringify(name)}; the configuration names ${names.join(', ')}`,
    );
  }
  if (nameAtHome(target.url) !== null)
    throw new CommandFailure(
      exitCodes.usage,
      `the worker ${name} dials home (${target.url}) and cannot be called: ask the control plane`,
    );
  const from = `worker ${name} of the configuration`;
  const token = { text: target.token.reveal(), from };
  return { ...toAddress({ text: target.url, from }, token), isGate: true };
}

/** True when the configuration is that of a worker gate without a control plane. */
export function isGateAlone(input: Pick<CommandInput, 'options' | 'io'>): boolean {
  const loaded = loadConfigFor(input);
  return loaded.ok && loaded.config.service.role === 'worker';
}

const toAddress = (url: Given, token: Given): ServiceAddress => ({
  baseUrl: checkUrl(url.text, url.from),
  token: checkToken(token.text, token.from),
  urlFrom: url.from,
  tokenFrom: token.from,
});

/** Address at which a client on this machine reaches the service of a configuration. */
export function localUrlOf({ service }: OrreryConfig): string | undefined {
  const { listenHost, listenPort } = service;
  return listenPort === 0 ? undefined : localUrl(listenHost, listenPort);
}

interface Given {
  readonly text: string;
  readonly from: string;
}

/** Address of `--url` or the environment; undefined when neither is given. */
function givenUrl({ options, io }: Pick<CommandInput, 'options' | 'io'>): Given | undefined {
  const { url } = options;
  return typeof url === 'string'
    ? { text: url, from: '--url' }
    : givenInEnvironment(io, addressVariables.url);
}

function givenInEnvironment(io: CommandInput['io'], variable: string): Given | undefined {
  const text = io.env[variable] ?? '';
  return text === '' ? undefined : { text, from: variable };
}

/** Token of `--token-file` or the environment; undefined when neither is given. */
export function givenToken(input: Pick<CommandInput, 'options' | 'io'>): Given | undefined {
  const { tokenFile } = input.options;
  if (typeof tokenFile !== 'string') return givenInEnvironment(input.io, addressVariables.token);
  const path = resolve(input.io.cwd, tokenFile);
  try {
    return { text: readFileSync(path, 'utf8').trim(), from: '--token-file' };
  } catch (error) {
    const why = whyUnusable(error);
    throw new CommandFailure(exitCodes.usage, `--token-file: ${path} cannot be read: ${why}`);
  }
}

/**
 * Reads the configuration once, and only when something is taken from it. Its notices are for who
 * serves from it; `config check` and `doctor` give them.
 */
function lazyConfig(input: Pick<CommandInput, 'options' | 'io'>) {
  let loaded: LoadResult | undefined;
  return (forUrl: boolean): OrreryConfig => {
    loaded ??= loadConfigFor(input);
    if (loaded.ok) return loaded.config;
    const wanted = forUrl ? 'the address of the service' : 'the token';
    const instead = forUrl
      ? `--url or ${addressVariables.url}, and ${addressVariables.token} or --token-file`
      : `${addressVariables.token} or --token-file`;
    const lines = loaded.problems.map(({ path, message }) => `${path}: ${message}`);
    const message = `${wanted} cannot be taken from the configuration:`;
    throw new CommandFailure(exitCodes.config, message, {
      lines: [...lines, `without one, give ${instead}`],
    });
  };
}

function planeUrlOf(config: OrreryConfig): string {
  if (config.service.role === 'worker') {
    throw new CommandFailure(
      exitCodes.config,
      'this configuration is that of a worker gate, which has no control plane',
      { lines: [`name the control plane with --url or ${addressVariables.url}`] },
    );
  }
  return fixedUrl(config);
}

function localGateUrl(config: OrreryConfig): string {
  if (config.service.role === 'control') {
    throw new CommandFailure(
      exitCodes.config,
      'this configuration is that of a control plane, which has no worker gate of its own',
      {
        lines: [
          `run this on the worker with its configuration, or name the worker with --url or ${addressVariables.url} and its token with ${addressVariables.token}`,
        ],
      },
    );
  }
  return fixedUrl(config);
}

function fixedUrl(config: OrreryConfig): string {
  const url = localUrlOf(config);
  if (url !== undefined) return url;
  throw new CommandFailure(exitCodes.config, 'listen_port is 0: the port is chosen at each start', {
    lines: [`give the address that serve printed with --url or ${addressVariables.url}`],
  });
}

function tokenOf(config: OrreryConfig): Given {
  return { text: config.auth.controlToken.reveal(), from: configurationWord };
}

/** `text` as a base address; throws `CommandFailure` that names where it came from. */
export function checkUrl(text: string, from: string): string {
  const refuse = (reason: string): never => {
    throw new CommandFailure(
      exitCodes.usage,
      `${from}: ${reason}, for example http://127.0.0.1:8787`,
    );
  };
  if (!URL.canParse(text)) return refuse('must be an address');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse('must begin with http:// or https://');
  if (url.username !== '' || url.password !== '')
    return refuse('must hold no user name or password');
  if (url.search !== '' || url.hash !== '') return refuse('must be an address without ? and #');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** `text` when it can be a token; throws `CommandFailure` that names where it came from. */
export function checkToken(text: string, from: string): string {
  if (text !== '' && text.length <= tokenBytesMax && /^[\x21-\x7e]+$/.test(text)) return text;
  throw new CommandFailure(
    exitCodes.usage,
    `${from}: a token is one line of at most ${tokenBytesMax} visible ASCII characters`,
  );
}
