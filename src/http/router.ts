/** From a method and a path to a row of the route table. Pure once built. */
import { assert } from '../lib/assert.ts';
import type { Route } from './route.ts';

/** What an address and a method lead to; parameters are decoded. */
export type Match<Context> =
  | {
      readonly kind: 'found';
      readonly route: Route<Context>;
      readonly params: Record<string, string>;
    }
  /** The path exists: OPTIONS, or a method it does not take. `allow` is the header's value. */
  | { readonly kind: 'other_method'; readonly allow: string }
  | { readonly kind: 'unknown'; readonly detail: string }
  /** An escape in the path cannot be decoded. */
  | { readonly kind: 'malformed'; readonly detail: string };

interface Router<Context> {
  find(method: string, path: string): Match<Context>;
}

interface Node<Context> {
  readonly literals: Map<string, Node<Context>>;
  param: Node<Context> | undefined;
  /** By method. */
  readonly routes: Map<string, { route: Route<Context>; names: readonly string[] }>;
}

/** Builds a router. Stops on two routes for one method and path, or two with one id. */
export function createRouter<Context>(routes: readonly Route<Context>[]): Router<Context> {
  const root = createNode<Context>();
  const exact = new Map<string, Node<Context>>();
  const ids = new Set<string>();
  for (const route of routes) {
    assert(!ids.has(route.id), `route id ${route.id} is used once`);
    ids.add(route.id);
    const { node, names } = grow(root, route.path);
    assert(!node.routes.has(route.method), `${route.method} ${route.path} is defined once`);
    node.routes.set(route.method, { route, names });
    if (names.length === 0) exact.set(route.path, node);
  }

  return {
    find(method, path) {
      const node = exact.get(path);
      if (node !== undefined) return choose(node, method, []);
      if (!path.startsWith('/')) return { kind: 'malformed', detail: 'the path must begin with /' };
      const segments = decodeSegments(path);
      if (segments === undefined) {
        return { kind: 'malformed', detail: 'the path holds a percent escape that is not UTF-8' };
      }
      const values: string[] = [];
      const found = walk(root, segments, 0, values);
      return found === undefined ? unknownPath(path, exact) : choose(found, method, values);
    },
  };
}

function createNode<Context>(): Node<Context> {
  return { literals: new Map(), param: undefined, routes: new Map() };
}

function grow<Context>(
  root: Node<Context>,
  path: string,
): { node: Node<Context>; names: string[] } {
  assert(path.startsWith('/'), `route path ${path} begins with /`);
  const names: string[] = [];
  let node = root;
  for (const segment of path.slice(1).split('/')) {
    const name = /^\{([a-z_]+)\}$/.exec(segment)?.[1];
    if (name !== undefined) {
      names.push(name);
      node.param ??= createNode();
      node = node.param;
      continue;
    }
    let next = node.literals.get(segment);
    if (next === undefined) {
      next = createNode();
      node.literals.set(segment, next);
    }
    node = next;
  }
  return { node, names };
}

/** Literals win over parameters; a dead end below a literal falls back to the parameter. */
function walk<Context>(
  node: Node<Context>,
  segments: readonly string[],
  at: number,
  values: string[],
): Node<Context> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.routes.size > 0 ? node : undefined;
  const literal = node.literals.get(segment);
  const below = literal && walk(literal, segments, at + 1, values);
  if (below !== undefined) return below;
  if (node.param === undefined || segment === '') return undefined;
  const depth = values.push(segment);
  const found = walk(node.param, segments, at + 1, values);
  if (found === undefined) values.length = depth - 1;
  return found;
}

function choose<Context>(node: Node<Context>, method: string, values: string[]): Match<Context> {
  const hit = node.routes.get(method) ?? (method === 'HEAD' ? node.routes.get('GET') : undefined);
  if (hit === undefined) return { kind: 'other_method', allow: allowOf(node) };
  const params: Record<string, string> = {};
  hit.names.forEach((name, index) => {
    params[name] = values[index]!;
  });
  return { kind: 'found', route: hit.route, params };
}

function allowOf<Context>(node: Node<Context>): string {
  const methods = [...node.routes.keys()];
  if (methods.includes('GET')) methods.push('HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}

function decodeSegments(path: string): string[] | undefined {
  const raw = path.slice(1).split('/');
  if (!path.includes('%')) return raw;
  try {
    return raw.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function unknownPath(
  path: string,
  exact: { has(path: string): boolean },
): { readonly kind: 'unknown'; readonly detail: string } {
  const detail =
    path.endsWith('/') && exact.has(path.slice(0, -1))
      ? 'there is nothing at this address; without the trailing slash there is'
      : 'there is nothing at this address';
  return { kind: 'unknown', detail };
}
